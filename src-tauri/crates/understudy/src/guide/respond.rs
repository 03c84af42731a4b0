//! From an intent to an answer: the calls it takes, and the words around them.

use super::control::Stopped;
use super::desk::{Memory, lock};
use super::prose;
use super::tools::{Call, Output, OutputType, bytes};
use super::tour;
use super::turn::{Outcome, Turn};
use super::understand::{Intent, understand};

/// Works on one message until it is done or stopped.
pub(crate) fn respond(
    turn: &Turn<'_>,
    memory: &Memory,
    text: &str,
    files: &[String],
) -> Result<(), Stopped> {
    if !files.is_empty() {
        turn.say(&attached(files))?;
        if text.trim().is_empty() {
            return Ok(());
        }
    }
    match understand(text) {
        Intent::List { path, pattern } => list(turn, memory, path, pattern),
        Intent::Read { files } => read(turn, memory, files),
        Intent::Search { text, path } => search(turn, memory, text, path),
        Intent::Write { file, content } => write(turn, memory, file, content),
        Intent::Edit { file, old, new } => edit(turn, memory, file, old, new),
        Intent::Run { command } => run(turn, memory, command),
        Intent::Incomplete { example } => turn.say(&format!(
            "Something is missing there. Write it like this: {}",
            prose::code(example)
        )),
        Intent::Think => tour::think(turn),
        Intent::Tour => tour::tour(turn, memory),
        Intent::Long { paragraphs } => tour::long(turn, paragraphs),
        Intent::Fail => tour::fail(turn),
        Intent::Picture => picture(turn),
        Intent::Help => turn.say(prose::HELP),
        Intent::Remember { what } => {
            let said = format!("I will remember: {}", prose::inline(&what));
            lock(&memory.session).remembered.push(what);
            turn.say(&said)
        }
        Intent::Recall => {
            let said = recall(memory);
            turn.say(&said)
        }
        Intent::Settings => {
            let said = settings(turn, memory);
            turn.say(&said)
        }
        Intent::Who => turn.say(prose::WHO),
        Intent::Greeting => turn.say(prose::GREETING),
        Intent::Thanks => turn.say(prose::THANKS),
        Intent::Empty => turn.say(prose::EMPTY),
        Intent::Unknown => turn.say(&prose::unknown(text)),
    }
}

fn list(turn: &Turn<'_>, memory: &Memory, path: String, pattern: String) -> Result<(), Stopped> {
    turn.say("I will look what is there.\n\n")?;
    let outcome = turn.use_tool(Call::List { path, pattern })?;
    finish(turn, memory, &outcome, "listed files", |output| {
        if output.text.starts_with('(') {
            return "There is nothing here yet. Try `write hello.txt with the text: hi`."
                .to_owned();
        }
        let lines: Vec<&str> = output.text.lines().collect();
        let mut said = String::new();
        for line in lines.iter().take(30) {
            let (name, size) = line.split_once("  (").unwrap_or((line, ""));
            let size = size.trim_end_matches(')');
            let size = if size.is_empty() {
                String::new()
            } else {
                format!(" – {size}")
            };
            said.push_str(&format!("- {}{size}\n", prose::code(name)));
        }
        if lines.len() > 30 {
            said.push_str(&format!(
                "\n… and {} more, all in the result above.\n",
                lines.len() - 30
            ));
        }
        said
    })
}

fn read(turn: &Turn<'_>, memory: &Memory, files: Vec<String>) -> Result<(), Stopped> {
    turn.say(match files.len() {
        1 => "I will read it.\n\n",
        _ => "I will read them.\n\n",
    })?;
    let calls: Vec<Call> = files
        .iter()
        .map(|file| Call::Read {
            file_path: file.clone(),
        })
        .collect();
    let outcomes = turn.use_tools(&calls)?;
    for (file, outcome) in files.iter().zip(&outcomes) {
        finish(turn, memory, outcome, &format!("read {file}"), |output| {
            let name = prose::code(file);
            if output.kind == OutputType::Image {
                return format!("{name} is a picture; you see it above.\n\n");
            }
            if output.text.is_empty() {
                return format!("{name} is empty.\n\n");
            }
            let lines = output.text.lines().count();
            let head: Vec<&str> = output.text.lines().take(40).collect();
            let shown = if lines > 40 { ". It begins:" } else { ":" };
            let plural = if lines == 1 { "" } else { "s" };
            format!(
                "{name} has {lines} line{plural}, {}{shown}\n\n{}\n",
                bytes(output.text.len() as u64),
                prose::fence(prose::language(file), &head.join("\n"))
            )
        })?;
    }
    Ok(())
}

