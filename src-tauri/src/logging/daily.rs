//! A file a day, and more when one is full; capped in size and number, the
//! newest kept.

use crate::data_dir::create_private;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};
use tracing_subscriber::fmt::MakeWriter;

/// Files that are kept: a week, or the last of a flood. A fault that repeats can't
/// fill the disk.
const FILES: usize = 7;
/// Bytes of a file. All files together stay under 64 MiB (F122).
const FULL: u64 = 8 * 1024 * 1024;

/// The files of a folder.
pub(super) struct Daily {
    today: Mutex<Today>,
}

struct Today {
    folder: PathBuf,
    /// The day's name, without its ending.
    name: String,
    part: u32,
    file: File,
    written: u64,
}

impl Daily {
    /// Opens today's file and removes the oldest.
    pub(super) fn open(folder: &Path) -> io::Result<Self> {
        create_private(folder)?;
        Ok(Self {
            today: Mutex::new(Today::open(folder, name_of(SystemTime::now()))?),
        })
    }
}

impl Today {
    /// The newest file of the day that has room.
    fn open(folder: &Path, name: String) -> io::Result<Self> {
        // The first parts of a loud day are gone by now: the newest counts.
        let part = fs::read_dir(folder)?
            .flatten()
            .filter_map(|entry| part_of(&name, &entry.file_name().to_string_lossy()))
            .max()
            .unwrap_or(1);
        Self::open_part(folder, name, part)
    }

    fn open_part(folder: &Path, name: String, part: u32) -> io::Result<Self> {
        let mut options = OpenOptions::new();
        options.append(true).create(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(folder.join(file_name(&name, part)))?;
        let written = file.metadata()?.len();
        remove_oldest(folder)?;
        Ok(Self {
            folder: folder.to_owned(),
            name,
            part,
            file,
            written,
        })
    }

    fn write_at(&mut self, now: SystemTime, line: &[u8]) -> io::Result<()> {
        let name = name_of(now);
        if name != self.name {
            *self = Self::open(&self.folder, name)?;
        } else if self.written >= FULL {
            *self = Self::open_part(&self.folder, name, self.part + 1)?;
        }
        self.written += line.len() as u64;
        self.file.write_all(line)
    }
}

/// One line's way into the file.
pub(super) struct Line<'a>(MutexGuard<'a, Today>);

impl Write for Line<'_> {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.0.write_at(SystemTime::now(), line)?;
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.file.flush()
    }
}

impl<'a> MakeWriter<'a> for Daily {
    type Writer = Line<'a>;

    fn make_writer(&'a self) -> Line<'a> {
        Line(self.today.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The first file of a day is `parley-DAY.log`, the next `parley-DAY_00002.log`:
/// so names sort by time.
fn file_name(day: &str, part: u32) -> String {
    if part == 1 {
        format!("{day}.log")
    } else {
        format!("{day}_{part:05}.log")
    }
}

/// Which part of the day a file is.
fn part_of(day: &str, file: &str) -> Option<u32> {
    let rest = file.strip_prefix(day)?.strip_suffix(".log")?;
    match rest.strip_prefix('_') {
        Some(part) => part.parse().ok(),
        None => rest.is_empty().then_some(1),
    }
}

/// Removes all but the newest files; their names sort by time.
fn remove_oldest(folder: &Path) -> io::Result<()> {
    let mut ours: Vec<PathBuf> = fs::read_dir(folder)?
        .flatten()
        .filter(|entry| {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            name.starts_with("parley-") && name.ends_with(".log")
        })
        .map(|entry| entry.path())
        .collect();
    ours.sort();
    let surplus = ours.len().saturating_sub(FILES);
    ours.iter().take(surplus).try_for_each(fs::remove_file)
}

/// The day's name, in UTC, as the times in the lines are.
fn name_of(time: SystemTime) -> String {
    let seconds = time
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs());
    let (year, month, day) = civil(seconds / 86_400);
    format!("parley-{year:04}-{month:02}-{day:02}")
}

/// The civil date of a day counted from 1970-01-01 (proleptic Gregorian, by
/// eras of 400 years that begin on the first of March).
fn civil(days: u64) -> (u64, u64, u64) {
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 {
        month_from_march + 3
    } else {
        month_from_march - 9
    };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    (year, month, day)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{Today, civil, file_name, name_of};
    use std::time::{Duration, UNIX_EPOCH};

    fn noon(day: u64) -> std::time::SystemTime {
        UNIX_EPOCH + Duration::from_secs(day * 86_400 + 43_200)
    }

    #[test]
    fn days_have_their_names() {
        assert_eq!(civil(0), (1970, 1, 1));
        assert_eq!(civil(11_016), (2000, 2, 29));
        assert_eq!(civil(19_782), (2024, 2, 29));
        assert_eq!(civil(19_783), (2024, 3, 1));
        assert_eq!(civil(20_453), (2025, 12, 31));
        assert_eq!(name_of(noon(20_454)), "parley-2026-01-01");
    }

    #[test]
    fn a_week_is_kept_and_other_files_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("notes.txt"), "mine").unwrap();
        let mut today = Today::open(folder.path(), name_of(noon(0))).unwrap();
        for day in 0..10 {
            today.write_at(noon(day), b"line\n").unwrap();
        }
        let mut names: Vec<String> = std::fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        let mut expected = vec!["notes.txt".to_owned()];
        expected.extend((4..=10).map(|day| format!("parley-1970-01-{day:02}.log")));
        assert_eq!(names, expected);
    }

    #[test]
    fn f122_an_hour_of_a_flood_stays_under_the_cap_and_keeps_the_newest() {
        let folder = tempfile::tempdir().unwrap();
        let mut today = Today::open(folder.path(), name_of(noon(0))).unwrap();
        let mut line = vec![b'x'; 1024 * 1024];
        line.push(b'\n');
        let mut most = 0;
        for second in 0..3600_u32 {
            let mark = format!("{second:08}");
            line[..8].copy_from_slice(mark.as_bytes());
            today.write_at(noon(0), &line).unwrap();
            if second % 100 == 0 {
                most = most.max(size(folder.path()));
            }
        }
        assert!(most <= 64 * 1024 * 1024, "{most}");
        let last = folder.path().join(file_name(&today.name, today.part));
        let text = std::fs::read(last).unwrap();
        let newest = text.rchunks_exact(line.len()).next().unwrap();
        assert_eq!(&newest[..8], b"00003599");
        // A new start goes on where the last one stopped.
        let again = Today::open(folder.path(), name_of(noon(0))).unwrap();
        assert_eq!(again.part, today.part);
    }

    fn size(folder: &std::path::Path) -> u64 {
        let files = std::fs::read_dir(folder).unwrap();
        files
            .map(|file| file.unwrap().metadata().unwrap().len())
            .sum()
    }

    #[cfg(unix)]
    #[test]
    fn f106_only_the_user_reads_the_log() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let today = Today::open(folder.path(), name_of(noon(0))).unwrap();
        let mode = today.file.metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}
