//! What the guide says. Markdown.

/// What can be typed.
pub(crate) const HELP: &str = "\
I am the built-in guide: a small program, **not a language model**. I understand a few plain \
sentences and really do what they say, in the folder of this conversation, after you allow it.

| Type | and I will |
|---|---|
| `list` or `list FOLDER` | show what is in the folder |
| `read FILE` | read a file, also several: `read a.txt and b.txt` |
| `search TEXT` | look for a text in all files |
| `write hello.txt with the text: hi` | write a file |
| `edit hello.txt: replace hi with hello` | change a part of a file |
| `run COMMAND` | run a command in the folder |
| `show me everything` | give a tour of all I can show |
| `think`, `image`, `error`, `long 20` | show one of these |
| `remember …`, `what did I say` | keep, and repeat, what you told me |
| `settings`, `help` | say how I was started; this list |
";

/// The answer to a greeting.
pub(crate) const GREETING: &str = "\
Hello! I am the built-in guide: not a language model, but I really work in this folder. \
Try `list`, `write hello.txt with the text: hi`, or `show me everything`; `help` lists the rest.";

/// The answer to "who are you".
pub(crate) const WHO: &str = "\
I am the built-in guide, a small program that came with this application. I am **not a language \
model**: I recognise a few sentences and nothing more, I need no key and no network, and I count \
no tokens because I use none. What I do is real, though: files are read and written, commands are \
run, each after your approval.";

/// The answer to thanks.
pub(crate) const THANKS: &str = "You are welcome. Type `help` to see what else I can do.";

/// The answer to a message without words.
pub(crate) const EMPTY: &str = "That message was empty. Type `help` to see what I understand.";

/// The answer to anything else.
pub(crate) fn unknown(said: &str) -> String {
    format!(
        "I did not understand “{}”. I am no language model, so I only know some sentences:\n\n\
         - `list` – what is in this folder\n\
         - `read FILE` and `search TEXT`\n\
         - `write hello.txt with the text: hi`\n\
         - `edit hello.txt: replace hi with hello`\n\
         - `run COMMAND`\n\
         - `show me everything` – the tour\n\n\
         `help` shows them all.",
        inline(said)
    )
}

/// A piece of the user's text inside a sentence: one line, not too long, no Markdown of its own.
pub(crate) fn inline(text: &str) -> String {
    escape(&super::tools::one_line(text.trim(), 120))
}

/// As [`inline`], of any length.
pub(crate) fn inline_whole(text: &str) -> String {
    escape(&super::tools::one_line(text.trim(), usize::MAX))
}

fn escape(line: &str) -> String {
    let mut safe = String::new();
    for c in line.chars() {
        if matches!(
            c,
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|' | '~' | '$' | '&'
        ) {
            safe.push('\\');
        }
        safe.push(c);
    }
    safe
}

/// A code span that holds any text.
pub(crate) fn code(text: &str) -> String {
    let text = super::tools::one_line(text, 200);
    let ticks = "`".repeat(longest_run(&text, '`') + 1);
    if text.starts_with('`') || text.ends_with('`') {
        format!("{ticks} {text} {ticks}")
    } else {
        format!("{ticks}{text}{ticks}")
    }
}

/// A fenced block that holds any text.
pub(crate) fn fence(language: &str, text: &str) -> String {
    let ticks = "`".repeat((longest_run(text, '`') + 1).max(3));
    let end = if text.ends_with('\n') { "" } else { "\n" };
    format!("{ticks}{language}\n{text}{end}{ticks}\n")
}

fn longest_run(text: &str, wanted: char) -> usize {
    let (mut longest, mut run) = (0, 0);
    for c in text.chars() {
        run = if c == wanted { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

/// The word highlighters know a file's language by.
pub(crate) fn language(file: &str) -> &str {
    let extension = file.rsplit_once('.').map_or("", |(_, e)| e);
    match extension {
        "rs" => "rust",
        "py" => "python",
        "js" | "mjs" | "cjs" => "javascript",
        "ts" => "typescript",
        "sh" | "bash" => "bash",
        "yml" | "yaml" => "yaml",
        "md" => "markdown",
        known @ ("json" | "toml" | "html" | "css" | "c" | "cpp" | "go" | "java" | "sql" | "xml"
        | "diff") => known,
        _ => "",
    }
}

/// One part of a long answer; no two neighbours are alike.
pub(crate) fn paragraph(number: u32) -> String {
    let body = match number % 6 {
        1 => "This answer is long on purpose, so that you can scroll, search, and stop it. It is \
              written piece by piece, as a language model would, but nobody is thinking here.\n"
            .to_owned(),
        2 => format!(
            "1. Press **Stop**: no further word should follow.\n\
             2. Scroll up: the text should stay where you read.\n\
             3. This is list number {number}, with *emphasis* and `code`.\n"
        ),
        3 => fence(
            "rust",
            &format!("fn paragraph() -> u32 {{\n    // the number of this part\n    {number}\n}}"),
        ),
        4 => format!(
            "| number | square | cube |\n|---:|---:|---:|\n| {n} | {} | {} |\n",
            u64::from(number).pow(2),
            u64::from(number).pow(3),
            n = number
        ),
        5 => "> A quotation, to break the monotony. A reader who scrolled up must not be moved \
              by it.\n"
            .to_owned(),
        _ => "Words such as Straße, naïve, 日本語, עברית and 🙂 test that characters arrive \
              whole, whatever their length in bytes.\n"
            .to_owned(),
    };
    format!("## Part {number}\n\n{body}\n")
}
