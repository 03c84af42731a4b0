//! The `parley` program: the app, and `parley exec` without a display.

fn main() -> std::process::ExitCode {
    let start = parley::Start::from_command_line();
    if start.opens_windows() {
        for (name, value) in start.for_the_engine() {
            // SAFETY: no other thread exists yet (the command line was parsed on
            // this one, nothing else was started), so nobody reads the environment
            // while it changes.
            #[allow(unsafe_code)]
            unsafe {
                std::env::set_var(name, value);
            }
        }
    }
    start.run()
}
