# Sourced by the commands of the checkout: makes `cargo` callable, or says what to do.
if ! command -v cargo >/dev/null && [ -r "${CARGO_HOME:-$HOME/.cargo}/env" ]; then
    . "${CARGO_HOME:-$HOME/.cargo}/env"
fi
if ! command -v cargo >/dev/null; then
    echo 'cairn: cargo was not found: install Rust 1.90 or newer (https://rustup.rs), then try again' >&2
    exit 69
fi
