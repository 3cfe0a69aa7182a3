# shellcheck shell=bash
# Sourced by ./run and ./test: makes .venv, installs what constraints.txt pins, and sees to the
# system libraries that Qt links to. What is done already is skipped; nothing here writes to stdout.

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
venv="$root/.venv"

say() { printf '%s\n' "$*" >&2; }

fail() {
    say "$*"
    exit 1
}

# Prints the first Python that is new enough and can make a virtual environment.
find_python() {
    local candidate
    for candidate in ${COCITE_PYTHON:+"$COCITE_PYTHON"} \
        python3.11 python3.12 python3.13 python3.14 python3; do
        if "$candidate" -c 'import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))' \
            >/dev/null 2>&1; then
            printf '%s\n' "$candidate"
            return
        fi
    done
    return 1
}

# apt_install PACKAGE...: installs them when that is possible, else prints the command and fails.
apt_install() {
    local output
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        say "Installing with apt-get: $*"
        if output="$(apt-get update -qq 2>&1 && DEBIAN_FRONTEND=noninteractive \
            apt-get install -y -qq --no-install-recommends "$@" 2>&1)"; then
            return
        fi
        say "$output"
    fi
    say "Install them with:  sudo apt-get update && sudo apt-get install -y --no-install-recommends $*"
    return 1
}

make_venv() {
    [ -w "$root" ] || fail "No .venv can be made in $root, which you may not write; clone Cocite to a folder of your own."
    local python
    if ! python="$(find_python)"; then
        say "Cocite needs Python 3.11 or later with its venv module."
        apt_install python3 python3-venv || exit 1
        python="$(find_python)" || fail "This system's python3 is older than 3.11; COCITE_PYTHON may name another."
    fi
    say "Making .venv with $("$python" --version)."
    "$python" -m venv --clear "$venv"
}

# What an installation depends on: another checkout path or another Python makes it stale too.
fingerprint() {
    { printf '%s\n' "$root"; readlink -f "$venv/bin/python"; cat "$root"/{pyproject.toml,constraints.txt,requirements.lock}; } |
        { sha256sum 2>/dev/null || shasum -a 256; } | cut -d ' ' -f 1
}

# Prints what ships, with the hashes of its files. Torch, and what its builds for CUDA bring, is left
# to the pins: which of its builds comes is for the package index that pip was told of to say.
locked_but_torch() {
    awk '/^[^ ]/ { left_out = /^(torch==|triton==|nvidia-|cuda-)/ } !left_out' "$root/requirements.lock"
}

# Prints the name of the build of torch for the graphics cards here, its index and the cards; nothing
# where the package index's own build is the one that fits, or there is no card.
torch_build() {
    [ -n "${COCITE_TORCH-}" ] || PATH="$PATH:/opt/rocm/bin:/usr/lib/wsl/lib" \
        command -v nvidia-smi rocm-smi amd-smi xpu-smi >/dev/null || return 0
    (cd "$root" && "$venv/bin/python" -m core.base.graphics_cards) || true
}

# install_torch: brings the build of torch that fits the cards, if that is not the usual one. Where it
# cannot be had, says so; Cocite then uses the CPU. Asked for once a day at most.
install_torch() {
    local name index cards tried="$venv/.torch-tried"
    torch_name=""
    read -r name index cards < <(torch_build) || true
    [ -n "$name" ] || return 0
    if [ "$(cat "$venv/.torch-build" 2>/dev/null)" = "$name" ]; then
        torch_name="$name"
        return 0
    fi
    [ -z "$(find "$tried" -mtime -1 2>/dev/null)" ] || [ "$(cat "$tried")" != "$name" ] || return 0
    say "Installing torch for $cards ($name)."
    if "$venv/bin/python" -m pip --disable-pip-version-check install --retries 1 --timeout 10 \
        --constraint "$root/resources/torch/$name.txt" --index-url "$index" --upgrade torch >&2; then
        printf '%s\n' "$name" >"$venv/.torch-build"
        torch_name="$name"
        return 0
    fi
    printf '%s\n' "$name" >"$tried" 2>/dev/null || true
    say "That build of torch could not be downloaded, so the CPU is used. With a network, install it with:"
    say "  $venv/bin/python -m pip install --constraint $root/resources/torch/$name.txt --index-url $index --upgrade torch"
}

# Prints the pins, with the version of torch that was installed for the cards.
pins() {
    if [ -z "${torch_name-}" ]; then
        cat "$root/constraints.txt"
    else
        grep -v '^torch==' "$root/constraints.txt"
        cat "$root/resources/torch/$torch_name.txt"
    fi
}

