//! `soak-items FOLDER`: every item of an archive, a JSON object a line, for those who count them.
#![allow(missing_docs)]

use archive::Archive;
use model::{Item, ItemBody, TurnOutcome};
use serde_json::{Value, json};
use std::error::Error;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

/// Items read at once.
const PAGE: u32 = 500;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args_os().nth(1).ok_or("which folder?")?;
    let archive = Archive::open_read_only(&PathBuf::from(folder))?;
    let mut out = BufWriter::new(std::io::stdout().lock());
    for meta in archive.conversations()? {
        let mut at = 0;
        loop {
            let page = archive.items_from(&meta.id, at, PAGE)?;
            let Some(last) = page.last() else { break };
            at = last.place + 1;
            for placed in &page {
                let mut line = told(&placed.item);
                line["profile"] = json!(meta.profile);
                line["place"] = json!(placed.place);
                writeln!(out, "{line}")?;
            }
        }
    }
    out.flush()?;
    Ok(())
}

fn told(item: &Item) -> Value {
    match &item.body {
        ItemBody::User { text, .. } => json!({"kind": "user", "text": text}),
        ItemBody::Text { text } => json!({"kind": "text", "text": text}),
        ItemBody::Tool(call) => {
            let output = call.output.as_ref().map_or("", |output| &output.text);
            json!({"kind": "tool", "text": call.name, "bytes": output.len()})
        }
        ItemBody::TurnEnd { outcome, .. } => {
            let how = match outcome {
                TurnOutcome::Completed => "completed".to_owned(),
                other => format!("{other:?}"),
            };
            json!({"kind": "turnEnd", "text": how})
        }
        ItemBody::Notice { text, .. } => json!({"kind": "notice", "text": text}),
        other => json!({"kind": "other", "text": format!("{other:?}")}),
    }
}
