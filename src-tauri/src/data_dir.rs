//! The folder of Parley's files: which one, and private to the user.

use crate::error::StartError;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// Which folder: what the command line says, else `PARLEY_DATA_DIR`, else
/// `parley` in the user's data folder (XDG base directories; relative values
/// there are ignored, as that specification says).
pub(crate) fn choose(
    asked: Option<&Path>,
    variable: impl Fn(&str) -> Option<OsString>,
) -> Result<PathBuf, StartError> {
    if let Some(asked) = asked {
        return Ok(asked.to_owned());
    }
    let set = |name: &str| {
        variable(name)
            .filter(|value| !value.is_empty())
            .map(PathBuf::from)
    };
    if let Some(own) = set("PARLEY_DATA_DIR") {
        return Ok(own);
    }
    if let Some(data_home) = set("XDG_DATA_HOME").filter(|path| path.is_absolute()) {
        return Ok(data_home.join("parley"));
    }
    set("HOME")
        .filter(|path| path.is_absolute())
        .map(|home| home.join(".local/share/parley"))
        .ok_or(StartError::NoDataDir)
}

/// Makes the folder, readable by nobody else, and returns its real path.
pub(crate) fn prepare(folder: &Path) -> Result<PathBuf, StartError> {
    create_private(folder)
        .and_then(|()| folder.canonicalize())
        .map_err(|reason| StartError::DataDir {
            path: folder.display().to_string(),
            reason,
        })
}

/// Makes a folder and its parents, mode 0700. One that is there already keeps its mode.
pub(crate) fn create_private(folder: &Path) -> std::io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{choose, prepare};
    use std::collections::HashMap;
    use std::ffi::OsString;
    use std::path::{Path, PathBuf};

    fn chosen(asked: Option<&str>, variables: &[(&str, &str)]) -> Option<PathBuf> {
        let variables: HashMap<&str, &str> = variables.iter().copied().collect();
        choose(asked.map(Path::new), |name| {
            variables.get(name).map(OsString::from)
        })
        .ok()
    }

    #[test]
    fn the_command_line_comes_first_then_the_variable_then_xdg_then_home() {
        let all = [
            ("PARLEY_DATA_DIR", "/own"),
            ("XDG_DATA_HOME", "/xdg"),
            ("HOME", "/home/u"),
        ];
        assert_eq!(chosen(Some("/asked"), &all), Some("/asked".into()));
        assert_eq!(chosen(None, &all), Some("/own".into()));
        assert_eq!(chosen(None, &all[1..]), Some("/xdg/parley".into()));
        assert_eq!(
            chosen(None, &all[2..]),
            Some("/home/u/.local/share/parley".into())
        );
        assert_eq!(chosen(None, &[]), None);
    }

    #[test]
    fn empty_and_relative_values_do_not_count() {
        assert_eq!(
            chosen(
                None,
                &[
                    ("PARLEY_DATA_DIR", ""),
                    ("XDG_DATA_HOME", "relative"),
                    ("HOME", "/home/u")
                ]
            ),
            Some("/home/u/.local/share/parley".into())
        );
    }

    #[cfg(unix)]
    #[test]
    fn the_folder_is_private() {
        use std::os::unix::fs::PermissionsExt;
        let temporary = tempfile::tempdir().unwrap();
        let folder = prepare(&temporary.path().join("a/b")).unwrap();
        let mode = folder.metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o700);
    }
}