fn search(turn: &Turn<'_>, memory: &Memory, text: String, path: String) -> Result<(), Stopped> {
    turn.say(&format!(
        "I will search for “{}”.\n\n",
        prose::inline(&text)
    ))?;
    let did = format!("searched for {text}");
    let outcome = turn.use_tool(Call::Search {
        pattern: text,
        path,
    })?;
    finish(turn, memory, &outcome, &did, |output| {
        let count = |key| {
            output
                .metadata
                .as_ref()
                .and_then(|m| m[key].as_u64())
                .unwrap_or(0)
        };
        match (count("lines"), count("files")) {
            (0, _) => "No file contains that.".to_owned(),
            (1, _) => format!("One line: {}", prose::code(&output.text)),
            (lines, 1) => format!("{lines} lines in one file, shown above."),
            (lines, files) => format!("{lines} lines in {files} files, shown above."),
        }
    })
}

fn write(turn: &Turn<'_>, memory: &Memory, file: String, content: String) -> Result<(), Stopped> {
    let name = prose::code(&file);
    turn.say(&format!("I will write {name}.\n\n"))?;
    let did = format!("wrote {file}");
    let outcome = turn.use_tool(Call::Write {
        file_path: file,
        content,
    })?;
    finish(turn, memory, &outcome, &did, |output| match output.kind {
        OutputType::Diff => format!("{name} was there already; above you see what changed."),
        _ => format!("Done: {}.", prose::inline(&output.text)),
    })
}

fn edit(
    turn: &Turn<'_>,
    memory: &Memory,
    file: String,
    old: String,
    new: String,
) -> Result<(), Stopped> {
    let name = prose::code(&file);
    turn.say(&format!("I will edit {name}.\n\n"))?;
    let did = format!("edited {file}");
    let outcome = turn.use_tool(Call::Edit {
        file_path: file,
        old,
        new,
    })?;
    finish(turn, memory, &outcome, &did, |output| match output.kind {
        OutputType::Diff => format!("Done. The change in {name} is above."),
        _ => format!("{name} already says that, so nothing changed."),
    })
}

fn run(turn: &Turn<'_>, memory: &Memory, command: String) -> Result<(), Stopped> {
    let shown = prose::code(&command);
    turn.say(&format!("I will run {shown}.\n\n"))?;
    let did = format!("ran {command}");
    let outcome = turn.use_tool(Call::Run { command })?;
    finish(turn, memory, &outcome, &did, |output| {
        if output.failed {
            let ending = output.text.lines().last().unwrap_or_default();
            return format!(
                "The command failed {}. Its output is above.",
                prose::inline(ending)
            );
        }
        if output.text.is_empty() {
            return "Done; it printed nothing.".to_owned();
        }
        let lines = output.text.lines().count();
        format!(
            "Done; {lines} line{} of output above.",
            if lines == 1 { "" } else { "s" }
        )
    })
}

fn picture(turn: &Turn<'_>) -> Result<(), Stopped> {
    turn.say("I will draw a small picture, pixel by pixel.\n\n")?;
    match turn.use_tool(Call::Picture {
        width: 160,
        height: 100,
    })? {
        Outcome::Done(_) => turn.say("A sun over two hills, made just now and stored nowhere."),
        other => turn.say(&setback(&other)),
    }
}

