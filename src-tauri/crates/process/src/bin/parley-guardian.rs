//! The companion of one agent: see the `guardian` module of the library.

fn main() -> std::process::ExitCode {
    #[cfg(any(unix, windows))]
    return parley_process::guardian::run();
    #[cfg(not(any(unix, windows)))]
    std::process::ExitCode::from(2)
}
