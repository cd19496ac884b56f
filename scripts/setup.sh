# Sourced by the scripts beside it: installs what is missing and builds. All output goes to
# standard error, so that the program's own output can be piped.

set -eu
cd "$(dirname "$0")/.."

build_packages="g++ cmake make ninja-build git gnuplot-nox libbenchmark-dev libcli11-dev
  libeigen3-dev libexpected-dev libfmt-dev libgmock-dev libgtest-dev libtomlplusplus-dev libzstd-dev
  nlohmann-json3-dev"
# Training needs libtorch; with CLANHOUSE_TORCH=OFF there is neither.
if [ "${CLANHOUSE_TORCH:-ON}" = ON ]; then
  # The fast BLAS: without one libtorch uses the reference, thirty times as slow.
  build_packages="$build_packages libtorch-dev libopenblas0-serial"
fi

# install_packages NAME…: those of the Debian packages that are not installed.
install_packages() {
  missing=""
  for package in "$@"; do
    status=$(dpkg-query -W -f='${db:Status-Abbrev}' "$package" 2>/dev/null || true)
    case "$status" in
      ii*) ;;
      *) missing="$missing $package" ;;
    esac
  done
  [ -n "$missing" ] || return 0
  if [ "$(id -u)" = 0 ]; then
    as_root="env"
  elif command -v sudo >/dev/null 2>&1; then
    as_root="sudo env"
  else
    echo "Some packages are missing. As root, run:" >&2
    echo "  apt-get update && apt-get install -y --no-install-recommends$missing" >&2
    exit 3
  fi
  echo "Installing$missing" >&2
  {
    $as_root apt-get update &&
      $as_root DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing
  } >&2
}

# build_preset NAME [TARGET…]: configures when that is new, then builds what has changed.
build_preset() {
  preset=$1
  shift
  # Sanitized presets are without libtorch in any case.
  torch=""
  [ "$preset" != release ] || torch="-DCLANHOUSE_TORCH=${CLANHOUSE_TORCH:-ON}"
  if [ ! "build/$preset/build.ninja" -nt CMakePresets.json ] ||
    { [ -n "$torch" ] && ! grep -q "^CLANHOUSE_TORCH:BOOL=${CLANHOUSE_TORCH:-ON}\$" "build/$preset/CMakeCache.txt"; }; then
    cmake --preset "$preset" $torch >&2
  fi
  # Silent when there is next to nothing to do: the few steps that depend on the build's own name
  # are always tried.
  steps=$(ninja -C "build/$preset" -n "$@" | grep -c '^\[' || true)
  quiet=""
  [ "$steps" -gt 12 ] || quiet="--quiet"
  cmake --build "build/$preset" ${1:+--target "$@"} -- $quiet >&2
}
