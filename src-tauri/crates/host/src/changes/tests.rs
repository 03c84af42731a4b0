#![allow(clippy::unwrap_used)]
use super::ChangeIndex;
use super::call::{blocks, call_of, label, whole};
use model::view::FileChange;
use model::{Item, ItemBody, ItemId, ToolKind};
use serde_json::{Value, json};
use std::path::Path;

const WORKSPACE: &str = "/home/u/w";

fn item(id: &str, turn: &str, body: Value) -> Item {
    let body: ItemBody = serde_json::from_value(body).unwrap();
    Item {
        id: id.into(),
        turn: Some(turn.into()),
        started_at: 100,
        completed_at: Some(200),
        body,
    }
}

fn says(id: &str, turn: &str, text: &str) -> Item {
    item(
        id,
        turn,
        json!({"kind": "user", "text": text, "delivery": "seen"}),
    )
}

fn call(id: &str, turn: &str, kind: &str, state: &str, args: Value) -> Item {
    let state = match state {
        "denied" | "cancelled" => json!({"state": state, "reason": "no"}),
        "running" => json!({"state": state, "unasked": false}),
        _ => json!({"state": state}),
    };
    item(
        id,
        turn,
        json!({"kind": "tool", "callId": id, "name": kind, "toolKind": kind, "args": args, "state": state}),
    )
}

fn write(id: &str, state: &str, path: &str, content: &str) -> Item {
    let args = json!({"file_path": path, "content": content});
    call(id, "t1", "write", state, args)
}

fn with_diff(mut item: Item, diff: &str) -> Item {
    if let ItemBody::Tool(call) = &mut item.body {
        call.output = serde_json::from_value(json!({"kind": "diff", "text": diff})).unwrap();
    }
    item
}

fn index(items: &[Item]) -> ChangeIndex {
    let mut index = ChangeIndex::default();
    for (place, item) in (0..).zip(items) {
        index.look(place, item, Path::new(WORKSPACE), None);
    }
    index
}

/// Each file as `label changes +added −removed`, in the order it is shown.
fn files(index: &ChangeIndex) -> Vec<String> {
    index
        .newest()
        .into_iter()
        .map(|at| index.file(at, Path::new(WORKSPACE)).unwrap())
        .map(|file| {
            format!(
                "{} {} +{} −{}",
                file.label, file.changes, file.added, file.removed
            )
        })
        .collect()
}

#[test]
fn changes_are_grouped_by_file_however_it_is_spelt_the_last_changed_first() {
    let index = index(&[
        write("a", "succeeded", "notes.md", "one\ntwo\n"),
        write("b", "succeeded", "src/x.rs", "let x;\n"),
        call(
            "c",
            "t1",
            "edit",
            "succeeded",
            json!({"path": "/home/u/w/./src/../notes.md", "old_string": "two\n", "new_string": "2\n3\n"}),
        ),
        write("d", "succeeded", "/etc/other.conf", "x\n"),
    ]);
    assert_eq!(
        files(&index),
        [
            "/etc/other.conf 1 +1 −0",
            "notes.md 2 +4 −1",
            "src/x.rs 1 +1 −0"
        ]
    );
    assert_eq!(index.lines(), (6, 1));
    let (changes, total) = index.of_file("/home/u/w/notes.md", 0, 10);
    let ids: Vec<_> = changes.iter().map(|one| one.item.0.as_str()).collect();
    assert_eq!((ids, total), (vec!["c", "a"], 2));
    // A part of them.
    let (second, total) = index.of_file("/home/u/w/notes.md", 1, 1);
    assert_eq!((second, total), (vec![changes[1].clone()], 2));
    assert_eq!(index.of_file("notes.md", 0, 9), (Vec::new(), 0));
}

#[test]
fn what_was_denied_failed_or_is_not_done_is_no_change() {
    let states = [
        "awaitingApproval",
        "allowed",
        "running",
        "failed",
        "denied",
        "cancelled",
    ];
    let items: Vec<Item> = states
        .iter()
        .map(|state| write(state, state, "a.txt", "x\n"))
        .collect();
    let mut index = index(&items);
    assert_eq!(files(&index), Vec::<String>::new());
    assert_eq!(index.lines(), (0, 0));
    // Those that may still become one are looked at again, done or not.
    assert_eq!(index.doubtful(&[]), [4]);
    index.settled(4);
    assert_eq!(index.doubtful(&[]), Vec::<u32>::new());
    // A read, and a command, whatever it did.
    for kind in ["read", "execute", "other"] {
        let args = json!({"path": "a.txt", "command": "rm a.txt", "content": "x"});
        let place = u32::try_from(items.len()).unwrap();
        let one = call("e", "t1", kind, "succeeded", args);
        index.look(place, &one, Path::new(WORKSPACE), None);
    }
    assert_eq!(files(&index), Vec::<String>::new());
    // One that was denied and ran all the same is one after all, once.
    for _ in 0..2 {
        let ran = write("denied", "succeeded", "a.txt", "x\n");
        index.look(4, &ran, Path::new(WORKSPACE), None);
    }
    assert_eq!(files(&index), ["a.txt 1 +1 −0"]);
    // And none any more where its end is told anew.
    let failed = write("denied", "failed", "a.txt", "x\n");
    index.look(4, &failed, Path::new(WORKSPACE), None);
    assert_eq!(files(&index), Vec::<String>::new());
}

