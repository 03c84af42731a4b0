//! What an export writes, and that it writes it whole or not at all.

use crate::sample::{HOSTILE, ID, fill, id, meta};
use archive::{AppendBatch, Archive, DecisionRecord, Durability};
use host::export::{ExportError, Job, to_file, to_stream};
use model::view::{ExportFormat, ExportRange, ExportRequest, LedgerOutcome};
use model::{
    AllowScope, ApprovalState, Decision, Event, Item, ItemBody, ItemId, ProfileId, Recorded,
    RiskClass, ToolKind, ToolState,
};
use std::path::Path;

pub(crate) fn request(format: ExportFormat) -> ExportRequest {
    ExportRequest {
        conversations: vec![id(ID)],
        format,
        ranges: Vec::new(),
        traffic: true,
    }
}

pub(crate) fn exported(archive: &Archive, request: &ExportRequest) -> String {
    let mut bytes = Vec::new();
    to_stream(archive, request, &mut bytes, &Job::default()).unwrap();
    String::from_utf8(bytes).unwrap()
}

#[test]
fn markdown_is_the_transcript_as_people_read_it() {
    let dir = tempfile::tempdir().unwrap();
    let archive = fill(dir.path());
    let text = exported(&archive, &request(ExportFormat::Markdown));
    let expected = format!(
        r#"# Fix \<the\> build

- Agent: Guide
- Folder: `/home/ana/code/atlas`
- From 2026-11-28 02:04 to 2026-11-28 03:04 UTC

## You

Please look at *this*

- Attached: a.txt (`/tmp/a.txt`)

> *Thinking*
>
> First I read.
> Then I think.

**run\_command** — done

````json
{{
  "command": "make ``` test"
}}
````

````
line 1
```
{esc}[31mred{esc}[0m
````

## Guide

## Findings

{HOSTILE}

```rust
fn main() {{}}
```

*A notice*

**Error:** The provider refused

```
429
```

*unknown event*

```
{{"type":"zzz"}}
```

*Completed in 3.2 s*

## You

And now the rest

## Guide

The rest is done.

"#,
        esc = '\u{1b}'
    );
    assert_eq!(text, expected);
}

#[test]
fn html_holds_all_and_does_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let archive = fill(dir.path());
    let html = exported(&archive, &request(ExportFormat::Html));
    for shown in [
        "Please look at *this*",
        "Findings",
        "First I read.",
        "run_command — done",
        "The provider refused",
        "Completed in 3.2 s",
        "The rest is done.",
        "Fix &lt;the&gt; build",
        "a.txt (/tmp/a.txt)",
    ] {
        assert!(html.contains(shown), "{shown}");
    }
    let policy = r#"<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'">"#;
    assert!(html.contains(policy));
    // The policy stands before anything that came from outside.
    assert!(html.find(policy) < html.find("<title>"));
    let lower = html.to_lowercase();
    for acting in [
        "<script",
        "<iframe",
        "<object",
        "<embed",
        "<form",
        "<link",
        "<base",
        "<img src=x",
        "href=\"",
        "src=\"http",
        "url(http",
        "@import",
        "\u{202E}",
    ] {
        let tags: Vec<&str> = lower
            .match_indices(acting)
            .map(|(at, _)| &lower[at..])
            .collect();
        assert!(
            tags.is_empty(),
            "{acting}: {}",
            &tags[0][..60.min(tags[0].len())]
        );
    }
    assert_eq!(html.matches("<main>").count(), 1);
    assert!(html.ends_with("</html>\n"));
}

#[test]
fn c092_a_selection_holds_what_was_chosen_once_and_in_order() {
    let dir = tempfile::tempdir().unwrap();
    let archive = fill(dir.path());
    let range = |from, to| ExportRange { from, to };
    let chosen = ExportRequest {
        ranges: vec![range(8, 99), range(0, 1), range(0, 1)],
        ..request(ExportFormat::Markdown)
    };
    let text = exported(&archive, &chosen);
    let body = text.split_once("UTC\n").unwrap().1;
    assert_eq!(
        body,
        "\n## You\n\nPlease look at *this*\n\n- Attached: a.txt (`/tmp/a.txt`)\n\nAnd now the rest\n\n## Guide\n\nThe rest is done.\n\n"
    );
    assert!(text.starts_with("# Fix \\<the\\> build (selection)\n"));
}

#[test]
fn the_turns_of_a_conversation_can_be_chosen() {
    let dir = tempfile::tempdir().unwrap();
    let archive = fill(dir.path());
    let outline = host::export::outline(&archive, &id(ID)).unwrap();
    let turns: Vec<_> = outline
        .turns
        .iter()
        .map(|turn| (turn.from, turn.to, turn.text.as_str()))
        .collect();
    assert_eq!(outline.items, 10);
    assert_eq!(
        turns,
        [(0, 8, "Please look at *this*"), (8, 10, "And now the rest")]
    );
}

fn names(dir: &Path) -> Vec<String> {
    std::fs::read_dir(dir)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect()
}

#[test]
fn an_export_that_is_cancelled_or_fails_leaves_what_was_there() {
    let dir = tempfile::tempdir().unwrap();
    let archive = fill(&dir.path().join("data"));
    let out = dir.path().join("out");
    std::fs::create_dir(&out).unwrap();
    let file = out.join("a.md");
    std::fs::write(&file, "mine").unwrap();
    let job = Job::default();
    job.cancel();
    let outcome = to_file(&archive, &request(ExportFormat::Markdown), &file, &job);
    assert!(matches!(outcome, Err(ExportError::Cancelled)));
    let mut unknown = request(ExportFormat::Markdown);
    unknown.conversations.push(id("nobody"));
    let outcome = to_file(&archive, &unknown, &file, &Job::default());
    assert!(matches!(outcome, Err(ExportError::Unknown(_))));
    let nowhere = out.join("no/such/folder/a.md");
    let outcome = to_file(
        &archive,
        &request(ExportFormat::Html),
        &nowhere,
        &Job::default(),
    );
    assert!(matches!(outcome, Err(ExportError::Write { .. })));
    assert_eq!(names(&out), ["a.md"]);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "mine");

    let done = to_file(
        &archive,
        &request(ExportFormat::Html),
        &file,
        &Job::default(),
    )
    .unwrap();
    assert_eq!(names(&out), ["a.md"]);
    assert_eq!(done.bytes, std::fs::metadata(&file).unwrap().len());
    assert_eq!((done.conversations, done.items), (1, 10));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}

#[test]
fn a_key_does_not_leave_in_an_export() {
    let dir = tempfile::tempdir().unwrap();
    let archive = Archive::open(dir.path()).unwrap();
    archive.put_conversation(meta(ID, "Keys")).wait().unwrap();
    let key = "sk-live-51H8xExportTest9Qz";
    archive
        .append(said(0, &format!("the key is {key}, don't tell")))
        .wait()
        .unwrap();
    secrets::known().learn_text(key);
    for format in [
        ExportFormat::Markdown,
        ExportFormat::Html,
        ExportFormat::Jsonl,
    ] {
        let text = exported(&archive, &request(format));
        assert!(!text.contains(key), "{format:?}");
        assert!(
            text.contains("don't tell") || text.contains("don&#39;t tell"),
            "{format:?}"
        );
    }
}

/// An answer of the agent, whole.
fn said(place: u32, text: &str) -> AppendBatch {
    let id_of_item = ItemId(format!("e1/{place}"));
    let item = Item {
        id: id_of_item.clone(),
        turn: None,
        started_at: 1,
        completed_at: None,
        body: ItemBody::Text {
            text: text.to_owned(),
        },
    };
    let seq = u64::from(place) * 2 + 1;
    let events = vec![
        Recorded {
            seq,
            at: 1,
            event: Event::ItemStarted { item: item.clone() },
        },
        Recorded {
            seq: seq + 1,
            at: 1,
            event: Event::ItemCompleted { id: id_of_item },
        },
    ];
    let placed = archive::PlacedItem {
        place,
        first_seq: seq,
        complete: true,
        item: Item {
            completed_at: Some(1),
            ..item
        },
    };
    AppendBatch {
        events,
        items: vec![placed],
        ..AppendBatch::new(id(ID), Durability::Batched)
    }
}

/// Of a request that is held against modes and rules only its row is in the archive: the ledger
/// gets its entry once the user is asked.
#[test]
fn a_request_waits_for_approval_once_somebody_was_asked() {
    let dir = tempfile::tempdir().unwrap();
    let archive = fill(dir.path());
    let put = |state: ApprovalState| {
        let mut placed = archive.items_from(&id(ID), 2, 1).unwrap().remove(0);
        let ItemBody::Tool(call) = &mut placed.item.body else {
            panic!("it is no call");
        };
        call.state = ToolState::AwaitingApproval;
        let mut record = crate::sample::approval();
        record.state = state;
        call.approval = Some(Box::new(record));
        placed.item.completed_at = None;
        placed.complete = false;
        let batch = AppendBatch {
            items: vec![placed],
            ..AppendBatch::new(id(ID), Durability::Batched)
        };
        archive.append(batch).wait().unwrap();
    };
    let is_told = |words: &str| {
        for (format, name) in [
            (ExportFormat::Markdown, r"**run\_command** — "),
            (ExportFormat::Html, "run_command — "),
        ] {
            let text = exported(&archive, &request(format));
            let (_, after) = text.split_once(name).unwrap();
            assert!(after.starts_with(words), "{words}: {}", &after[..60]);
        }
    };
    put(ApprovalState::Pending);
    is_told("being checked");
    let entry = DecisionRecord {
        item: ItemId::from("e1/2"),
        title: String::new(),
        profile: ProfileId::from("guide"),
        agent: "Guide".to_owned(),
        workspace: "/w".to_owned(),
        tool: "run_command".to_owned(),
        kind: ToolKind::Execute,
        subject: String::new(),
        args: String::new(),
        args_bytes: 0,
        args_sha256: String::new(),
        risk: RiskClass::Acts,
        requested_at: 1,
        answered: None,
        by: String::new(),
        outcome: LedgerOutcome::Waiting,
        expiry: None,
    };
    archive
        .put_decisions(&id(ID), vec![entry], false)
        .wait()
        .unwrap();
    is_told("waiting for approval");
    put(ApprovalState::Sent {
        decision: Decision::Allow {
            scope: AllowScope::Once,
        },
    });
    is_told("answer sent");
}

/// A number of /proc/self/status, in kB.
fn status(field: &str) -> u64 {
    let all = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = all.lines().find(|line| line.starts_with(field)).unwrap();
    let number = line.split_whitespace().nth(1).unwrap();
    number.parse().unwrap()
}

#[test]
fn c092_fifty_megabytes_are_streamed_in_bounded_memory() {
    let dir = tempfile::tempdir().unwrap();
    let archive = Archive::open(&dir.path().join("data")).unwrap();
    archive.put_conversation(meta(ID, "Long")).wait().unwrap();
    let paragraph =
        "Some words of a long answer, as agents write them, and a few more. ".repeat(15);
    let text = [paragraph.as_str(); 10].join("\n\n");
    let items = u32::try_from(50_000_000 / text.len()).unwrap() + 1;
    for place in 0..items {
        let receipt = archive.append(said(place, &text));
        if place % 50 == 0 {
            receipt.wait().unwrap();
        }
    }
    archive.flush().wait().unwrap();
    for format in [
        ExportFormat::Markdown,
        ExportFormat::Jsonl,
        ExportFormat::Html,
    ] {
        // Forgets the highest memory so far.
        std::fs::write("/proc/self/clear_refs", "5").unwrap();
        let before = status("VmRSS");
        let job = Job::default();
        let file = dir.path().join("out");
        let done = to_file(&archive, &request(format), &file, &job).unwrap();
        let grown = status("VmHWM").saturating_sub(before);
        assert!(done.bytes > 50_000_000, "{} bytes", done.bytes);
        assert_eq!(
            job.progress(),
            (u64::from(items), u64::from(items), done.bytes)
        );
        assert!(grown < 24 * 1024, "{format:?} took {grown} kB of memory");
    }
}
