//! From a text to steps, with errors that name the line.

use serde_json::Value;

use super::dialect::{self, Carries, Dialect, Speech};
use super::steps::{Action, action};

/// A whole script.
#[derive(Debug)]
pub(crate) struct Script {
    /// `aionrs` unless the first step or the command line says otherwise.
    pub(crate) speech: Speech,
    pub(crate) steps: Vec<Step>,
}

/// One step and where it stands.
#[derive(Debug, Clone)]
pub(crate) struct Step {
    pub(crate) line: usize,
    pub(crate) action: Action,
}

/// What is wrong with a script, and in which line (from 1) the step begins.
#[derive(Debug, thiserror::Error)]
#[error("{line}: {what}")]
pub(crate) struct ScriptError {
    pub(crate) line: usize,
    pub(crate) what: String,
}

impl Script {
    /// `speech`: the protocol to play it in, whatever the first step says.
    pub(crate) fn parse(text: &str, speech: Option<&Speech>) -> Result<Self, ScriptError> {
        let blanked = without_comments(text);
        let mut values = serde_json::Deserializer::from_str(&blanked).into_iter::<Value>();
        let mut script = Self {
            speech: speech.cloned().unwrap_or_else(|| Speech::of("aionrs")),
            steps: Vec::new(),
        };
        let mut first = true;
        loop {
            let from = values.byte_offset();
            let gap = blanked[from..].len() - blanked[from..].trim_start().len();
            let line = 1 + blanked[..from + gap].matches('\n').count();
            let Some(value) = values.next() else {
                return script.checked();
            };
            let value = value.map_err(|error| ScriptError {
                line: error.line().max(1),
                what: format!("not JSON: {error}"),
            })?;
            let fail = |what| ScriptError { line, what };
            if let Some(own) = Speech::step(&value) {
                if !first {
                    return Err(fail("`protocol` must be the first step".to_owned()));
                }
                dialect::named(&own).map_err(fail)?;
                if speech.is_none() {
                    script.speech = own;
                }
            } else {
                let action = action(value, line).map_err(fail)?;
                script.steps.push(Step { line, action });
            }
            first = false;
        }
    }

    /// Chooses the branches the protocol can carry, and refuses what it cannot.
    fn checked(mut self) -> Result<Self, ScriptError> {
        let dialect = dialect::named(&self.speech).map_err(|what| ScriptError { line: 1, what })?;
        self.steps = carried(self.steps, dialect.as_ref())?;
        Ok(self)
    }
}

fn carried(steps: Vec<Step>, dialect: &dyn Dialect) -> Result<Vec<Step>, ScriptError> {
    let mut kept = Vec::with_capacity(steps.len());
    for Step { line, action } in steps {
        let action = match action {
            Action::IfCan(said, then, otherwise) => {
                let branch = match dialect.carries(said) {
                    Carries::Yes => then,
                    Carries::Silently | Carries::No(_) => otherwise,
                };
                kept.extend(carried(branch, dialect)?);
                continue;
            }
            Action::Say(said, body) => {
                if let Carries::No(why) = dialect.carries(said) {
                    let what = format!("step `{}`: {why}", said.name());
                    return Err(ScriptError { line, what });
                }
                Action::Say(said, body)
            }
            Action::Await(what, with, waiting) => {
                dialect.awaits(&what).map_err(|what| ScriptError {
                    line,
                    what: format!("step `await`: {what}"),
                })?;
                Action::Await(what, with, waiting)
            }
            Action::Loop(times, inner) => Action::Loop(times, carried(inner, dialect)?),
            Action::Background(inner) => Action::Background(carried(inner, dialect)?),
            other => other,
        };
        kept.push(Step { line, action });
    }
    Ok(kept)
}

/// Comment lines become empty ones of the same length, so that positions stay true. A line inside
/// a JSON value never begins with `#` or `//`: strings cannot hold a line break.
fn without_comments(text: &str) -> String {
    let mut blanked = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let start = line.trim_start();
        if start.starts_with("//") || start.starts_with('#') {
            blanked.extend(std::iter::repeat_n(' ', line.trim_end_matches('\n').len()));
            blanked.push_str(if line.ends_with('\n') { "\n" } else { "" });
        } else {
            blanked.push_str(line);
        }
    }
    blanked
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        Script::parse(text, None).unwrap_err().to_string()
    }

    #[test]
    fn comments_and_values_over_lines_keep_the_line_numbers() {
        let script = Script::parse(
            "# a\n{\"protocol\":\"aionrs\"}\n// b\n{\n \"text\":\n  \"x // y\"\n}\n\n{\"exit\":0}",
            None,
        )
        .unwrap();
        let lines: Vec<usize> = script.steps.iter().map(|step| step.line).collect();
        assert_eq!(lines, [4, 9]);
    }

    #[test]
    fn errors_name_the_line_and_the_fault() {
        assert_eq!(
            error("{\"ready\":true}\n{\"emitt\":{}}"),
            "2: unknown step `emitt`; did you mean `emit`?"
        );
        assert_eq!(
            error("\n{\"expect\":{},\"timout_ms\":1}"),
            "2: step `expect`: unknown field `timout_ms`, expected one of `timeout_ms`, `as`, `strict`"
        );
        assert!(error("{\"sleep_ms\":\"x\"}").starts_with("1: step `sleep_ms`: invalid type"));
        assert!(error("{\"a\":1}\n{,}").starts_with("1: unknown step `a`"));
        assert!(error("{\"exit\":0}\n{,}").starts_with("2: not JSON"));
        assert_eq!(
            error("{\"protocol\":\"x\"}"),
            format!(
                "1: unknown protocol \"x\"; known: {}",
                dialect::NAMES.join(", ")
            )
        );
        assert_eq!(
            error("{\"protocol\":\"nuum\",\"generation\":\"9\"}"),
            "1: nuum: generation cannot be \"9\"; there are 0.1, 0.5"
        );
        assert_eq!(
            error("{\"protocol\":\"nuum\"}\n{\"ready\":true}\n{\"ask\":{\"tool\":\"Bash\"}}"),
            "3: step `ask`: nuum has no approvals: every tool runs. `running` and `result` show it"
        );
        assert!(
            error("{\"protocol\":\"nuum\"}\n{\"loop\":{\"steps\":[{\"await\":\"answer\"}]}}")
                .starts_with("2: step `await`: \"answer\" cannot be awaited in nuum; there are")
        );
        assert!(error("{\"loop\":{\"steps\":[{\"nope\":1}]}}").contains("steps[0]: unknown step"));
        assert!(error("{\"raw_hex\":\"f\"}").contains("raw_hex"));
        assert!(error("[1]").contains("a step is a JSON object"));
    }
}
