//! What this guide says. Markdown.

/// What can be typed.
pub(super) const HELP: &str = "\
I am the guide for background tasks: a small program, **not a language model**. I speak nuum, \
which has **no approvals**: what you type is done without a question. I run no commands.

| Type | and I will |
|---|---|
| `research TOPIC` | search the files in the background, and speak up when I am done |
| `remind me in 10 seconds to TEXT` | set an alarm that starts a turn by itself |
| `tasks` | say what runs and waits |
| `stop` | end all of that |
| `list`, `read FILE`, `search TEXT` | look into the folder |
| `write FILE with the text: …`, `edit FILE: replace A with B` | change a file, **without asking** |
| `long` | talk until you write something or interrupt me |
| `remember …`, `what did I say` | keep, and repeat, what you told me, over restarts too |
| `error`, `settings`, `help` | fail on purpose; say how I was started; this list |
";

pub(super) const GREETING: &str = "\
Hello! I am the guide for background tasks: not a language model, but what I do is real. Try \
`research TODO` or `remind me in 10 seconds to stretch`; `help` lists the rest.";

pub(super) const WHO: &str = "\
I am the guide for background tasks, a small program that came with this application, **not a \
language model**. I speak nuum: I may begin a turn by myself, when an alarm fires or a search in \
the background is done, and nothing I do asks you first.";

pub(super) const NO_COMMANDS: &str = "\
I run no commands: this protocol has no approvals, so nothing would ask you first. The other \
guide does, after you allow it.";

pub(super) const EXAMPLES: &str = "\
I am no language model, so I only know some sentences:\n\n\
- `research TODO`\n\
- `remind me in 10 seconds to stretch`\n\
- `tasks`, `stop`\n\
- `list`, `read FILE`, `search TEXT`\n\
- `write hello.txt with the text: hi`\n\n\
`help` shows them all.";
