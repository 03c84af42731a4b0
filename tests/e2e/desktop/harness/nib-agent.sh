#!/usr/bin/env bash
# A nib backend for the window's tests: answers by the understudy, talks in a terminal itself.
# UNDERSTUDY is the binary, SCRIPTS the folder of scripts named by operation.
if [ -z "$NIB_AGENT_REQUEST_FILE" ]; then
  request=$(cat)
  operation=$(printf '%s' "$request" | sed -n 's/.*"operation":"\([a-z-]*\)".*/\1/p')
  printf '%s' "$request" > "$SCRIPTS/request.json"
  printf '%s' "$request" | exec "$UNDERSTUDY" play --protocol nib "$SCRIPTS/$operation.in"
  exit $?
fi

cat "$NIB_AGENT_REQUEST_FILE" > "$SCRIPTS/request.json"
rm -f "$NIB_AGENT_REQUEST_FILE"
told() { printf 'now %s columns and %s rows\r\n' "$(stty size | cut -d' ' -f2)" "$(stty size | cut -d' ' -f1)"; }
printf '\033[31mred\033[0m \033[1;38;2;1;90;160mtrue colour\033[0m \033[7mturned\033[0m\r\n'
printf 'see https://example.org/scene for more\r\n'
told
while :; do
  printf 'you> '
  IFS= read -r line || exit 0
  case "$line" in
    bye) echo 'good night'; exit 0 ;;
    size) told ;;
    many) seq -f 'line %.0f' 1 12000 ;;
    pastes) printf '\033[?2004h' ;;
    *) printf 'you said: %s\r\n' "$(printf '%s' "$line" | cat -v)" ;;
  esac
done