# install_packages EXTRA: installs Cocite into .venv; EXTRA is "" or "test". A second call waits for
# the first one's end, where the system has flock.
install_packages() {
    local extra="$1" stamp wanted quiet=()
    exec 9<"$root/pyproject.toml"
    ! command -v flock >/dev/null || flock 9
    if [ -e "$venv/.installing" ] || ! "$venv/bin/python" -c 'import pip' >/dev/null 2>&1; then
        make_venv # the last installation was killed half-way, or there was none
    fi
    install_torch
    wanted="$(fingerprint)"
    for stamp in "$venv/.installed-test" "$venv/.installed-$extra"; do
        if [ "$(cat "$stamp" 2>/dev/null)" = "$wanted" ]; then
            exec 9<&-
            return
        fi
    done
    [ -t 2 ] || quiet=(-qq)
    say "Installing the libraries Cocite needs; this takes some minutes, once."
    local pip=("$venv/bin/python" -m pip --disable-pip-version-check install ${quiet[@]+"${quiet[@]}"})
    touch "$venv/.installing"
    pins >"$venv/.pins.txt"
    local pinned=("${pip[@]}" --constraint "$venv/.pins.txt")
    if ! { "${pip[@]}" --require-hashes --no-deps --requirement <(locked_but_torch) &&
        "${pinned[@]}" setuptools &&
        "${pinned[@]}" --no-build-isolation --editable "$root${extra:+[$extra]}"; } >&2; then
        rm -f "$venv/.installing"
        fail "The libraries could not be installed. Start again when the cause above is gone; what was downloaded is kept."
    fi
    rm -f "$venv/.installing" "$venv"/.libraries-*
    printf '%s\n' "$wanted" >"$venv/.installed-$extra"
    exec 9<&-
}

# Prints the shared libraries that Qt links to and the system does not have.
missing_libraries() {
    local qt
    qt="$(echo "$venv"/lib/python3*/site-packages/PySide6)"
    for file in "$qt"/Qt{Core,Gui,Widgets,Svg,Pdf,Network,DBus,OpenGL,OpenGLWidgets,Test}.abi3.so \
        "$qt"/Qt/plugins/platforms/libq{xcb,wayland,offscreen}.so \
        "$qt"/Qt/plugins/{imageformats,iconengines,xcbglintegrations,wayland-shell-integration}/*.so; do
        [ ! -e "$file" ] || ldd "$file"
    done 2>/dev/null | awk '/=> not found/ { print $1 }' | sort -u
}

# Prints the Debian package of each library named on stdin.
package_of() {
    local name
    while read -r name; do
        case "$name" in
        libEGL.so.1) echo libegl1 ;;
        libGL.so.1) echo libgl1 ;;
        libX11.so.6) echo libx11-6 ;;
        libX11-xcb.so.1) echo libx11-xcb1 ;;
        libbrotli*) echo libbrotli1 ;;
        libdbus-1.so.3) echo libdbus-1-3 ;;
        libfontconfig.so.1) echo libfontconfig1 ;;
        libfreetype.so.6) echo libfreetype6 ;;
        libglib-2.0.so.0 | libgthread-2.0.so.0) echo libglib2.0-0 ;;
        libgssapi_krb5.so.2) echo libgssapi-krb5-2 ;;
        libwayland-client.so.0) echo libwayland-client0 ;;
        libwayland-cursor.so.0) echo libwayland-cursor0 ;;
        libwayland-egl.so.1) echo libwayland-egl1 ;;
        libxcb.so.1) echo libxcb1 ;;
        libxcb-icccm.so.4) echo libxcb-icccm4 ;;
        libxcb-*.so.1) name="${name%.so.1}" && echo "${name}1" ;;
        libxcb-*.so.0) name="${name%.so.0}" && echo "${name}0" ;;
        libxkbcommon.so.0) echo libxkbcommon0 ;;
        libxkbcommon-x11.so.0) echo libxkbcommon-x11-0 ;;
        libzstd.so.1) echo libzstd1 ;;
        libz.so.1) echo zlib1g ;;
        *) say "Qt also misses $name." ;;
        esac
    done | sort -u
}

# Succeeds when Qt finds every system library; installs them when run as root. The outcome is
# remembered: .libraries-present for good, .libraries-checked so that only the window asks again.
install_libraries() {
    [ "$(uname)" = Linux ] || return 0
    [ ! -e "$venv/.libraries-present" ] || return 0
    touch "$venv/.libraries-checked" 2>/dev/null || true
    local packages
    mapfile -t packages < <(missing_libraries | package_of)
    if [ "${#packages[@]}" -gt 0 ]; then
        say "The window needs ${#packages[@]} system packages that are missing."
        apt_install "${packages[@]}" || return 1
    fi
    [ -z "$(missing_libraries)" ] || return 1
    touch "$venv/.libraries-present" 2>/dev/null || true
}
