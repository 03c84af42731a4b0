//! Rules in words, and drafts that make sense.

use crate::problem;
use model::view::Problem;
use model::{Phrase, RuleDraft, RuleEffect, RulePattern};

/// What a rule is about, in words. Whether it allows or denies, for which agent
/// and where, stands beside it.
pub(crate) fn words(draft: &RuleDraft) -> Phrase {
    let tool = render::visible(draft.tool.as_deref().unwrap_or(""));
    let named = if tool.is_empty() { "any tool" } else { &tool };
    let say = |code: &str, text: &str, name: &str, value: &str| {
        let value = render::visible(value);
        let mut phrase = Phrase::new(code, text, &[("tool", named), (name, &value)]);
        // A window says "any tool" in its own language.
        phrase.values.insert("tool".to_owned(), tool.clone());
        phrase
    };
    match &draft.pattern {
        RulePattern::SameArguments { .. } => say(
            "ruleSame",
            "{tool} with exactly these arguments",
            "none",
            "",
        ),
        RulePattern::Command { words, exact: true } => say(
            "ruleCommandExact",
            "the command “{command}”, and nothing more",
            "command",
            &words.join(" "),
        ),
        RulePattern::Command {
            words,
            exact: false,
        } => say(
            "ruleCommandPrefix",
            "commands that begin with “{command}”",
            "command",
            &words.join(" "),
        ),
        RulePattern::Path { glob } if glob == "**" => say(
            "rulePathAll",
            "{tool} anywhere in the workspace",
            "glob",
            glob,
        ),
        RulePattern::Path { glob } if !glob.contains(['*', '?']) => {
            say("ruleFile", "{tool} on the file {path}", "path", glob)
        }
        RulePattern::Path { glob } => say("rulePath", "{tool} on {glob}", "glob", glob),
        RulePattern::Host {
            host,
            subdomains: false,
        } => say("ruleHost", "{tool} from {host}", "host", host),
        RulePattern::Host {
            host,
            subdomains: true,
        } => say(
            "ruleHostAll",
            "{tool} from {host} and everything under it",
            "host",
            host,
        ),
        RulePattern::Any => say("ruleAny", "{tool} with any arguments", "none", ""),
    }
}

/// Refuses a draft that could mean more than it says.
pub(crate) fn checked(mut draft: RuleDraft) -> Result<RuleDraft, Problem> {
    let refuse = |why: &str| {
        Err(problem(
            "refused",
            format!("This rule can't be kept: {why}."),
        ))
    };
    if draft.effect == RuleEffect::Allow
        && (draft.profile.is_none() || draft.workspace.is_none() || draft.tool.is_none())
    {
        return refuse("a rule that allows names an agent, a workspace and a tool");
    }
    match &mut draft.pattern {
        RulePattern::SameArguments { sha256 } => {
            if sha256.len() != 64 || !sha256.bytes().all(|byte| byte.is_ascii_hexdigit()) {
                return refuse("it names no arguments");
            }
        }
        RulePattern::Command { words, .. } => {
            words.retain(|word| !word.is_empty());
            if words.is_empty() {
                return refuse("it names no command");
            }
        }
        RulePattern::Path { glob } => {
            let odd = glob.is_empty()
                || glob.starts_with('/')
                || glob.split('/').any(|part| matches!(part, "" | "." | ".."));
            if odd {
                return refuse("its pattern is not one of paths inside the workspace, like src/**");
            }
        }
        RulePattern::Host { host, .. } => {
            *host = host.trim().to_ascii_lowercase();
            let plain = super::arguments::host(&format!("https://{host}/"));
            if plain.as_ref() != Some(host) {
                return refuse("it names no host, like docs.rs");
            }
        }
        RulePattern::Any => {
            if draft.effect == RuleEffect::Deny && draft.tool.is_none() && draft.kind.is_none() {
                return refuse("it would refuse everything; stop the agent instead");
            }
        }
    }
    Ok(draft)
}
