# To be sourced: "${release_flags[@]}" is what every `cargo build --release` gets beside what
# Cargo.toml says, so that one build serves the packages and the measurements.
# A panic names its source file; without this that would name the home folder of whoever
# built the program, in every copy of it.
native() { cygpath -m "$1" 2>/dev/null || printf '%s\n' "$1"; }
release_flags=(--config "target.'cfg(all())'.rustflags=[
'--remap-path-prefix=$(native "${CARGO_HOME:-$HOME/.cargo}")/registry/src=',
'--remap-path-prefix=$(native "$PWD")=']")
# Commands of Tauri's own that no capability allows are left out of the program.
export REMOVE_UNUSED_COMMANDS
REMOVE_UNUSED_COMMANDS=$(native "$PWD/src-tauri")
# SQLite without the modules the archive has no table of; it searches with FTS5.
export LIBSQLITE3_FLAGS='-USQLITE_ENABLE_FTS3 -USQLITE_ENABLE_FTS3_PARENTHESIS -USQLITE_ENABLE_RTREE -USQLITE_ENABLE_DBSTAT_VTAB -USQLITE_SOUNDEX'
