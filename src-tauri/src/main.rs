//! The `parley` program: the app, and `parley exec` without a display.

fn main() -> std::process::ExitCode {
    let start = parley::Start::from_command_line();
    if start.opens_windows() && start.needs_plain_buffers() {
        // Without a render node WebKit's DMA-BUF renderer falls back to copying
        // every frame through software GL: 15 frames a second instead of 61,
        // and twice the memory. WebKit reads this once, when GTK starts.
        //
        // SAFETY: no other thread exists yet (the command line was parsed on
        // this one, nothing else was started), so nobody reads the environment
        // while it changes.
        #[allow(unsafe_code)]
        unsafe {
            std::env::set_var(parley::PLAIN_BUFFERS, "1");
        }
    }
    start.run()
}
