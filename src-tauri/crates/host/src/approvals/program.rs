//! What a profile's program is, so that another one under its name asks again (F080).

use model::AgentProfile;
use std::fmt::Write;
use std::path::Path;

/// A mark of the profile as it is used and of the files it starts: the program,
/// and every argument that is a file (a script for an interpreter). Reading
/// whole programs would take too long at each start; a change of content
/// changes its size, its time or the time of the change itself.
pub(crate) fn stamp(profile: &AgentProfile, program: &Path, workspace: &Path) -> String {
    let mut text = format!(
        "{}\n{}\n{}\n{:?}\n{:?}\n{}\n",
        profile.id,
        profile.protocol.0,
        profile.command,
        profile.args,
        profile.env,
        serde_json::Value::Object(profile.settings.clone()),
    );
    file(&mut text, program);
    for arg in &profile.args {
        let path = workspace.join(arg);
        if path.is_file() {
            file(&mut text, &path);
        }
    }
    crate::conversation::sha256_hex(text.as_bytes())
}

fn file(text: &mut String, path: &Path) {
    let real = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    // Writing to a String cannot fail.
    let _ = write!(text, "{}", real.display());
    if let Ok(meta) = std::fs::metadata(&real) {
        let _ = write!(text, " {} {:?}", meta.len(), meta.modified().ok());
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt;
            let _ = write!(
                text,
                " {} {} {}.{}",
                meta.dev(),
                meta.ino(),
                meta.ctime(),
                meta.ctime_nsec()
            );
        }
    }
    text.push('\n');
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use model::{ProfileId, ProfileOrigin, ProtocolId};

    #[test]
    fn f080_another_program_script_or_setting_is_another_stamp() {
        let dir = tempfile::tempdir().unwrap();
        let program = dir.path().join("agent");
        let script = dir.path().join("agent.py");
        std::fs::write(&program, "one").unwrap();
        std::fs::write(&script, "one").unwrap();
        let mut profile = AgentProfile {
            id: ProfileId::from("p"),
            name: "P".to_owned(),
            protocol: ProtocolId("aionrs".to_owned()),
            command: "agent".to_owned(),
            args: vec!["agent.py".to_owned()],
            env: std::collections::BTreeMap::new(),
            settings: serde_json::Map::new(),
            origin: ProfileOrigin::User,
        };
        let first = stamp(&profile, &program, dir.path());
        assert_eq!(stamp(&profile, &program, dir.path()), first);
        std::fs::write(&script, "two!").unwrap();
        let second = stamp(&profile, &program, dir.path());
        assert_ne!(second, first);
        // Put in its place under the same name, of the same size.
        std::fs::write(dir.path().join("other"), "two").unwrap();
        std::fs::rename(dir.path().join("other"), &program).unwrap();
        let third = stamp(&profile, &program, dir.path());
        assert_ne!(third, second);
        profile.env.insert("X".to_owned(), "1".to_owned());
        assert_ne!(stamp(&profile, &program, dir.path()), third);
    }
}
