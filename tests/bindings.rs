//! What the window has from here is committed: the types, written from `model`, and how
//! rendered blocks grow while text flows in. This compares the whole and prints the mend.
#![allow(clippy::unwrap_used, missing_docs)]

use model::view;
use render::Markdown;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use ts_rs::{Config, TS};

const MEND: &str = "PARLEY_BLESS=1 cargo test -p parley-tests --test bindings";

fn committed() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../ui/src/generated")
}

fn write_all(dir: &Path) {
    let config = Config::new().with_out_dir(dir).with_large_int("number");
    // Every other type is reached from one of these.
    view::PullRequest::export_all(&config).unwrap();
    view::Batch::export_all(&config).unwrap();
    view::OlderRows::export_all(&config).unwrap();
    view::MoreOfRow::export_all(&config).unwrap();
    view::Found::export_all(&config).unwrap();
    view::FoundBlock::export_all(&config).unwrap();
    view::NamedFile::export_all(&config).unwrap();
    view::SentMessage::export_all(&config).unwrap();
    model::Price::export_all(&config).unwrap();
    view::Attached::export_all(&config).unwrap();
    view::WorkspaceFiles::export_all(&config).unwrap();
    view::ProfileView::export_all(&config).unwrap();
    view::Startup::export_all(&config).unwrap();
    view::ArchiveTrouble::export_all(&config).unwrap();
    view::RepairReport::export_all(&config).unwrap();
    view::Closing::export_all(&config).unwrap();
    view::PlainPage::export_all(&config).unwrap();
    view::SearchPage::export_all(&config).unwrap();
    view::ExportRequest::export_all(&config).unwrap();
    view::ExportOutline::export_all(&config).unwrap();
    view::ExportProgress::export_all(&config).unwrap();
    view::ImportReport::export_all(&config).unwrap();
    view::Sending::export_all(&config).unwrap();
    view::Resent::export_all(&config).unwrap();
    view::ContextSummary::export_all(&config).unwrap();
    view::Problem::export_all(&config).unwrap();
    view::AgentsPage::export_all(&config).unwrap();
    view::ChangesPage::export_all(&config).unwrap();
    view::FileChanges::export_all(&config).unwrap();
    view::ChangeDiff::export_all(&config).unwrap();
    view::ImportedProfile::export_all(&config).unwrap();
    view::Trial::export_all(&config).unwrap();
    view::TrafficQuery::export_all(&config).unwrap();
    view::TrafficPage::export_all(&config).unwrap();
    view::TrafficDetail::export_all(&config).unwrap();
    view::SavedScript::export_all(&config).unwrap();
    view::Explained::export_all(&config).unwrap();
    view::ProcessView::export_all(&config).unwrap();
    model::ApprovalAnswer::export_all(&config).unwrap();
    view::Inbox::export_all(&config).unwrap();
    view::ProvidersView::export_all(&config).unwrap();
    view::KeySaved::export_all(&config).unwrap();
    view::RulesPage::export_all(&config).unwrap();
    view::RuleProposals::export_all(&config).unwrap();
    view::DryRun::export_all(&config).unwrap();
    view::LedgerQuery::export_all(&config).unwrap();
    view::LedgerPage::export_all(&config).unwrap();
    view::LedgerFormat::export_all(&config).unwrap();
    view::TasksQuery::export_all(&config).unwrap();
    view::TasksPage::export_all(&config).unwrap();
    view::ProjectView::export_all(&config).unwrap();
    view::OperationRequest::export_all(&config).unwrap();
    view::FieldProblem::export_all(&config).unwrap();
    view::TerminalPart::export_all(&config).unwrap();

    let names: Vec<String> = read(dir).into_keys().collect();
    let index: String = names
        .iter()
        .map(|name| {
            let stem = name.trim_end_matches(".ts");
            format!("export type {{ {stem} }} from './{stem}';\n")
        })
        .collect();
    std::fs::write(dir.join("index.ts"), index).unwrap();
}

fn read(dir: &Path) -> BTreeMap<String, String> {
    let Ok(entries) = std::fs::read_dir(dir) else {
        return BTreeMap::new();
    };
    entries
        .map(|entry| entry.unwrap())
        .map(|entry| {
            (
                entry.file_name().into_string().unwrap(),
                std::fs::read_to_string(entry.path()).unwrap(),
            )
        })
        .collect()
}

#[test]
fn committed_types_are_those_of_the_model() {
    let fresh = tempfile::tempdir().unwrap();
    write_all(fresh.path());
    let fresh = read(fresh.path());
    if std::env::var_os("PARLEY_BLESS").is_some() {
        let target = committed();
        if target.exists() {
            std::fs::remove_dir_all(&target).unwrap();
        }
        std::fs::create_dir_all(&target).unwrap();
        for (name, text) in &fresh {
            std::fs::write(target.join(name), text).unwrap();
        }
        return;
    }
    let committed = read(&committed());
    let different: Vec<&String> = fresh
        .keys()
        .chain(committed.keys())
        .filter(|name| fresh.get(*name) != committed.get(*name))
        .collect();
    assert!(
        different.is_empty(),
        "ui/src/generated differs from the model in {different:?}. Mend it with: {MEND}"
    );
}

/// What one more letter did to the block of this number: how much of its HTML stayed, in UTF-16
/// code units, and what follows that.
type Step = (usize, usize, String);

/// How the blocks of a text come to be, letter by letter.
fn growth(text: &str) -> Vec<Step> {
    let mut markdown = Markdown::new();
    let mut shown: Vec<Vec<u16>> = Vec::new();
    let mut steps = Vec::new();
    let mut note = |markdown: &Markdown| {
        let blocks = markdown.blocks();
        shown.resize(blocks.len(), Vec::new());
        for (number, (block, shown)) in blocks.iter().zip(&mut shown).enumerate() {
            let html: Vec<u16> = block.html.encode_utf16().collect();
            if html == *shown {
                continue;
            }
            let mut keep = html.iter().zip(&*shown).take_while(|(a, b)| a == b).count();
            while String::from_utf16(&html[keep..]).is_err() {
                keep -= 1;
            }
            steps.push((number, keep, String::from_utf16(&html[keep..]).unwrap()));
            *shown = html;
        }
    };
    for letter in text.chars() {
        markdown.push(letter.encode_utf8(&mut [0; 4]));
        note(&markdown);
    }
    markdown.finish();
    note(&markdown);
    steps
}

#[test]
fn committed_growth_is_that_of_the_renderer() {
    let streams = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ui/src/host/recordings/streams");
    let text = std::fs::read_to_string(streams.join("answer.md")).unwrap();
    let steps: Vec<String> = growth(&text)
        .iter()
        .map(|step| serde_json::to_string(step).unwrap())
        .collect();
    let fresh = format!("[\n{}\n]\n", steps.join(",\n"));
    let committed = streams.join("answer.json");
    if std::env::var_os("PARLEY_BLESS").is_some() {
        std::fs::write(committed, fresh).unwrap();
        return;
    }
    assert!(
        std::fs::read_to_string(committed).unwrap_or_default() == fresh,
        "ui/src/host/recordings/streams/answer.json is not what answer.md becomes. Mend it with: {MEND}"
    );
}
