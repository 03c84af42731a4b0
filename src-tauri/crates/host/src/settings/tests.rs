#![allow(clippy::unwrap_used)]
use super::*;
use model::view::Theme;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const FOLDER: &str = "PARLEY_TEST_SETTINGS";

fn with_theme(file: &SettingsFile, theme: Theme) -> Result<Settings, Problem> {
    let mut settings = file.get();
    settings.theme = theme;
    file.change(settings)
}

fn text(dir: &Path) -> String {
    fs::read_to_string(dir.join("settings.json")).unwrap()
}

#[test]
fn c65_unknown_keys_comments_and_order_outlive_a_change() {
    let dir = tempfile::tempdir().unwrap();
    let written = "{\n  // my choice\n  \"theme\": \"dark\", /* at night */\n  \"fromTheFuture\": {\"a\": [1, \"}\"]}, // keep\n  \"textPercent\": 110,\n}\n";
    fs::write(dir.path().join("settings.json"), written).unwrap();
    let file = SettingsFile::open(dir.path());
    assert_eq!(file.get().theme, Theme::Dark);
    assert_eq!(file.get().text_percent, 110);
    assert_eq!(file.take_trouble(), None);
    assert_eq!(text(dir.path()), written, "a start writes nothing");
    with_theme(&file, Theme::Light).unwrap();
    assert_eq!(text(dir.path()), written.replace("\"dark\"", "\"light\""));
    let mut settings = file.get();
    settings.last_profile = "aionrs".to_owned();
    file.change(settings).unwrap();
    let again = SettingsFile::open(dir.path());
    assert_eq!(again.get().last_profile, "aionrs");
    assert!(text(dir.path()).contains("// my choice"));
    assert!(text(dir.path()).contains("\"fromTheFuture\": {\"a\": [1, \"}\"]}, // keep"));
}

#[test]
fn c65_a_value_of_a_later_version_costs_only_itself() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(
        dir.path().join("settings.json"),
        r#"{"theme":"sepia","textPercent":130}"#,
    )
    .unwrap();
    let file = SettingsFile::open(dir.path());
    assert_eq!(file.get().theme, Theme::System);
    assert_eq!(file.get().text_percent, 130);
    assert!(file.take_trouble().unwrap().ends_with("theme."));
    let mut settings = file.get();
    settings.text_percent = 120;
    file.change(settings).unwrap();
    assert_eq!(text(dir.path()), r#"{"theme":"sepia","textPercent":120}"#);
}

#[test]
fn f120_a_corrupt_file_falls_back_to_the_last_good_copy_and_is_told() {
    for damage in [
        "{\"theme\":",
        "",
        "\0\0\0\0",
        "[]",
        "{\"theme\" \"dark\"}",
        "{} {}",
    ] {
        let dir = tempfile::tempdir().unwrap();
        let file = SettingsFile::open(dir.path());
        with_theme(&file, Theme::Dark).unwrap();
        with_theme(&file, Theme::Light).unwrap();
        let path = dir.path().join("settings.json");
        fs::write(&path, damage).unwrap();
        let again = SettingsFile::open(dir.path());
        assert_eq!(again.get().theme, Theme::Dark, "{damage:?}");
        let told = again.take_trouble().unwrap();
        assert!(told.contains("was damaged. The last good copy"), "{told}");
        assert_eq!(again.take_trouble(), None, "told once");
        let aside = dir.path().join("settings.json.damaged");
        assert_eq!(fs::read_to_string(aside).unwrap(), damage);
        // Restored: the next start has nothing to tell.
        assert_eq!(SettingsFile::open(dir.path()).take_trouble(), None);
    }
}

/// Changes the settings for ever; run by the test below in a process of its own.
#[test]
fn child_changes_until_killed() {
    let Some(dir) = std::env::var_os(FOLDER) else {
        return;
    };
    let file = SettingsFile::open(Path::new(&dir));
    fs::write(Path::new(&dir).join("begun"), "").unwrap();
    for round in 0_u32.. {
        let mut settings = file.get();
        settings.text_percent = 80 + round % 120;
        settings.last_workspace = "w".repeat(5000 + round as usize % 3000);
        file.change(settings).unwrap();
    }
}

#[allow(clippy::disallowed_methods)]
fn child(dir: &Path, limit: &str) -> Command {
    let me = std::env::current_exe().unwrap();
    let mut command = Command::new("sh");
    let script = format!(
        "{limit} exec '{}' --exact settings::tests::child_changes_until_killed",
        me.display()
    );
    command
        .args(["-c", &script])
        .env(FOLDER, dir)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}

#[test]
fn f120_two_hundred_kills_leave_a_readable_file() {
    let dir = tempfile::tempdir().unwrap();
    let begun = dir.path().join("begun");
    for kill in 0..200_u64 {
        let mut writer = child(dir.path(), "").spawn().unwrap();
        let end = Instant::now() + Duration::from_secs(30);
        while !begun.exists() {
            assert!(Instant::now() < end);
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_micros(kill * 97 % 9000));
        writer.kill().unwrap();
        writer.wait().unwrap();
        fs::remove_file(&begun).unwrap();
        let file = SettingsFile::open(dir.path());
        assert_eq!(file.take_trouble(), None, "kill {kill}");
    }
    let aside = dir.path().join("settings.json.damaged");
    assert!(!aside.exists());
    assert!(SettingsFile::open(dir.path()).get().last_workspace.len() >= 5000);
}

