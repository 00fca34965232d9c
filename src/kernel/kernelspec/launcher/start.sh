# sh start.sh NODE start.cjs MAIN ...: starts a kernel of svclib with the Node.js at NODE, or with another one where an upgrade took that away.
# It uses nothing but the shell: an application that was opened from a desktop may have no PATH.
recorded=$1
shift
[ -x "$recorded" ] && exec "$recorded" "$@"

fits() {
  [ -f "$1" ] && [ -x "$1" ] &&
    "$1" -e 'const [a, b] = process.versions.node.split("."); process.exit(+a > 23 || (+a === 22 && +b > 11) || (+a === 20 && +b > 18) ? 0 : 1)' 2>/dev/null
}

# Folders of one version each: the last that fits is as a rule the newest.
in_versions() {
  found=
  for node in "$1"/*/bin/node "$1"/*/installation/bin/node; do
    if fits "$node"; then found=$node; fi
  done
  [ -n "$found" ]
}

# Homebrew, nvm, fnm, mise and asdf keep versions beside each other: .../22.1.0/bin/node
bin=${recorded%/*}
version=${bin%/*}
versions=${version%/*}
if in_versions "$versions"; then exec "$found" "$@"; fi
if in_versions "${versions%/*}"; then exec "$found" "$@"; fi

IFS=:
set -f
for folder in $PATH /opt/homebrew/bin /usr/local/bin /usr/bin /opt/local/bin /home/linuxbrew/.linuxbrew/bin "$HOME/.volta/bin" "$HOME/.asdf/shims" /snap/bin; do
  if fits "$folder/node"; then exec "$folder/node" "$@"; fi
done
set +f
for versions in "${NVM_DIR:-$HOME/.nvm}/versions/node" "$HOME/.local/share/fnm/node-versions" "$HOME/Library/Application Support/fnm/node-versions" "$HOME/.local/share/mise/installs/node"; do
  if in_versions "$versions"; then exec "$found" "$@"; fi
done

echo "svclib: the kernel can't start: $recorded no longer exists, and no Node.js 20.19, 22.12, 24 or newer is beside it, on PATH, in the folders of Homebrew, nvm, fnm, mise, asdf or Volta, or in /usr; install Node.js (https://nodejs.org), then: npx svclib kernel install" >&2
exit 127
