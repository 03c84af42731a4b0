#!/usr/bin/env bash
# finish-deb.sh FILE.deb: what the bundler's Debian package lacks.
#  - it is packed with gzip; xz makes it a third smaller
#  - its dependencies are two names; the programs say which libraries they were linked to and
#    dpkg-shlibdeps which versions of which packages those are
set -euo pipefail
deb=$(realpath "${1:?which package}")
command -v dpkg-deb >/dev/null || { echo "dpkg-deb is missing, so $deb stays as the bundler made it: larger, with fewer dependencies named" >&2; exit 0; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root
dpkg-deb -R "$deb" "$root"
control=$root/DEBIAN/control

if command -v dpkg-shlibdeps >/dev/null; then
  # It wants to stand in a source package.
  mkdir "$work/debian"
  printf 'Source: parley\n\nPackage: parley\nArchitecture: any\n' >"$work/debian/control"
  found=$(cd "$work" && dpkg-shlibdeps -O --warnings=0 root/usr/bin/* | sed -n 's/^shlibs:Depends=//p')
  [ -n "$found" ] || { echo "dpkg-shlibdeps named no library" >&2; exit 1; }
  sed -i "s/^Depends:.*/Depends: $found/" "$control"
else
  echo "dpkg-shlibdeps is missing (package dpkg-dev), so the dependencies are the bundler's two" >&2
fi

# Rights as in every package, whatever the builder's umask was.
find "$root" -type d -exec chmod 755 {} +
find "$root/usr" -type f -exec chmod 644 {} +
chmod 755 "$root"/usr/bin/*
(cd "$root" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum >DEBIAN/md5sums)
sed -i "s/^Installed-Size:.*/Installed-Size: $(du -sk --apparent-size "$root/usr" | cut -f1)/" "$control"
before=$(stat -c %s "$deb")
dpkg-deb --root-owner-group -Zxz -z9 -b "$root" "$deb" >/dev/null
echo "repacked with xz: $before -> $(stat -c %s "$deb") bytes"
