//! Getting a damaged file to a point from which its tables can be read.

use crate::{opening, salvage, schema};
use rusqlite::{Connection, OpenFlags};
use std::fs;
use std::path::{Path, PathBuf};

/// Files that are needed while a repair runs; gone with it.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    pub(crate) fn beside(new: &Path) -> Self {
        Self(opening::beside(new, ".scratch"))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        for path in [self.0.clone(), opening::beside(&self.0, ".fresh")] {
            for suffix in ["", "-wal", "-shm", "-journal"] {
                // What is not there is what is wanted.
                let _ = fs::remove_file(opening::beside(&path, suffix));
            }
        }
    }
}

/// A connection to what is left: to the file itself, with its log; to the file
/// without a log that does not fit; or to a copy whose table of tables was
/// taken from a fresh archive. None where nothing of ours can be found.
pub(crate) fn readable(old: &Path, scratch: &Scratch) -> Option<Connection> {
    if !old.is_file() {
        return None;
    }
    let as_it_is = opening::reader(&opening::Source::Shared(old.to_owned())).ok();
    if let Some(conn) = as_it_is.filter(|conn| salvage::reads(conn) && is_ours(conn)) {
        return Some(conn);
    }
    let frozen = opening::reader(&opening::Source::Frozen(old.to_owned())).ok();
    if let Some(conn) = frozen.filter(|conn| salvage::reads(conn) && is_ours(conn)) {
        return Some(conn);
    }
    grafted(old, scratch).filter(salvage::reads)
}

/// Tables of the right names, whatever else is there.
fn is_ours(conn: &Connection) -> bool {
    conn.prepare("SELECT seq, body FROM events").is_ok()
        && conn.prepare("SELECT id, name FROM conversations").is_ok()
}

fn grafted(old: &Path, scratch: &Scratch) -> Option<Connection> {
    let fresh_path = opening::beside(&scratch.0, ".fresh");
    opening::build(&fresh_path, schema::STEPS).ok()?;
    let fresh = fs::read(&fresh_path).ok()?;
    let page = usize::from(u16::from_be_bytes([*fresh.get(16)?, *fresh.get(17)?]));
    let mut bytes = fs::read(old).ok()?;
    // A picture or an empty file holds nothing of ours: at least one whole page
    // after the first must look like a page of a tree.
    let looks_ours = bytes.len() > page
        && bytes
            .chunks_exact(page)
            .skip(1)
            .any(|page| matches!(page[0], 2 | 5 | 10 | 13));
    if !looks_ours {
        return None;
    }
    let pages = u32::try_from(bytes.len() / page).ok()?;
    for number in schema_pages(&fresh, page) {
        let at = (number - 1) * page;
        bytes
            .get_mut(at..at + page)?
            .copy_from_slice(fresh.get(at..at + page)?);
    }
    // Its own length, and no log.
    bytes[18] = 1;
    bytes[19] = 1;
    bytes[28..32].copy_from_slice(&pages.to_be_bytes());
    // The list of free pages is the old file's own and is not needed.
    bytes[32..40].fill(0);
    fs::write(&scratch.0, &bytes).ok()?;
    opening::connect(&scratch.0, OpenFlags::SQLITE_OPEN_READ_ONLY).ok()
}

/// The pages of the table of tables: the first, and where that is no leaf, the
/// leaves it names.
fn schema_pages(fresh: &[u8], page: usize) -> Vec<usize> {
    let mut all = vec![1];
    if fresh.get(100) == Some(&5) {
        let cells = usize::from(u16::from_be_bytes([fresh[103], fresh[104]]));
        let number = |at: usize| {
            fresh
                .get(at..at + 4)
                .map(|four| u32::from_be_bytes([four[0], four[1], four[2], four[3]]) as usize)
        };
        all.extend(number(108));
        for cell in 0..cells {
            let at = 112 + cell * 2;
            let pointer = usize::from(u16::from_be_bytes([fresh[at], fresh[at + 1]]));
            all.extend(number(pointer));
        }
    }
    all.retain(|number| *number > 0 && number * page <= fresh.len());
    all
}
