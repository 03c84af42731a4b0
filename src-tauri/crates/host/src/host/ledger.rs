//! The ledger of decisions, as windows read and save it.

use super::Host;
use crate::problem::{problem, unreadable};
use crate::whole_file::WholeFile;
use model::view::{LedgerEntry, LedgerFormat, LedgerPage, LedgerQuery, Problem};
use std::io::{BufWriter, Write};
use std::path::Path;

impl Host {
    /// A part of the ledger, the youngest first.
    ///
    /// # Errors
    /// `io`: it could not be read.
    pub fn ledger(&self, query: &LedgerQuery) -> Result<LedgerPage, Problem> {
        let archive = self.archive();
        let (mut entries, total) = archive
            .decisions(query)
            .map_err(|error| unreadable(&error))?;
        let choices = archive
            .ledger_choices()
            .map_err(|error| unreadable(&error))?;
        let limit = if query.limit == 0 {
            100
        } else {
            query.limit.min(500)
        };
        let next = (entries.len() >= limit as usize)
            .then(|| entries.last().map(|entry| entry.id))
            .flatten();
        for entry in &mut entries {
            self.dress(entry);
        }
        let conversations = choices
            .conversations
            .into_iter()
            .map(|(id, kept)| {
                let title = self.list().title(&id).unwrap_or(kept);
                (id, title)
            })
            .collect();
        Ok(LedgerPage {
            entries,
            total,
            next,
            tools: choices.tools,
            profiles: choices.profiles,
            conversations,
        })
    }

    /// Writes everything a query finds to a file, some at a time.
    ///
    /// # Errors
    /// `io`: it could not be read or written.
    pub fn export_ledger(
        &self,
        query: &LedgerQuery,
        format: LedgerFormat,
        path: &Path,
    ) -> Result<u64, Problem> {
        let fail = |error: std::io::Error| {
            problem(
                "io",
                format!(
                    "The ledger could not be saved to {}: {error}.",
                    path.display()
                ),
            )
        };
        let (whole, file) = WholeFile::create(path).map_err(fail)?;
        let mut out = BufWriter::new(file);
        let mut written = match format {
            LedgerFormat::Jsonl => Ok(()),
            LedgerFormat::Csv => writeln!(out, "{}", COLUMNS.join(",")),
        };
        let mut count = 0;
        let mut take = |entries: Vec<LedgerEntry>| {
            for mut entry in entries {
                self.dress(&mut entry);
                let line = match format {
                    LedgerFormat::Jsonl => serde_json::to_string(&entry).unwrap_or_default(),
                    LedgerFormat::Csv => csv(&entry),
                };
                if written.is_ok() {
                    written = writeln!(out, "{line}");
                    count += 1;
                }
            }
            written.is_ok()
        };
        self.archive()
            .each_decision(query, &mut take)
            .map_err(|error| unreadable(&error))?;
        written.and_then(|()| out.flush()).map_err(fail)?;
        whole.place().map_err(fail)?;
        Ok(count)
    }

    /// Puts in what is not kept with an entry, and makes its texts fit to be shown.
    pub(super) fn dress(&self, entry: &mut LedgerEntry) {
        entry.workspace_label = self.workspace_label(&entry.workspace);
        if let Some(title) = self.list().title(&entry.conversation) {
            entry.title = title;
        }
        for text in [
            &mut entry.tool,
            &mut entry.subject,
            &mut entry.args,
            &mut entry.reason,
        ] {
            *text = render::visible(text);
        }
    }
}

const COLUMNS: &[&str] = &[
    "requested_at",
    "decided_at",
    "waited_ms",
    "conversation",
    "title",
    "agent",
    "workspace",
    "tool",
    "kind",
    "subject",
    "risk",
    "decision",
    "always",
    "by",
    "rule",
    "reason",
    "outcome",
    "expiry",
    "args_sha256",
    "args_bytes",
    "args",
];

fn csv(entry: &LedgerEntry) -> String {
    // The words of plain enums are those of the JSON form.
    let json = serde_json::to_value(entry).unwrap_or_default();
    let word = |name: &str| json[name].as_str().unwrap_or("").to_owned();
    let number = |value: Option<u64>| value.map_or_else(String::new, |n| n.to_string());
    let rule = json["by"]["words"]["text"].as_str().unwrap_or("");
    let cells = [
        entry.requested_at.to_string(),
        number(entry.decided_at),
        number(entry.waited_ms),
        entry.conversation.0.clone(),
        entry.title.clone(),
        entry.agent.clone(),
        entry.workspace.clone(),
        entry.tool.clone(),
        word("kind"),
        entry.subject.clone(),
        word("risk"),
        word("decision"),
        entry.always.to_string(),
        json["by"]["by"].as_str().unwrap_or("").to_owned(),
        rule.to_owned(),
        entry.reason.clone(),
        word("outcome"),
        word("expiry"),
        entry.args_sha256.clone(),
        entry.args_bytes.to_string(),
        entry.args.clone(),
    ];
    cells.map(|cell| quoted(&cell)).join(",")
}

/// A cell of a table. One that a spreadsheet would take for a formula begins
/// with an apostrophe, behind blanks too.
fn quoted(cell: &str) -> String {
    let formula = cell
        .trim_start()
        .starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠'])
        || cell.starts_with(['\t', '\r', '\n']);
    let guard = if formula { "'" } else { "" };
    format!("\"{guard}{}\"", cell.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_never_a_formula() {
        for (cell, written) in [
            ("plain", "\"plain\""),
            ("a \"b\", c", "\"a \"\"b\"\", c\""),
            ("=HYPERLINK(\"x\")", "\"'=HYPERLINK(\"\"x\"\")\""),
            (" +1", "\"' +1\""),
            ("-1", "\"'-1\""),
            ("@x", "\"'@x\""),
            ("\t=1", "\"'\t=1\""),
        ] {
            assert_eq!(quoted(cell), written);
        }
    }
}
