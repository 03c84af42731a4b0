//! The window's types are written from `model` and committed; this compares
//! the whole folder and prints the mend.
#![allow(clippy::unwrap_used, missing_docs)]

use model::view;
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
