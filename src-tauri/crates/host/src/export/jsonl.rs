//! JSON lines: everything there is, one record a line, to be read in again.
//!
//! ```text
//! {"parley":"export","version":1,…}                    first
//! {"type":"conversation","meta":{…},"whole":true}      begins a conversation
//! {"type":"event","event":{…}}                         what happened: the truth
//! {"type":"item","place":0,"item":{…}}                 the same as it is shown
//! {"type":"approval","approval":{…}} · {"type":"queued",…} · {"type":"traffic",…}
//! {"type":"end","conversation":"…","events":9,"items":3}
//! ```

use super::outlet::Outlet;
use super::{ExportError, Sheet, Source};
use crate::clock::now_ms;
use base64::Engine;
use model::{Attachment, ConversationMeta, TurnId};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// The version of the lines.
pub(super) const VERSION: u32 = 1;
/// Events read at a time.
const EVENTS: u32 = 1000;

pub(super) struct Jsonl;

/// A message of the user that waits for its turn.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct QueuedLine {
    pub(super) id: TurnId,
    pub(super) text: String,
    #[serde(default)]
    pub(super) attachments: Vec<Attachment>,
    #[serde(default)]
    pub(super) form: Map<String, Value>,
}

impl Sheet for Jsonl {
    fn begin(&mut self, all: &[ConversationMeta], out: &mut Outlet<'_>) -> Result<(), ExportError> {
        line(
            out,
            &json!({
                "parley": "export",
                "version": VERSION,
                "app": env!("CARGO_PKG_VERSION"),
                "exportedAt": now_ms(),
                "conversations": all.len(),
            }),
        )
    }

    fn conversation(
        &mut self,
        source: &Source<'_>,
        out: &mut Outlet<'_>,
    ) -> Result<u64, ExportError> {
        let whole = source.selection.whole;
        line(
            out,
            &json!({"type": "conversation", "meta": source.meta, "whole": whole}),
        )?;
        let mut events = 0;
        if whole {
            events = write_events(source, out)?;
        }
        let items = source.items(|placed, _| {
            line(
                out,
                &json!({"type": "item", "place": placed.place, "complete": placed.complete, "item": placed.item}),
            )
        })?;
        if whole {
            for approval in source.archive.approvals(&source.meta.id)? {
                line(out, &json!({"type": "approval", "approval": approval}))?;
            }
            for queued in source.archive.queue(&source.meta.id)? {
                let message = QueuedLine {
                    id: queued.id,
                    text: queued.text,
                    attachments: queued.attachments,
                    form: queued.form,
                };
                line(out, &json!({"type": "queued", "message": message}))?;
            }
        }
        if source.traffic && whole {
            write_traffic(source, out)?;
        }
        line(
            out,
            &json!({"type": "end", "conversation": source.meta.id, "events": events, "items": items}),
        )?;
        Ok(items)
    }

    fn end(&mut self, _: &mut Outlet<'_>) -> Result<(), ExportError> {
        Ok(())
    }
}

fn write_events(source: &Source<'_>, out: &mut Outlet<'_>) -> Result<u64, ExportError> {
    let (mut next, mut count) = (0, 0);
    loop {
        source.job.wanted()?;
        let page = source.archive.events_from(&source.meta.id, next, EVENTS)?;
        let Some(last) = page.last() else {
            return Ok(count);
        };
        next = last.seq + 1;
        for event in page {
            count += 1;
            line(out, &json!({"type": "event", "event": event}))?;
        }
    }
}

fn write_traffic(source: &Source<'_>, out: &mut Outlet<'_>) -> Result<(), ExportError> {
    let mut after = 0;
    loop {
        let page = source.archive.traffic_after(&source.meta.id, after, 256)?;
        let Some(last) = page.last() else {
            return Ok(());
        };
        after = last.row;
        for row in page {
            let mut record = json!({
                "type": "traffic",
                "at": row.line.at,
                "epoch": row.line.epoch,
                "direction": row.line.direction,
            });
            match String::from_utf8(row.line.bytes) {
                Ok(text) => record["text"] = Value::from(text),
                Err(bytes) => {
                    let encoded =
                        base64::engine::general_purpose::STANDARD.encode(bytes.as_bytes());
                    record["base64"] = Value::from(encoded);
                }
            }
            line(out, &record)?;
        }
    }
}

fn line(out: &mut Outlet<'_>, record: &Value) -> Result<(), ExportError> {
    out.record(format!("{record}\n").into_bytes())
}
