//! The unified diff of two texts, as `diff -u` writes it.

use std::ops::Range;

use similar::algorithms::{Capture, Compact, IdentifyDistinct, Replace, myers};
use similar::{ChangeTag, DiffOp};

/// Lines around each change.
const CONTEXT: usize = 3;

/// The change of one file; just its header where nothing changed.
pub(super) fn unified(file_path: &str, old: &str, new: &str) -> String {
    let (old, new) = (lines(old), lines(new));
    let mut text = format!("--- a/{file_path}\n+++ b/{file_path}\n");
    for group in similar::group_diff_ops(operations(&old, &new), CONTEXT) {
        let (Some(first), Some(last)) = (group.first(), group.last()) else {
            continue;
        };
        let from = first.old_range().start..last.old_range().end;
        let to = first.new_range().start..last.new_range().end;
        text.push_str(&format!("@@ -{} +{} @@\n", place(&from), place(&to)));
        for change in group
            .iter()
            .flat_map(|op| op.iter_changes(old.as_slice(), new.as_slice()))
        {
            text.push(match change.tag() {
                ChangeTag::Equal => ' ',
                ChangeTag::Delete => '-',
                ChangeTag::Insert => '+',
            });
            text.push_str(change.value());
            if !change.value().ends_with('\n') {
                text.push_str("\n\\ No newline at end of file\n");
            }
        }
    }
    text
}

fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

/// `similar::TextDiff` would choose its algorithm while it runs, and so bring all of
/// them into the program, each in many copies.
fn operations(old: &[&str], new: &[&str]) -> Vec<DiffOp> {
    let known = IdentifyDistinct::<u32>::new(old, 0..old.len(), new, 0..new.len());
    let (from, to) = (known.old_lookup(), known.new_lookup());
    let mut found = Compact::new(Replace::new(Capture::new()), from, to);
    let Ok(()) = myers::diff(&mut found, from, known.old_range(), to, known.new_range());
    found.into_inner().into_inner().into_ops()
}

/// Where a hunk is: counted from one, an empty one after the line before it.
fn place(range: &Range<usize>) -> String {
    match range.len() {
        0 => format!("{},0", range.start),
        1 => format!("{}", range.start + 1),
        long => format!("{},{long}", range.start + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::unified;

    #[test]
    fn a_diff_is_what_patch_reads() {
        let old = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\nend";
        let new = "0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n11\n12\nthe end\n";
        assert_eq!(
            unified("a/b.txt", old, new),
            "--- a/a/b.txt\n+++ b/a/b.txt\n@@ -1,3 +1,4 @@\n+0\n 1\n 2\n 3\n@@ -7,7 +8,6 @@\n 7\n 8\n 9\n-10\n 11\n 12\n\
             -end\n\\ No newline at end of file\n+the end\n"
        );
    }

    #[test]
    fn a_new_file_and_an_emptied_one_begin_at_nothing() {
        assert_eq!(
            unified("n", "", "a\n"),
            "--- a/n\n+++ b/n\n@@ -0,0 +1 @@\n+a\n"
        );
        assert_eq!(
            unified("n", "a\nb\n", ""),
            "--- a/n\n+++ b/n\n@@ -1,2 +0,0 @@\n-a\n-b\n"
        );
    }
}
