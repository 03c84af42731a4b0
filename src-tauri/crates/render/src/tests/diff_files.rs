//! What a diff says of each of its files.

use crate::{FileLines, diff_counts, diff_files, diff_of_file, diff_texts, diff_unified};

const TWO: &str = "diff --git a/src/a.rs b/src/a.rs
index 1..2 100644
--- a/src/a.rs
+++ b/src/a.rs
@@ -1,2 +1,3 @@
 one
+two
+three
-old
--- a/gone.txt
+++ /dev/null
@@ -1 +0,0 @@
-bye
";

fn lines(path: &str, added: u32, removed: u32) -> FileLines {
    FileLines {
        path: path.to_owned(),
        added,
        removed,
    }
}

#[test]
fn a_diff_names_its_files_once_each_with_their_lines() {
    assert_eq!(
        diff_files(TWO),
        [lines("src/a.rs", 2, 1), lines("gone.txt", 0, 1)]
    );
    // A file that comes twice is one file.
    let twice = "--- a/x\n+++ b/x\n@@ @@\n+1\n--- a/y\n+++ b/y\n+2\n--- a/x\n+++ b/x\n+3\n-4\n";
    assert_eq!(diff_files(twice), [lines("x", 2, 1), lines("y", 1, 0)]);
    // Lines without a file are of one without a name; words alone are none.
    assert_eq!(diff_files("@@ -1 +1 @@\n-a\n+b\n"), [lines("", 1, 1)]);
    assert_eq!(diff_files("nothing to see\n"), []);
    // A change of the mode changes no line.
    assert_eq!(
        diff_files("diff --git a/run b/run\nold mode 100644\nnew mode 100755\n"),
        [lines("run", 0, 0)]
    );
}

#[test]
fn one_file_of_a_diff_is_shown_as_it_stands_in_the_whole() {
    let whole = diff_unified(TWO);
    let one = diff_of_file(TWO, "gone.txt");
    assert_eq!(one.blocks, whole.blocks[1..]);
    assert_eq!((one.added, one.removed), (0, 1));
    assert_eq!(diff_of_file(TWO, "src/a.rs").blocks, whole.blocks[..1]);
    assert_eq!(diff_of_file(TWO, "other").blocks, []);
}

#[test]
fn counting_says_what_comparing_says() {
    let long: String = (0..30_000).map(|n| format!("{n}\n")).collect();
    for (old, new) in [
        ("", "a\nb\n"),
        ("a\nb\n", ""),
        ("a\nb\nc\n", "a\nB\nc\nd\n"),
        ("a", "a\n"),
        ("same\n", "same\n"),
        ("x\n", &long),
    ] {
        let shown = diff_texts("f", old, new, 3);
        assert_eq!(diff_counts(old, new), (shown.added, shown.removed));
    }
}
