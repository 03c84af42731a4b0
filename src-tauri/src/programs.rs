//! Where the programs that come with Parley are: beside its own binary. That
//! holds in the build folder and in an installed package alike.

use host::Programs;
use std::env::consts::EXE_SUFFIX;
use std::io;
use std::path::Path;

/// The programs beside the running binary (links to it are followed).
pub(crate) fn beside_this_one() -> io::Result<Programs> {
    let own = std::env::current_exe()?.canonicalize()?;
    let folder = own
        .parent()
        .ok_or_else(|| io::Error::other("its own program has no folder"))?;
    Ok(in_folder(folder))
}

fn in_folder(folder: &Path) -> Programs {
    let program = |name: &str| folder.join(format!("{name}{EXE_SUFFIX}"));
    Programs {
        understudy: program("understudy"),
        guardian: program("parley-guardian"),
    }
}

#[cfg(test)]
mod tests {
    use super::in_folder;
    use std::path::Path;

    #[test]
    fn programs_are_side_by_side() {
        let programs = in_folder(Path::new("/usr/bin"));
        assert_eq!(programs.understudy, Path::new("/usr/bin/understudy"));
        assert_eq!(programs.guardian, Path::new("/usr/bin/parley-guardian"));
    }
}