/// The words after a call, and the note in the session's memory.
pub(super) fn finish(
    turn: &Turn<'_>,
    memory: &Memory,
    outcome: &Outcome,
    did: &str,
    words: impl FnOnce(&Output) -> String,
) -> Result<(), Stopped> {
    let (note, said) = match outcome {
        Outcome::Done(output) => (did.to_owned(), words(output)),
        Outcome::Failed(_) => (format!("failed: {did}"), setback(outcome)),
        Outcome::Denied(_) => (format!("was denied: {did}"), setback(outcome)),
        Outcome::Cancelled => (format!("cancelled: {did}"), setback(outcome)),
    };
    lock(&memory.session).did(note);
    turn.say(&said)
}

/// What the guide says when a call did not come to pass.
pub(super) fn setback(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Done(_) => String::new(),
        Outcome::Failed(why) => format!("That did not work. {}\n\n", prose::inline_whole(why)),
        Outcome::Denied(reason) if reason.trim().is_empty() => {
            "You denied it, so I did nothing.\n\n".to_owned()
        }
        Outcome::Denied(reason) => {
            let quote: String = reason
                .trim()
                .lines()
                .map(|line| format!("> {line}\n"))
                .collect();
            if reason.trim().contains('\n') {
                format!("You denied it:\n\n{quote}\nI did nothing.\n\n")
            } else {
                format!("You denied it: {}\n\nI did nothing.\n\n", reason.trim())
            }
        }
        Outcome::Cancelled => "It was cancelled, so I did nothing.\n\n".to_owned(),
    }
}

fn attached(files: &[String]) -> String {
    let mut said = "You attached:\n\n".to_owned();
    for file in files {
        let about = match std::fs::metadata(file) {
            Ok(metadata) if metadata.is_dir() => "a folder".to_owned(),
            Ok(metadata) => bytes(metadata.len()),
            Err(error) => format!("cannot be read: {error}"),
        };
        said.push_str(&format!("- {} – {about}\n", prose::code(file)));
    }
    said.push('\n');
    said
}

fn recall(memory: &Memory) -> String {
    let session = lock(&memory.session);
    let mut said = String::new();
    if !session.context.is_empty() {
        said.push_str("I was told about an earlier conversation:\n\n");
        for context in &session.context {
            said.push_str(&prose::fence("text", context));
        }
        said.push('\n');
    }
    if !session.remembered.is_empty() {
        said.push_str("You asked me to remember:\n\n");
        for what in &session.remembered {
            said.push_str(&format!("- {}\n", prose::inline(what)));
        }
        said.push('\n');
    }
    // The last entry is the question itself.
    let (_, earlier) = session.entries.split_last().unzip();
    let earlier: &[_] = earlier.unwrap_or_default();
    if earlier.is_empty() {
        said.push_str("You have said nothing before this, in this session.");
        return said;
    }
    said.push_str("You said, in this session:\n\n");
    for (index, entry) in earlier.iter().enumerate() {
        let before = if index < session.resumed {
            " (before I was restarted)"
        } else {
            ""
        };
        said.push_str(&format!(
            "{}. {}{before}\n",
            index + 1,
            prose::inline(&entry.text)
        ));
        for did in &entry.did {
            said.push_str(&format!("    - I {}\n", prose::inline(did)));
        }
    }
    said
}

fn settings(turn: &Turn<'_>, memory: &Memory) -> String {
    let args = lock(&memory.args).clone();
    let session = lock(&memory.session);
    let mode = turn.stage.control.permission(|permission| permission.mode);
    let number = |n: Option<u64>| n.map(|n| n.to_string());
    let mut said = format!(
        "- Folder: {}\n- Session: {}\n- Approval mode: `{}`\n- Thinking: {}\n",
        prose::code(&turn.stage.workspace.root().display().to_string()),
        prose::code(&session.id),
        mode.name(),
        if turn.stage.control.thinking() {
            "on"
        } else {
            "off"
        },
    );
    let given = [
        ("Provider", args.provider),
        ("Model", args.model),
        ("Base URL", args.base_url),
        ("Most tokens", number(args.max_tokens)),
        ("Most turns", number(args.max_turns)),
        ("System prompt", args.system_prompt),
    ];
    for (name, value) in given {
        if let Some(value) = value {
            said.push_str(&format!(
                "- {name}: {} (no effect: there is no model)\n",
                prose::code(&value)
            ));
        }
    }
    said
}
