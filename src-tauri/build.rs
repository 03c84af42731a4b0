//! Makes a permission of every command, checks the capability files and embeds
//! the window's files.

include!("src/command_list.rs");

macro_rules! names {
    ($($group:ident::$name:ident,)*) => { &[$(stringify!($name)),*] };
}

const COMMANDS: &[&str] = with_commands!(names);

fn main() {
    println!("cargo:rerun-if-changed=src/command_list.rs");
    let attributes = tauri_build::Attributes::new()
        .app_manifest(tauri_build::AppManifest::new().commands(COMMANDS));
    if let Err(error) = tauri_build::try_build(attributes) {
        eprintln!("{error:#}");
        std::process::exit(1);
    }
    if !std::path::Path::new("../ui/dist/index.html").exists()
        && std::env::var_os("TAURI_CONFIG").is_none()
    {
        println!(
            "cargo:warning=ui/dist is missing, so the window would be empty: run `npm run build` in ui/ first (`make` does)"
        );
    }
}
