//! The companion of one agent: see the `guardian` module of the library.

fn main() -> std::process::ExitCode {
    #[cfg(unix)]
    return parley_process::guardian::run();
    #[cfg(not(unix))]
    std::process::ExitCode::from(2)
}
