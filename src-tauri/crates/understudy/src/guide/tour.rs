//! What the guide does to be looked at: the tour, thinking, a long answer, an error.

use super::control::Stopped;
use super::desk::Memory;
use super::prose;
use super::respond::finish;
use super::tools::Call;
use super::turn::{Outcome, Turn};

const FILE: &str = "parley-tour.md";

const MARKDOWN: &str = r#"# The tour

You are talking to a program, **not a language model**. All you will see is really done; each step that touches your folder asks you first.

## Text

A paragraph with *emphasis*, **strong words**, ~~struck ones~~, `code`, and [a link](https://commonmark.org/help/).

> A quotation. It may be longer than a line, and it may hold **other things**.

- a list
  - with a list inside
    - and one more
- [x] a task that is done
- [ ] a task that is not

| Tool | Category | Asks in mode `auto_edit` |
|:---|:---:|---:|
| Read, Glob, Grep | info | no |
| Write, Edit | edit | no |
| Bash | exec | **yes** |

```rust
/// The greatest common divisor.
fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
```

Maths, in a line, $e^{i\pi} + 1 = 0$, and on its own:

$$\int_0^\infty e^{-x^2}\,dx = \frac{\sqrt{\pi}}{2}$$

"#;

/// Everything there is to see, in one turn. A denied step is left out, and the tour goes on.
pub(super) fn tour(turn: &Turn<'_>, memory: &Memory) -> Result<(), Stopped> {
    turn.think(
        "The user wants to see everything. I have a fixed plan, no thoughts: first text, then a \
         picture, a file, a change to it, a command, and at last an error.\n\n\
         This paragraph is shown as thinking so that you can see what thinking looks like.",
    )?;
    turn.say(MARKDOWN)?;

    turn.say("## A picture\n\n")?;
    step(
        turn,
        memory,
        Call::Picture {
            width: 160,
            height: 100,
        },
        "drew a picture",
        "A sun over two hills, drawn just now.\n\n",
    )?;

    turn.say("## A file, and a change to it\n\n")?;
    let content = "# Notes of the tour\n\nThe guide wrote this file.\nIt may be deleted.\n";
    let call = Call::Write {
        file_path: FILE.to_owned(),
        content: content.to_owned(),
    };
    if step(
        turn,
        memory,
        call,
        &format!("wrote {FILE}"),
        "It is written. Now a small change.\n\n",
    )? {
        let call = Call::Edit {
            file_path: FILE.to_owned(),
            old: "It may be deleted.".to_owned(),
            new: "It may be deleted, or kept as a souvenir.".to_owned(),
        };
        step(
            turn,
            memory,
            call,
            &format!("edited {FILE}"),
            "That was a diff.\n\n",
        )?;
    }

    turn.say("## A command, with colours\n\n")?;
    let command = r"printf '\033[1;32mgreen\033[0m \033[33myellow\033[0m \033[4;34munderlined\033[0m\n'; printf '\033[38;5;208morange\033[0m and \033[7mreversed\033[0m\n'; ls -l";
    step(
        turn,
        memory,
        Call::Run {
            command: command.to_owned(),
        },
        "ran the command of the tour",
        "That was its real output.\n\n",
    )?;

    turn.say(&format!(
        "## An error\n\nThe last thing to see is an error, made on purpose; it ends this turn. \
         Afterwards, `delete {FILE}` removes what the tour left, and `help` shows what to type.\n"
    ))?;
    demonstrated_error(turn);
    Ok(())
}

/// One call of the tour; whether it was done.
fn step(
    turn: &Turn<'_>,
    memory: &Memory,
    call: Call,
    did: &str,
    after: &str,
) -> Result<bool, Stopped> {
    let outcome = turn.use_tool(call)?;
    finish(turn, memory, &outcome, did, |_| after.to_owned())?;
    if matches!(outcome, Outcome::Done(_)) {
        return Ok(true);
    }
    turn.say("The tour goes on without it.\n\n")?;
    Ok(false)
}

/// Thinking, then an answer.
pub(super) fn think(turn: &Turn<'_>) -> Result<(), Stopped> {
    turn.think(
        "I was asked to think. I cannot: I am no language model. But this is how thinking reaches \
         you: piece by piece, apart from the answer, to be folded away when it is done.\n\n\
         To have something to show I will count the primes below one hundred: ",
    )?;
    let primes: Vec<u32> = (2..100_u32)
        .filter(|n| (2..*n).all(|d| n % d != 0))
        .collect();
    for prime in &primes {
        turn.think(&format!("{prime} "))?;
    }
    let shown = if turn.stage.control.thinking() {
        ""
    } else {
        " (Thinking is switched off, so you did not see me do it.)"
    };
    turn.say(&format!(
        "There are **{}** primes below one hundred.{shown}",
        primes.len()
    ))
}

/// So many parts; without a number, until stopped.
pub(super) fn long(turn: &Turn<'_>, paragraphs: Option<u32>) -> Result<(), Stopped> {
    match paragraphs {
        Some(count) => turn.say(&format!("# A long answer of {count} parts\n\n"))?,
        None => turn.say("# A long answer\n\nIt goes on until you stop it.\n\n")?,
    }
    for number in 1..=paragraphs.unwrap_or(u32::MAX) {
        // Nobody can stop it any more, and nobody reads it.
        if turn.is_closing() && paragraphs.is_none() {
            break;
        }
        turn.say(&prose::paragraph(number))?;
    }
    turn.say("That was all of it.")
}

/// An error as an agent reports it.
pub(super) fn fail(turn: &Turn<'_>) -> Result<(), Stopped> {
    turn.say("Here is an error, made on purpose.\n")?;
    demonstrated_error(turn);
    Ok(())
}

fn demonstrated_error(turn: &Turn<'_>) {
    turn.error(
        "provider_error",
        "This error was asked for and nothing is broken. A real one would say what went wrong; \
         this one is marked as worth a retry.",
        true,
    );
}
