//! The texts in a project's folder. Links are not followed, hidden folders and
//! those of build tools are left out, and a very large project is listed in part.

use model::view::ProjectFolder;
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::path::Path;

/// Levels below the project.
const DEEPEST: usize = 8;
/// Files listed at most.
const FILES: usize = 5_000;
/// Entries looked at, at most: a folder that is no project is given up soon.
const LOOKED_AT: usize = 50_000;
/// What a text's name ends with.
const TEXTS: [&str; 8] = [
    "md", "markdown", "txt", "fountain", "org", "rst", "adoc", "tex",
];
/// Folders of other things.
const OTHERS: [&str; 3] = ["node_modules", "target", "vendor"];
/// What a folder of characters is called.
const CHARACTERS: [&str; 2] = ["characters", "character"];

/// What was found.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Found {
    pub folders: Vec<ProjectFolder>,
    pub characters: Vec<String>,
    pub truncated: bool,
}

/// Looks through a project.
pub(super) fn look(project: &Path) -> Found {
    let mut search = Search::default();
    search.enter(project, "", 0);
    let mut folders = search.folders;
    model::order::sort_by(&mut folders, |a, b| natural(&a.path, &b.path));
    Found {
        folders,
        characters: search.characters.into_iter().collect(),
        truncated: search.truncated,
    }
}

#[derive(Default)]
struct Search {
    folders: Vec<ProjectFolder>,
    characters: BTreeSet<String>,
    files: usize,
    looked_at: usize,
    truncated: bool,
}

impl Search {
    fn enter(&mut self, folder: &Path, relative: &str, depth: usize) {
        // A folder that can't be read has nothing to choose from.
        let Ok(entries) = std::fs::read_dir(folder) else {
            return;
        };
        let is_of_characters = relative
            .rsplit('/')
            .next()
            .is_some_and(|name| CHARACTERS.contains(&name.to_ascii_lowercase().as_str()));
        let mut files = Vec::new();
        let mut inner = Vec::new();
        for entry in entries.flatten() {
            self.looked_at += 1;
            if self.looked_at > LOOKED_AT {
                self.truncated = true;
                break;
            }
            // What has no text for a name can't be told to an agent.
            let Ok(name) = entry.file_name().into_string() else {
                continue;
            };
            let Ok(kind) = entry.file_type() else {
                continue;
            };
            if name.starts_with('.') || name.contains(char::is_control) {
                continue;
            }
            if kind.is_dir() && !OTHERS.contains(&name.as_str()) {
                if is_of_characters {
                    self.characters.insert(name.clone());
                }
                inner.push(name);
            } else if kind.is_file() && is_text(&name) {
                if is_of_characters && let Some((stem, _)) = name.rsplit_once('.') {
                    self.characters.insert(stem.to_owned());
                }
                if self.files == FILES {
                    self.truncated = true;
                    continue;
                }
                self.files += 1;
                files.push(name);
            }
        }
        if !files.is_empty() {
            model::order::sort_by(&mut files, |a, b| natural(a, b));
            self.folders.push(ProjectFolder {
                path: relative.to_owned(),
                files,
            });
        }
        if depth == DEEPEST {
            self.truncated |= !inner.is_empty();
            return;
        }
        model::order::sort_by(&mut inner, |a, b| natural(a, b));
        for name in inner {
            let below = if relative.is_empty() {
                name.clone()
            } else {
                format!("{relative}/{name}")
            };
            self.enter(&folder.join(&name), &below, depth + 1);
        }
    }
}

fn is_text(name: &str) -> bool {
    name.rsplit_once('.')
        .is_some_and(|(_, ending)| TEXTS.contains(&ending.to_ascii_lowercase().as_str()))
}

/// Chapter 2 before chapter 10.
fn natural(a: &str, b: &str) -> Ordering {
    let (mut a, mut b) = (a, b);
    loop {
        let (digits_a, digits_b) = (digits(a), digits(b));
        if digits_a > 0 && digits_b > 0 {
            let (number_a, number_b) = (&a[..digits_a], &b[..digits_b]);
            let (plain_a, plain_b) = (
                number_a.trim_start_matches('0'),
                number_b.trim_start_matches('0'),
            );
            let order = (plain_a.len(), plain_a, digits_a).cmp(&(plain_b.len(), plain_b, digits_b));
            if order != Ordering::Equal {
                return order;
            }
            (a, b) = (&a[digits_a..], &b[digits_b..]);
            continue;
        }
        match (a.chars().next(), b.chars().next()) {
            (Some(x), Some(y)) if x == y => {
                (a, b) = (&a[x.len_utf8()..], &b[y.len_utf8()..]);
            }
            (x, y) => return x.cmp(&y),
        }
    }
}

fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn scenes_and_characters_are_found_in_the_order_people_count() {
        let project = tempfile::tempdir().unwrap();
        let write = |path: &str| {
            let path = project.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "x").unwrap();
        };
        for path in [
            "notes.md",
            "scenes/10-end.md",
            "scenes/2-mid.md",
            "scenes/cover.png",
            "chapters/ch2/1.md",
            "chapters/ch10/1.md",
            "characters/lance-thurgood.md",
            "characters/bo/profile.md",
            ".nib/secret.md",
            "node_modules/readme.md",
        ] {
            write(path);
        }
        let outside = tempfile::tempdir().unwrap();
        std::fs::write(outside.path().join("far.md"), "x").unwrap();
        std::os::unix::fs::symlink(outside.path(), project.path().join("link")).unwrap();
        let found = look(project.path());
        let folder = |path: &str, files: &[&str]| ProjectFolder {
            path: path.to_owned(),
            files: files.iter().map(|&file| file.to_owned()).collect(),
        };
        assert_eq!(
            found,
            Found {
                folders: vec![
                    folder("", &["notes.md"]),
                    folder("chapters/ch2", &["1.md"]),
                    folder("chapters/ch10", &["1.md"]),
                    folder("characters", &["lance-thurgood.md"]),
                    folder("characters/bo", &["profile.md"]),
                    folder("scenes", &["2-mid.md", "10-end.md"]),
                ],
                characters: vec!["bo".to_owned(), "lance-thurgood".to_owned()],
                truncated: false,
            }
        );
    }
}
