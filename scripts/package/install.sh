#!/bin/sh
# Installs the tfy-hook executable for this machine: downloads it, checks its SHA-256 against SHA256SUMS of the same release, runs it once,
# and only then puts it in place, in one step. No root, nothing outside one folder, no change to any shell's profile. On Linux the quicker
# tfy-hook-door comes with it, where the release has one.
#
#   sh install.sh [--to DIR] [--version X.Y.Z] [--base-url URL | --from DIR] [--sha256 HEX]
#
# --to        folder for the executable               TFY_HOOK_INSTALL_DIR   ~/.local/bin
# --version   release instead of the newest           TFY_HOOK_VERSION
# --base-url  where a release's files lie             TFY_HOOK_BASE_URL
# --from      a folder that holds them: nothing is downloaded
# --sha256    digest that you know from elsewhere: SHA256SUMS comes from the same place as the executable

set -eu

releases=https://github.com/truefoundry/tfy-hook/releases

say() { printf '%s\n' "$*" >&2; }

die() {
  say "tfy-hook: $*"
  exit 1
}

has() { command -v "$1" >/dev/null 2>&1; }

usage() { sed -n '2,12s/^# \{0,1\}//p' "$0" 2>/dev/null || say 'see the head of install.sh'; }

platform() {
  os=$(uname -s)
  arch=$(uname -m)
  case $os in
    Linux) os=linux ;;
    Darwin) os=darwin ;;
    MINGW* | MSYS* | CYGWIN* | Windows_NT) die 'on Windows use install.ps1' ;;
    *) die "there is no executable for $os; with Node 20.19 or newer, the npm package runs there" ;;
  esac
  case $arch in
    x86_64 | amd64) arch=x64 ;;
    aarch64 | arm64) arch=arm64 ;;
    *) die "there is no executable for $arch; with Node 20.19 or newer, the npm package runs there" ;;
  esac
  # A translated shell says x86_64 on an arm64 Mac.
  if [ "$os" = darwin ] && [ "$arch" = x64 ] && [ "$(sysctl -n sysctl.proc_translated 2>/dev/null || :)" = 1 ]; then arch=arm64; fi
  libc=
  if [ "$os" = linux ] && is_musl; then libc=-musl; fi
  printf '%s-%s%s' "$os" "$arch" "$libc"
}

# The loader of glibc decides: a machine may have musl beside it.
is_musl() {
  for loader in /lib64/ld-linux-x86-64.so.2 /lib/ld-linux-aarch64.so.1; do
    if [ -e "$loader" ]; then return 1; fi
  done
  for loader in /lib/ld-musl-*.so.1; do
    if [ -e "$loader" ]; then return 0; fi
  done
  return 1
}

# Plain HTTP only to this machine itself, for tests and mirrors behind a tunnel.
check_url() {
  case $1 in
    *@*) die "the base URL must not name a user ($1)" ;;
    https://*) ;;
    http://127.0.0.1[:/]* | http://localhost[:/]* | http://\[::1\][:/]*) ;;
    *) die "the base URL must begin with https:// ($1)" ;;
  esac
}

fetch() {
  url=$1
  file=$2
  if [ -n "$from" ]; then
    cat <"$url" >"$file"
  elif has curl; then
    case $url in
      https:*) curl -fsSL --proto '=https' --proto-redir '=https' --tlsv1.2 --retry 2 --connect-timeout 20 -o "$file" "$url" ;;
      *) curl -fsS --connect-timeout 20 -o "$file" "$url" ;;
    esac
  elif has wget; then
    wget -q -O "$file" "$url"
  else
    die 'neither curl nor wget is here'
  fi
}

digest() {
  if has sha256sum; then
    sha256sum <"$1"
  elif has shasum; then
    shasum -a 256 <"$1"
  elif has openssl; then
    openssl dgst -sha256 -r <"$1"
  else
    die 'none of sha256sum, shasum and openssl is here: what was downloaded cannot be verified, nothing was installed'
  fi | cut -d ' ' -f 1
}

# The one line of SHA256SUMS for exactly this name.
expected() {
  awk -v name="$2" '{ sub(/\r$/, "") } $2 == name || $2 == "*" name { print $1 }' "$1"
}

is_digest() {
  case $1 in
    *[!0-9a-f]*) return 1 ;;
  esac
  [ "${#1}" -eq 64 ]
}

