//! What was written before a key was known is written anew, and nothing of the old words is left.

use super::ledgers::{approval, request};
use super::*;
use crate::{DecisionRecord, Rewrite};
use model::view::{LedgerOutcome, LedgerQuery};
use model::{ApprovalState, Direction, Epoch, RiskClass, ToolKind, TrafficLine};

/// One word for the search index, too.
const SECRET: &str = "zq7secretword4711";

fn clean(text: &str) -> String {
    text.replace(SECRET, "gone")
}

/// How often the secret is in the files of a folder.
fn left(dir: &Path) -> usize {
    let files = std::fs::read_dir(dir).unwrap();
    let count = |path: PathBuf| {
        let bytes = std::fs::read(path).unwrap();
        let parts = bytes.windows(SECRET.len());
        parts.filter(|part| *part == SECRET.as_bytes()).count()
    };
    files.map(|entry| count(entry.unwrap().path())).sum()
}

/// One that fits into a page, and one that does not.
fn texts() -> [String; 2] {
    let long = "a word and another ".repeat(2_000);
    [format!("short {SECRET} end"), format!("{long}{SECRET} end")]
}

fn fill(archive: &Archive) {
    let said_in = |conversation: &str, texts: &[String]| {
        let items = texts.iter().zip(0..).map(|(text, place)| said(place, text));
        let started = |(placed, seq): (&PlacedItem, Seq)| {
            let item = placed.item.clone();
            event(seq, Event::ItemStarted { item })
        };
        let items: Vec<_> = items.collect();
        AppendBatch {
            events: items.iter().zip(1..).map(started).collect(),
            items,
            ..AppendBatch::new(id(conversation), Durability::Now)
        }
    };
    let mut asked = approval(1, ApprovalState::Pending);
    asked.request.raw_args = SECRET.to_owned();
    let batch = AppendBatch {
        approvals: vec![asked],
        traffic: vec![TrafficLine {
            at: 1,
            epoch: Epoch(1),
            direction: Direction::ToAgent,
            bytes: SECRET.as_bytes().to_vec(),
        }],
        ..said_in("c", &texts())
    };
    archive.append(batch).wait().unwrap();
    let decision = DecisionRecord {
        item: request(1).item,
        title: SECRET.to_owned(),
        profile: ProfileId::from("guide"),
        agent: String::new(),
        workspace: String::new(),
        tool: "write_file".to_owned(),
        kind: ToolKind::Write,
        subject: SECRET.to_owned(),
        args: SECRET.to_owned(),
        args_bytes: 1,
        args_sha256: String::new(),
        risk: RiskClass::Changes,
        requested_at: 1,
        answered: None,
        by: String::new(),
        outcome: LedgerOutcome::Waiting,
        expiry: None,
    };
    let put = archive.put_decisions(&id("c"), vec![decision], true);
    put.wait().unwrap();
    archive.put_conversation(meta("d")).wait().unwrap();
    let other = said_in("d", &["something else".to_owned()]);
    archive.append(other).wait().unwrap();
}

/// Everything of the conversation, without the secret.
fn rewritten(archive: &Archive) -> Rewrite {
    let all = |text: String| -> Recorded { serde_json::from_str(&clean(&text)).unwrap() };
    let events = archive.events_from(&id("c"), 0, 100).unwrap();
    let mut items = archive.items_from(&id("c"), 0, 100).unwrap();
    for placed in &mut items {
        let body = serde_json::to_string(&placed.item).unwrap();
        placed.item = serde_json::from_str(&clean(&body)).unwrap();
    }
    let mut approvals = archive.approvals(&id("c")).unwrap();
    approvals[0].request.raw_args = "gone".to_owned();
    let mut traffic = archive.traffic_after(&id("c"), 0, 100).unwrap();
    traffic[0].line.bytes = b"gone".to_vec();
    let (mut decisions, _) = archive.decisions(&LedgerQuery::default()).unwrap();
    let entry = &mut decisions[0];
    for text in [&mut entry.title, &mut entry.subject, &mut entry.args] {
        *text = "gone".to_owned();
    }
    Rewrite {
        events: events
            .iter()
            .map(|event| all(serde_json::to_string(event).unwrap()))
            .collect(),
        items,
        approvals,
        traffic,
        decisions,
        ..Rewrite::new(id("c"))
    }
}

#[test]
fn f102_what_is_rewritten_leaves_no_word_in_the_file_nor_in_the_index() {
    let dir = tempfile::tempdir().unwrap();
    let archive = open(dir.path());
    fill(&archive);
    assert!(left(dir.path()) > 6, "it is there before");
    assert_eq!(archive.search(SECRET, 10).unwrap().len(), 2);
    let before = archive.events_from(&id("c"), 0, 100).unwrap();

    archive.rewrite(rewritten(&archive)).wait().unwrap();
    assert_eq!(archive.search(SECRET, 10).unwrap(), []);
    assert_eq!(archive.search("gone", 10).unwrap().len(), 2);
    let after = archive.events_from(&id("c"), 0, 100).unwrap();
    let numbers = |events: &[Recorded]| events.iter().map(|one| (one.seq, one.at)).collect();
    let (old, new): (Vec<_>, Vec<_>) = (numbers(&before), numbers(&after));
    assert_eq!(new, old, "they are the same events");
    let kept = archive.items_from(&id("c"), 0, 100).unwrap();
    let made = crate::fold(&after);
    let alike = kept
        .iter()
        .zip(&made)
        .all(|(kept, made)| kept.item.body == made.item.body);
    assert!(
        alike && kept.len() == made.len(),
        "the events make what is kept"
    );
    let asked = &archive.approvals(&id("c")).unwrap()[0];
    assert_eq!(asked.request.raw_args, "gone");
    assert_eq!(asked.state, ApprovalState::Pending);
    let query = LedgerQuery {
        text: "gone".to_owned(),
        ..LedgerQuery::default()
    };
    assert_eq!(archive.decisions(&query).unwrap().1, 1);
    assert_eq!(archive.search("something", 10).unwrap().len(), 1);

    // While it is open, too: its log, and the index once it was merged.
    until("nothing to be left", || left(dir.path()) == 0);
    archive.close();
    assert_eq!(left(dir.path()), 0);
    let archive = Archive::open(dir.path()).unwrap();
    assert_eq!(archive.check().unwrap(), Vec::<String>::new());
    assert_eq!(archive.search("gone", 10).unwrap().len(), 2);
}
