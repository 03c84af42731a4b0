//! A background task: looks for a topic in the names and the lines of the folder's files, first as
//! it was written, then word by word, and tells what it found.

use std::sync::Arc;
use std::time::Instant;

use serde_json::Value;

use super::Agent;
use crate::guide::control::{Control, Stopped};
use crate::guide::prose::{code, fence, inline};
use crate::guide::tools::{Bench, Call, Output, ToolError};

/// A pass takes at least as long as so many words of a streamed text: about a second.
const WORDS: u32 = 60;

/// Searches until done. `Err` when it was cancelled.
pub(super) fn search(
    agent: &Agent,
    control: &Arc<Control>,
    topic: &str,
) -> Result<String, Stopped> {
    let began = Instant::now();
    let mut search = Search { agent, control };
    let names = search.names(topic)?;
    let whole = search.lines(topic)?;
    let mut words: Vec<&str> = topic
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| word.chars().count() > 3 && *word != topic)
        .collect();
    words.dedup();
    words.truncate(5);
    let mut parts = Vec::new();
    for word in words {
        parts.push((word, search.lines(word)?));
    }
    Ok(report(
        topic,
        &names,
        &whole,
        &parts,
        began.elapsed().as_secs_f64(),
    ))
}

struct Search<'a> {
    agent: &'a Agent,
    control: &'a Arc<Control>,
}

/// What one pass found.
struct Found {
    lines: u64,
    files: u64,
    text: String,
}

impl Search<'_> {
    fn names(&mut self, topic: &str) -> Result<Vec<String>, Stopped> {
        // A pattern of the topic's words, in their order.
        let words: Vec<String> = topic
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(either_case)
            .collect();
        if words.is_empty() {
            return Ok(Vec::new());
        }
        let pattern = format!("*{}*", words.join("*"));
        let output = self.run(&Call::List {
            path: ".".to_owned(),
            pattern,
        })?;
        let names = output.text.lines().filter(|line| line.contains("  ("));
        Ok(names
            .map(|line| {
                line.rsplit_once("  (")
                    .map_or(line, |(name, _)| name)
                    .to_owned()
            })
            .collect())
    }

    fn lines(&mut self, text: &str) -> Result<Found, Stopped> {
        let output = self.run(&Call::Search {
            pattern: text.to_lowercase(),
            path: ".".to_owned(),
        })?;
        let count = |key: &str| output.metadata.as_ref().and_then(|m| m[key].as_u64());
        Ok(Found {
            lines: count("lines").unwrap_or(0),
            files: count("files").unwrap_or(0),
            text: output.text.clone(),
        })
    }

    fn run(&mut self, call: &Call) -> Result<Output, Stopped> {
        let stage = &self.agent.stage;
        self.control.pause(stage.pace * WORDS)?;
        let bench = Bench {
            workspace: &stage.workspace,
            control: self.control,
            children: &stage.children,
        };
        match call.execute(&bench) {
            Ok(output) => Ok(output),
            Err(ToolError::Stopped) => Err(Stopped),
            Err(error) => Ok(Output {
                text: error.to_string(),
                kind: crate::guide::tools::OutputType::Text,
                metadata: Some(Value::Null),
                failed: true,
            }),
        }
    }
}

/// `[tT][oO]…`: file patterns know no other way to ignore case.
fn either_case(word: &str) -> String {
    word.chars()
        .map(|c| {
            let (low, high): (String, String) =
                (c.to_lowercase().collect(), c.to_uppercase().collect());
            if low == high || low.chars().count() + high.chars().count() > 2 {
                c.to_string()
            } else {
                format!("[{low}{high}]")
            }
        })
        .collect()
}

fn report(
    topic: &str,
    names: &[String],
    whole: &Found,
    parts: &[(&str, Found)],
    seconds: f64,
) -> String {
    const SHOWN: usize = 12;
    let mut said = format!(
        "## Research: {}\n\nI searched the files of this folder for {seconds:.1} s. I am no language model: \
         this is what stands there, not what it means.\n\n",
        inline(topic)
    );
    if names.is_empty() {
        said.push_str("- No file is named like it.\n");
    }
    for name in names.iter().take(SHOWN) {
        said.push_str(&format!("- A file is named like it: {}\n", code(name)));
    }
    if names.len() > SHOWN {
        said.push_str(&format!("- … and {} more files.\n", names.len() - SHOWN));
    }
    said.push_str(&format!("- “{}”: {}.\n", inline(topic), counted(whole)));
    for (word, found) in parts {
        said.push_str(&format!(
            "- “{}” alone: {}.\n",
            inline(word),
            counted(found)
        ));
    }
    let best = std::iter::once(whole).chain(parts.iter().map(|(_, found)| found));
    if let Some(best) = best.into_iter().find(|found| found.lines > 0) {
        let lines: Vec<&str> = best.text.lines().take(SHOWN).collect();
        said.push_str(&format!("\n{}", fence("", &lines.join("\n"))));
    }
    said
}

fn counted(found: &Found) -> String {
    match (found.lines, found.files) {
        (0, _) => "no line".to_owned(),
        (1, _) => "1 line".to_owned(),
        (lines, 1) => format!("{lines} lines in one file"),
        (lines, files) => format!("{lines} lines in {files} files"),
    }
}
