//! Rules offered on a card, the narrowest first.

use super::matching::{self, Call};
use super::{arguments, wording};
use model::view::{RuleProposal, RuleProposals};
use model::{RuleDraft, RuleEffect, RulePattern, ToolKind};

/// What can be offered for a call.
pub(crate) fn of(call: &Call) -> RuleProposals {
    let patterns = patterns(call);
    let propose = |effect: RuleEffect| -> Vec<RuleProposal> {
        patterns
            .iter()
            .map(|(pattern, broad)| {
                let draft = RuleDraft {
                    effect,
                    profile: Some(call.profile.clone()),
                    workspace: Some(call.workspace.to_string_lossy().into_owned()),
                    tool: Some(call.request.tool.clone()),
                    kind: Some(call.request.kind),
                    pattern: pattern.clone(),
                };
                RuleProposal {
                    words: wording::words(&draft),
                    draft,
                    broad: *broad,
                }
            })
            .collect()
    };
    let asks_always = call.asks_always();
    let mut allow = if asks_always.is_some() {
        Vec::new()
    } else {
        propose(RuleEffect::Allow)
    };
    // What would not let this very call pass is no answer to it.
    allow.retain(|one| matching::lets_pass(&one.draft, call));
    let mut deny = propose(RuleEffect::Deny);
    deny.retain(|one| matching::refuses(&one.draft, call));
    RuleProposals {
        allow,
        deny,
        asks_always,
    }
}

/// Patterns that fit the call, with whether each reaches far.
fn patterns(call: &Call) -> Vec<(RulePattern, bool)> {
    let mut found = match call.request.kind {
        ToolKind::Execute => commands(call),
        kind if matching::is_of_files(kind) => files(call),
        ToolKind::Fetch => hosts(call),
        _ => Vec::new(),
    };
    let same = RulePattern::SameArguments {
        sha256: call.args_sha256.clone(),
    };
    if found.is_empty() {
        found.push((same, false));
        if !matches!(call.request.kind, ToolKind::Execute) {
            found.push((RulePattern::Any, true));
        }
    } else if !matches!(call.request.kind, ToolKind::Execute) {
        // The content is part of it: the same call once more.
        found.insert(0, (same, false));
    }
    found
}

fn commands(call: &Call) -> Vec<(RulePattern, bool)> {
    let Some(words) = call.simple_command() else {
        return Vec::new();
    };
    let begin = |count: usize| RulePattern::Command {
        words: words[..count].to_vec(),
        exact: false,
    };
    let mut found = vec![(
        RulePattern::Command {
            words: words.clone(),
            exact: true,
        },
        false,
    )];
    // Up to the first option: `cargo test`, `npm run build`.
    let named = words
        .iter()
        .take(3)
        .take_while(|word| !word.starts_with('-'))
        .count();
    for count in (2..=named).rev() {
        found.push((begin(count), false));
    }
    found.push((begin(1), true));
    found
}

fn files(call: &Call) -> Vec<(RulePattern, bool)> {
    let Some(file) = call.file() else {
        return Vec::new();
    };
    let path = |glob: String, broad: bool| (RulePattern::Path { glob }, broad);
    let mut found = Vec::new();
    // A name with a wildcard in it cannot be said as a pattern.
    if !file.is_empty() && !file.contains(['*', '?']) {
        found.push(path(file.clone(), false));
        if let Some((folder, _)) = file.rsplit_once('/') {
            found.push(path(format!("{folder}/**"), false));
        }
    }
    found.push(path("**".to_owned(), true));
    found
}

fn hosts(call: &Call) -> Vec<(RulePattern, bool)> {
    let Some(host) = arguments::url(&call.request.args).and_then(arguments::host) else {
        return Vec::new();
    };
    let of = |subdomains: bool| RulePattern::Host {
        host: host.clone(),
        subdomains,
    };
    vec![(of(false), false), (of(true), true)]
}
