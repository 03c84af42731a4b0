//! The files of a workspace, for naming one in a message: listed once, kept,
//! and listed anew when the list is old. Hidden and ignored files are left out,
//! and no link leads out of the workspace.

use ignore::WalkBuilder;
use model::view::{WorkspaceFile, WorkspaceFiles};
use nucleo_matcher::pattern::{AtomKind, CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A list this old is used once more, and made anew meanwhile.
const FRESH: Duration = Duration::from_secs(4);
/// A list this old is made anew before it says that there is nothing.
const SURE: Duration = Duration::from_secs(1);
/// Files that are listed at most.
const MOST: usize = 50_000;
/// How long listing may take.
const PATIENCE: Duration = Duration::from_secs(3);
/// Folders that are not gone into even where nothing says to ignore them.
const NEVER: [&str; 2] = ["node_modules", "__pycache__"];
/// Workspaces whose lists are kept.
const KEPT: usize = 4;
/// Files that are told at most.
const TOLD: usize = 30;

/// The lists of the workspaces that were asked for last. Cheap to clone.
#[derive(Clone, Default)]
pub(crate) struct WorkspaceIndex(Arc<Mutex<HashMap<PathBuf, Known>>>);

struct Known {
    listing: Arc<Listing>,
    used: Instant,
    /// It is being made anew.
    renewing: bool,
}

struct Listing {
    paths: Vec<String>,
    cut: bool,
    made: Instant,
}

impl WorkspaceIndex {
    /// The files that fit; reads the disk, so not for a thread that others wait for.
    pub(crate) fn search(&self, root: &Path, text: &str) -> WorkspaceFiles {
        let listing = self.listing(root);
        let found = search(&listing, text);
        if found.files.is_empty() && !listing.cut && listing.made.elapsed() > SURE {
            return search(&self.renew(root), text);
        }
        found
    }

    fn listing(&self, root: &Path) -> Arc<Listing> {
        let (listing, stale) = {
            let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let Some(known) = all.get_mut(root) else {
                drop(all);
                return self.renew(root);
            };
            known.used = Instant::now();
            let stale = known.listing.made.elapsed() > FRESH && !known.renewing;
            known.renewing |= stale;
            (Arc::clone(&known.listing), stale)
        };
        if stale {
            let (index, root) = (self.clone(), root.to_owned());
            std::thread::spawn(move || index.renew(&root));
        }
        listing
    }

    fn renew(&self, root: &Path) -> Arc<Listing> {
        let listing = Arc::new(list(root));
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let used = all.get(root).map_or_else(Instant::now, |known| known.used);
        let known = Known {
            listing: Arc::clone(&listing),
            used,
            renewing: false,
        };
        all.insert(root.to_owned(), known);
        while all.len() > KEPT {
            let oldest = all
                .iter()
                .min_by_key(|(_, known)| known.used)
                .map(|(path, _)| path.clone());
            let Some(oldest) = oldest else { break };
            all.remove(&oldest);
        }
        listing
    }
}

fn list(root: &Path) -> Listing {
    let begun = Instant::now();
    let mut listing = Listing {
        paths: Vec::new(),
        cut: false,
        made: begun,
    };
    let Ok(real_root) = root.canonicalize() else {
        return listing;
    };
    let walk = WalkBuilder::new(&real_root)
        .follow_links(false)
        // Rules of a folder count whether it is a repository or not.
        .require_git(false)
        .max_depth(Some(32))
        .filter_entry(|entry| !NEVER.iter().any(|never| entry.file_name() == *never))
        .build();
    // A folder that can't be read has no files to name.
    for entry in walk.flatten() {
        if entry.depth() == 0 {
            continue;
        }
        if listing.paths.len() >= MOST || begun.elapsed() > PATIENCE {
            listing.cut = true;
            break;
        }
        let Some(kind) = entry.file_type() else {
            continue;
        };
        let kind = if kind.is_symlink() {
            let Ok(target) = entry.path().canonicalize() else {
                continue;
            };
            if !target.starts_with(&real_root) {
                continue;
            }
            match target.metadata() {
                Ok(meta) => meta.file_type(),
                Err(_) => continue,
            }
        } else {
            kind
        };
        if !kind.is_file() && !kind.is_dir() {
            continue;
        }
        let Some(below) = entry
            .path()
            .strip_prefix(&real_root)
            .ok()
            .and_then(Path::to_str)
        else {
            continue;
        };
        if below.chars().any(char::is_control) {
            continue;
        }
        let mut below = below.replace('\\', "/");
        if kind.is_dir() {
            below.push('/');
        }
        listing.paths.push(below);
    }
    listing.made = Instant::now();
    listing
}

fn search(listing: &Listing, text: &str) -> WorkspaceFiles {
    let of = u32::try_from(listing.paths.len()).unwrap_or(u32::MAX);
    let files = if text.trim().is_empty() {
        nearest(&listing.paths)
    } else {
        fitting(&listing.paths, text)
    };
    WorkspaceFiles {
        files,
        of,
        cut: listing.cut,
    }
}

/// Those that lie nearest to the root: what is offered before anything is typed.
fn nearest(paths: &[String]) -> Vec<WorkspaceFile> {
    let depth = |path: &str| path.trim_end_matches('/').matches('/').count();
    let mut all: Vec<&String> = paths.iter().filter(|path| depth(path) < 2).collect();
    model::order::sort_by_key(&mut all, |path| {
        (depth(path), path.ends_with('/'), path.to_lowercase())
    });
    all.into_iter()
        .take(TOLD)
        .map(|path| WorkspaceFile {
            path: path.clone(),
            marks: Vec::new(),
        })
        .collect()
}

fn fitting(paths: &[String], text: &str) -> Vec<WorkspaceFile> {
    let pattern = Pattern::new(
        text,
        CaseMatching::Smart,
        Normalization::Smart,
        AtomKind::Fuzzy,
    );
    let mut matcher = Matcher::new(Config::DEFAULT.match_paths());
    let mut buffer = Vec::new();
    let mut fits: Vec<(u32, &String)> = paths
        .iter()
        .filter_map(|path| {
            let score = pattern.score(Utf32Str::new(path, &mut buffer), &mut matcher)?;
            Some((score, path))
        })
        .collect();
    fits.sort_by_key(|(score, path)| (Reverse(*score), path.len(), *path));
    fits.truncate(TOLD);
    fits.into_iter()
        .map(|(_, path)| {
            let mut marks = Vec::new();
            pattern.indices(Utf32Str::new(path, &mut buffer), &mut matcher, &mut marks);
            marks.sort_unstable();
            marks.dedup();
            WorkspaceFile {
                path: path.clone(),
                marks,
            }
        })
        .collect()
}