#[test]
fn the_agents_own_diff_counts_before_the_arguments_and_may_name_many_files() {
    let two = "--- a/x.rs\n+++ b/x.rs\n@@ -1 +1,2 @@\n-a\n+b\n+c\n--- /dev/null\n+++ b/new.md\n@@ -0,0 +1 @@\n+hi\n";
    let patch = call("p", "t1", "other", "succeeded", json!({"patch": "…"}));
    let patch = with_diff(patch, two);
    // A diff that names no file is of the file that the arguments name.
    let args = json!({"path": "y.rs", "old_string": "a", "new_string": "b"});
    let bare = with_diff(
        call("q", "t1", "edit", "succeeded", args),
        "@@ -1 +1 @@\n-a\n+b\n+c\n",
    );
    // So is one that does not, where there is none to name: it is nobody's.
    let nobodys = with_diff(
        call("r", "t1", "other", "succeeded", json!({})),
        "@@ @@\n+b\n",
    );
    let index = index(&[patch.clone(), bare.clone(), nobodys]);
    assert_eq!(
        files(&index),
        ["y.rs 1 +2 −1", "new.md 1 +1 −0", "x.rs 1 +2 −1"]
    );
    let (new, _) = index.of_file("/home/u/w/new.md", 0, 1);
    assert_eq!(new[0].index, 1);

    // The diff of one of them is that file's alone.
    let shown = |item: &Item, path: &str| {
        let blocks = blocks(call_of(item).unwrap(), path, None);
        blocks
            .iter()
            .map(|block| block.html.clone())
            .collect::<String>()
    };
    let html = shown(&patch, "new.md");
    assert!(html.contains("hi") && !html.contains("diff-del"), "{html}");
    assert!(shown(&bare, "y.rs").contains("diff-del"));
    // Without a diff it is made of the arguments.
    let made = shown(&write("w", "succeeded", "z.txt", "made\n"), "z.txt");
    assert!(made.contains("made"), "{made}");
}

#[test]
fn a_call_that_does_not_tell_is_listed_without_lines() {
    let args = json!({"path": "a.txt", "edits": [{"line": 3}]});
    let index = index(&[call("m", "t1", "edit", "succeeded", args)]);
    let (changes, _) = index.of_file("/home/u/w/a.txt", 0, 9);
    assert_eq!(changes[0].lines, None);
    assert_eq!(files(&index), ["a.txt 1 +0 −0"]);
}

#[test]
fn what_was_compared_before_it_ran_counts() {
    let mut index = ChangeIndex::default();
    let over = write("a", "succeeded", "a.txt", "one\ntwo\nthree\n");
    index.look(0, &over, Path::new(WORKSPACE), Some((1, 2)));
    assert_eq!(files(&index), ["a.txt 1 +1 −2"]);
}

#[test]
fn a_change_names_its_turn_by_the_message_that_began_it() {
    let long = "x".repeat(200);
    let args = json!({"path": "a.txt", "content": "x\n"});
    let items = [
        says("u1", "t1", "\n  first \nmore"),
        call("a", "t1", "write", "succeeded", args.clone()),
        // Put into the running turn: it names none.
        says("u2", "t1", "and quickly"),
        call("b", "t1", "write", "succeeded", args.clone()),
        says("u3", "t3", &long),
        call("c", "t3", "write", "succeeded", args.clone()),
        call("d", "own", "write", "succeeded", args),
    ];
    let mut index = index(&items);
    // A message that got further is no second one.
    index.look(0, &items[0], Path::new(WORKSPACE), None);
    let (changes, _) = index.of_file("/home/u/w/a.txt", 0, 9);
    let change = |item: &str, turn: Option<u32>, message: &str| FileChange {
        item: ItemId(item.to_owned()),
        index: 0,
        tool: ToolKind::Write,
        at: 200,
        lines: Some((1, 0)),
        turn,
        message: message.to_owned(),
    };
    let cut = format!("{}…", "x".repeat(80));
    assert_eq!(
        changes,
        [
            change("d", None, ""),
            change("c", Some(2), &cut),
            change("b", Some(1), "first"),
            change("a", Some(1), "first"),
        ]
    );
}

#[test]
fn f093_paths_are_whole_by_their_words_and_shown_without_hidden_characters() {
    let workspace = Path::new(WORKSPACE);
    let shown = |path: &str| label(&whole(path, workspace), workspace);
    assert_eq!(shown("a/../b.txt"), "b.txt");
    assert_eq!(shown("../x"), "/home/u/x");
    assert_eq!(shown("/../../etc/x"), "/etc/x");
    assert_eq!(shown("a\u{202e}b"), "a⟨U+202E⟩b");
}