main() {
  dir=${TFY_HOOK_INSTALL_DIR:-}
  version=${TFY_HOOK_VERSION:-}
  base=${TFY_HOOK_BASE_URL:-}
  from=
  known=
  while [ "$#" -gt 0 ]; do
    case $1 in
      -h | --help)
        usage
        return
        ;;
      --to | --version | --base-url | --from | --sha256)
        if [ "$#" -lt 2 ] || [ -z "$2" ]; then die "$1 needs a value"; fi
        case $1 in
          --to) dir=$2 ;;
          --version) version=$2 ;;
          --base-url) base=$2 ;;
          --from) from=$2 ;;
          --sha256) known=$(printf '%s' "$2" | tr ABCDEF abcdef) ;;
        esac
        shift 2
        ;;
      *) die "unknown argument: $1" ;;
    esac
  done

  if [ -z "$dir" ]; then
    if [ -z "${HOME:-}" ]; then die 'HOME is not set: say where with --to'; fi
    dir=$HOME/.local/bin
  fi
  case $version in
    *[!0-9A-Za-z.+-]*) die "not a version: $version" ;;
  esac
  got=downloaded
  if [ -n "$from" ]; then
    got='read'
    if [ -n "$version" ]; then die '--from takes what the folder holds: without --version'; fi
    base=$(CDPATH='' cd -- "$from" 2>/dev/null && pwd) || die "$from is not a folder that can be read"
  elif [ -z "$base" ]; then
    if [ -n "$version" ]; then base=$releases/download/v${version#v}; else base=$releases/latest/download; fi
  fi
  base=${base%/}
  if [ -z "$from" ]; then check_url "$base"; fi

  for program in uname mktemp cut awk tr; do
    has "$program" || die "$program is missing"
  done
  [ -n "$from" ] || has curl || has wget || die 'neither curl nor wget is here'
  has sha256sum || has shasum || has openssl ||
    die 'none of sha256sum, shasum and openssl is here: what is downloaded could not be verified'

  # A subshell that dies does not end this shell.
  target=$(platform) || exit 1
  name=tfy-hook-$target

  mkdir -p -- "$dir" || die "$dir cannot be made"
  dir=$(CDPATH='' cd -- "$dir" && pwd)
  if [ -d "$dir/tfy-hook" ]; then die "$dir/tfy-hook is a folder"; fi
  # On the same file system, so that the last step is a rename.
  work=$(mktemp -d "$dir/.tfy-hook.XXXXXX") || die "$dir cannot be written to"
  trap 'rm -rf "$work"' EXIT
  trap 'exit 129' HUP
  trap 'exit 130' INT
  trap 'exit 143' TERM

  if [ -n "$from" ]; then say "installing from $base/$name"; else say "downloading $base/$name"; fi
  fetch "$base/SHA256SUMS" "$work/SHA256SUMS" || die "$base/SHA256SUMS cannot be $got; nothing was installed"
  sum=$(expected "$work/SHA256SUMS" "$name")
  if [ -z "$sum" ]; then die "SHA256SUMS names no $name; nothing was installed"; fi
  is_digest "$sum" || die "SHA256SUMS has no usable line for $name; nothing was installed"
  if [ -n "$known" ] && [ "$known" != "$sum" ]; then die "SHA256SUMS says $sum for $name, you said $known; nothing was installed"; fi

  fetch "$base/$name" "$work/tfy-hook" || die "$base/$name cannot be $got; nothing was installed"
  found=$(digest "$work/tfy-hook")
  if [ "$found" != "$sum" ]; then die "$name has the SHA-256 $found, SHA256SUMS says $sum; nothing was installed"; fi

  chmod 755 "$work/tfy-hook"
  said=$(env -i PATH="$PATH" HOME="$work" "$work/tfy-hook" --version 2>"$work/error") ||
    die "$name does not run here ($(head -n 1 "$work/error")); nothing was installed"

  # One that does not run here is left out; an older one that is there already leaves everything to the new executable.
  door=tfy-hook-door-$target
  sum=$(expected "$work/SHA256SUMS" "$door")
  if [ -n "$sum" ] && [ -n "$known" ]; then
    say "$door is left out: --sha256 does not speak for it"
  elif [ -n "$sum" ]; then
    is_digest "$sum" || die "SHA256SUMS has no usable line for $door; nothing was installed"
    fetch "$base/$door" "$work/tfy-hook-door" || die "$base/$door cannot be $got; nothing was installed"
    found=$(digest "$work/tfy-hook-door")
    if [ "$found" != "$sum" ]; then die "$door has the SHA-256 $found, SHA256SUMS says $sum; nothing was installed"; fi
    chmod 755 "$work/tfy-hook-door"
    if ! env -i PATH="$PATH" HOME="$work" "$work/tfy-hook-door" --version >"$work/error" 2>&1; then
      say "$door does not run here, and is left out ($(head -n 1 "$work/error"))"
      rm -f "$work/tfy-hook-door"
    fi
  fi

  mv -f "$work/tfy-hook" "$dir/tfy-hook" || die "$dir/tfy-hook cannot be replaced"

  if [ -e "$work/tfy-hook-door" ]; then
    mv -f "$work/tfy-hook-door" "$dir/tfy-hook-door" || say "$dir/tfy-hook-door cannot be replaced: it leaves everything to tfy-hook"
  fi

  say "tfy-hook $said is $dir/tfy-hook"
  case :$PATH: in
    *":$dir:"*) ;;
    *) say "$dir is not on your PATH: call it by its full name, or add the folder" ;;
  esac
  say "next: $dir/tfy-hook init"
}

# Last, so that half a script does nothing.
main "$@"
