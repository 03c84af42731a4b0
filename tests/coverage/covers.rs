//! Whether what a row names is there.

use crate::table;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Sources that were read, by path.
#[derive(Default)]
pub(crate) struct Sources(BTreeMap<PathBuf, String>);

/// What a name of a row stands for.
pub(crate) enum Cover {
    /// A transcript of this protocol.
    Transcript(String),
    Test,
}

/// Finds a name of a row of `protocol`.
///
/// # Errors
/// What is missing.
pub(crate) fn find(protocol: &str, name: &str, sources: &mut Sources) -> Result<Cover, String> {
    if let Some((module, test)) = name.rsplit_once("::") {
        return find_test(protocol, module, test, sources);
    }
    let (owner, transcript) = name.split_once('/').unwrap_or((protocol, name));
    let word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    if owner != protocol || transcript.is_empty() || !transcript.chars().all(word) {
        return Err(format!("“{name}” is no name of a transcript or a test"));
    }
    for ending in ["in", "out"] {
        let file = format!("{transcript}.{ending}");
        if !table::folder().join(protocol).join(&file).is_file() {
            return Err(format!("there is no {protocol}/{file}"));
        }
    }
    Ok(Cover::Transcript(transcript.to_owned()))
}

fn find_test(
    protocol: &str,
    module: &str,
    test: &str,
    sources: &mut Sources,
) -> Result<Cover, String> {
    let places = places(protocol, module);
    let files: Vec<_> = places.into_iter().filter(|file| file.is_file()).collect();
    if files.is_empty() {
        return Err(format!("there is no module “{module}”"));
    }
    if files.iter().any(|file| sources.has_test(file, test)) {
        Ok(Cover::Test)
    } else {
        Err(format!("there is no test “{test}” in “{module}”"))
    }
}

/// Where a module may stand: among the tests of the protocols, beside the code of
/// this protocol, among the conversations, or in the crate whose name it begins with.
fn places(protocol: &str, module: &str) -> Vec<PathBuf> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let crates = tests.join("../src-tauri/crates");
    let path: Vec<_> = module.split("::").filter(|part| *part != "tests").collect();
    let (first, rest) = (path[0], path[1..].join("/"));
    let mut places = Vec::new();
    let mut module_of = |folder: PathBuf, path: &str| {
        if !path.is_empty() {
            places.push(folder.join(format!("{path}.rs")));
        }
        places.push(folder.join(path).join("mod.rs"));
        places.push(folder.join(path).join("tests.rs"));
    };
    module_of(crates.join("protocols/tests/protocols"), &path.join("/"));
    module_of(crates.join("protocols/src").join(protocol), &path.join("/"));
    if first == protocol {
        module_of(crates.join("protocols/src").join(protocol), &rest);
    }
    if !rest.is_empty() && first == "conversations" {
        module_of(tests.join("conversations"), &rest);
    }
    if !rest.is_empty() && ["archive", "host", "process", "understudy"].contains(&first) {
        module_of(crates.join(first).join("src"), &rest);
        module_of(crates.join(first).join("tests"), &rest);
    }
    places
}

impl Sources {
    fn has_test(&mut self, file: &Path, test: &str) -> bool {
        let text = self.0.entry(file.to_owned()).or_insert_with(|| {
            std::fs::read_to_string(file)
                .unwrap_or_else(|error| panic!("{}: {error}", file.display()))
        });
        let head = format!("fn {test}(");
        let mut marked = false;
        for line in text.lines().map(str::trim) {
            if line.starts_with("#[") {
                marked |= line.starts_with("#[test]") || line.starts_with("#[tokio::test");
            } else if line.contains(" fn ") || line.starts_with("fn ") {
                let at = line.find(&head);
                if marked && at.is_some_and(|at| at == 0 || line[..at].ends_with(' ')) {
                    return true;
                }
                marked = false;
            } else if !line.is_empty() && !line.starts_with("//") {
                marked = false;
            }
        }
        false
    }
}
