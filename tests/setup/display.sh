#!/usr/bin/env bash
# A window needs a display: without one, say what to do instead of failing inside GTK.
[ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] || exit 0
cat >&2 <<'TEXT'

parley: there is no display here (neither DISPLAY nor WAYLAND_DISPLAY is set).

To open the window on a display without a screen (Debian package: xvfb):

  xvfb-run -a make run

To talk to an agent without any window:

  make build
  target/debug/parley exec --agent guide --approve ask "list"

TEXT
exit 1