#[test]
fn f120_a_disk_that_takes_nothing_leaves_the_file_and_says_so() {
    let dir = tempfile::tempdir().unwrap();
    let file = SettingsFile::open(dir.path());
    with_theme(&file, Theme::Dark).unwrap();
    let before = text(dir.path());
    // Every write of the child fails, as on a full disk.
    let status = child(dir.path(), "trap '' XFSZ; ulimit -f 0;")
        .status()
        .unwrap();
    assert!(!status.success(), "its change was refused");
    assert_eq!(text(dir.path()), before);
    assert_eq!(SettingsFile::open(dir.path()).get().theme, Theme::Dark);
    assert!(!dir.path().join("settings.json.new").exists());
}

#[test]
fn f111_what_another_program_wrote_is_put_aside_and_told() {
    let dir = tempfile::tempdir().unwrap();
    let file = SettingsFile::open(dir.path());
    with_theme(&file, Theme::Dark).unwrap();
    let theirs = r#"{"theme":"light","agentsWithoutWindow":"evil"}"#;
    fs::write(dir.path().join("settings.json"), theirs).unwrap();
    let mut settings = file.get();
    assert_eq!(
        settings.theme,
        Theme::Dark,
        "what runs is not touched by it"
    );
    settings.text_percent = 120;
    file.change(settings).unwrap();
    assert!(
        file.take_trouble()
            .unwrap()
            .contains("Another program changed")
    );
    let aside = fs::read_to_string(dir.path().join("settings.json.changed")).unwrap();
    assert_eq!(aside, theirs);
    let again = SettingsFile::open(dir.path());
    assert_eq!(again.get().theme, Theme::Dark);
    assert_eq!(again.get().text_percent, 120);
}

#[test]
fn f111_what_another_program_wrote_stays_where_it_is_if_nothing_can_be_saved() {
    for in_the_way in ["settings.json.new", "settings.json.last-good.new"] {
        let dir = tempfile::tempdir().unwrap();
        let file = SettingsFile::open(dir.path());
        with_theme(&file, Theme::Dark).unwrap();
        let theirs = r#"{"theme":"light"}"#;
        fs::write(dir.path().join("settings.json"), theirs).unwrap();
        // A folder where the new file would be written.
        fs::create_dir(dir.path().join(in_the_way)).unwrap();
        let mut settings = file.get();
        settings.text_percent = 120;
        let refused = file.change(settings.clone()).unwrap_err();
        assert!(refused.message.contains("They are as they were"));
        assert_eq!(text(dir.path()), theirs, "{in_the_way}");
        assert_eq!(file.take_trouble(), None, "nothing was put aside");
        assert!(!dir.path().join("settings.json.changed").exists());
        fs::remove_dir(dir.path().join(in_the_way)).unwrap();
        file.change(settings).unwrap();
        let aside = fs::read_to_string(dir.path().join("settings.json.changed")).unwrap();
        assert_eq!(aside, theirs);
    }
}

#[cfg(unix)]
#[test]
fn f106_all_settings_files_are_private_under_any_umask() {
    use std::os::unix::fs::PermissionsExt;
    for umask in ["umask 000;", "umask 077;"] {
        let dir = tempfile::tempdir().unwrap();
        let mut writer = child(dir.path(), umask).spawn().unwrap();
        let end = Instant::now() + Duration::from_secs(30);
        while !dir.path().join("settings.json.last-good").exists() {
            assert!(Instant::now() < end);
            std::thread::sleep(Duration::from_millis(5));
        }
        writer.kill().unwrap();
        writer.wait().unwrap();
        for name in ["settings.json", "settings.json.last-good"] {
            let mode = fs::metadata(dir.path().join(name))
                .unwrap()
                .permissions()
                .mode();
            assert_eq!(mode & 0o777, 0o600, "{umask} {name}");
        }
    }
}

#[test]
fn the_values_live_where_they_are_told_to() {
    use std::sync::Arc;
    struct Shared(Arc<Plain>);
    impl SettingsMemory for Shared {
        fn entries(&self) -> Map<String, Value> {
            self.0.entries()
        }
        fn set(&self, name: &str, value: Value) {
            self.0.set(name, value);
        }
    }
    let dir = tempfile::tempdir().unwrap();
    fs::write(
        dir.path().join("settings.json"),
        r#"{"later":1,"theme":"dark"}"#,
    )
    .unwrap();
    let file = SettingsFile::open(dir.path());
    let store = Arc::new(Plain::default());
    file.live_in(Box::new(Shared(Arc::clone(&store))));
    assert_eq!(store.entries()["theme"], "dark");
    with_theme(&file, Theme::Light).unwrap();
    assert_eq!(store.entries()["theme"], "light");
    // Entries of the store are what is written.
    store.set("ofTheStore", Value::from(true));
    with_theme(&file, Theme::System).unwrap();
    let all: Value = serde_json::from_str(&text(dir.path())).unwrap();
    assert_eq!(
        all,
        serde_json::json!({"later": 1, "theme": "system", "ofTheStore": true})
    );
}

#[test]
fn the_theme_is_known_before_the_host_and_what_is_damaged_is_left_to_it() {
    let dir = tempfile::tempdir().unwrap();
    assert_eq!(theme_in(dir.path()), Theme::System);
    for (written, theme) in [
        ("{ // mine\n \"theme\": \"dark\", }", Theme::Dark),
        (r#"{"textPercent":"large","theme":"light"}"#, Theme::Light),
        (r#"{"theme":"sepia"}"#, Theme::System),
        (r#"{"theme":"dark"#, Theme::System),
    ] {
        fs::write(dir.path().join("settings.json"), written).unwrap();
        assert_eq!(theme_in(dir.path()), theme, "{written}");
        assert_eq!(text(dir.path()), written);
    }
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
}
