//! Whether a rule speaks of a call. Letting pass is strict, refusing is wide.

use super::{arguments, command_line, paths};
use model::{
    ApprovalRequest, Phrase, ProfileId, Risk, RiskClass, Rule, RuleDraft, RuleEffect, RulePattern,
    ToolKind,
};
use std::path::{Path, PathBuf};

/// Arguments longer than this are read by a person every time (F083).
pub(crate) const LONGEST: usize = 10_000;

/// A call as rules see it.
#[derive(Debug, Clone)]
pub(crate) struct Call {
    pub profile: ProfileId,
    /// What the profile's program was when it was started.
    pub program: String,
    pub workspace: PathBuf,
    pub request: ApprovalRequest,
    pub args_sha256: String,
    pub risk: Risk,
}

impl Call {
    pub(crate) fn new(
        profile: ProfileId,
        program: String,
        workspace: &Path,
        request: ApprovalRequest,
    ) -> Self {
        Self {
            profile,
            program,
            workspace: workspace.to_path_buf(),
            args_sha256: crate::conversation::sha256_hex(request.raw_args.as_bytes()),
            risk: super::risk::judge(&request, workspace),
            request,
        }
    }

    /// Why no rule can let it pass, whatever it says.
    pub(crate) fn asks_always(&self) -> Option<Phrase> {
        let has = |code: &str| self.risk.reasons.iter().any(|one| one.code == code);
        if self.request.raw_args.chars().nth(LONGEST).is_some() {
            let limit = LONGEST.to_string();
            return Some(Phrase::new(
                "asksLong",
                "Its arguments are longer than {limit} characters.",
                &[("limit", &limit)],
            ));
        }
        if has("hiddenCharacters") {
            return Some(Phrase::plain(
                "asksHidden",
                "There are invisible characters in it.",
            ));
        }
        if self.risk.mismatch.is_some() {
            return Some(Phrase::plain(
                "asksMismatch",
                "The agent describes it as something else than it is.",
            ));
        }
        if has("outsideWorkspace") {
            return Some(Phrase::plain(
                "asksOutside",
                "It reaches outside the workspace.",
            ));
        }
        if has("unreadableCommand") || has("severalTargets") || !self.request.args.is_object() {
            return Some(Phrase::plain(
                "asksUnreadable",
                "What it would do can't be told from its arguments.",
            ));
        }
        (self.risk.class >= RiskClass::Danger)
            .then(|| Phrase::plain("asksDanger", "It may destroy something, or reaches far."))
    }

    /// The words of a command that only splits into words.
    pub(crate) fn simple_command(&self) -> Option<Vec<String>> {
        let args = &self.request.args;
        // A folder of its own must lie in the workspace.
        if let Some(folder) = arguments::folder(args) {
            paths::inside(folder, &self.workspace)?;
        }
        match arguments::command_words(args) {
            Some(words) => command_line::listed(&words),
            None => command_line::simple(&arguments::command(args)?),
        }
    }

    /// Where the file it is about really lies in the workspace.
    pub(crate) fn file(&self) -> Option<String> {
        let path = match (arguments::path(&self.request.args), self.request.kind) {
            (Some(path), _) => path,
            // A search without a folder looks through the workspace.
            (None, ToolKind::Search) => ".",
            (None, _) => return None,
        };
        paths::inside(path, &self.workspace)
    }
}

/// Whether a rule refuses this call.
pub(crate) fn refuses(draft: &RuleDraft, call: &Call) -> bool {
    draft.effect == RuleEffect::Deny && is_about(draft, call) && fits_widely(&draft.pattern, call)
}

/// Whether a rule would let this call pass, were the call not one that always asks.
pub(crate) fn lets_pass(draft: &RuleDraft, call: &Call) -> bool {
    draft.effect == RuleEffect::Allow
        && draft.profile.is_some()
        && draft.workspace.is_some()
        && draft.tool.is_some()
        && is_about(draft, call)
        && fits_strictly(&draft.pattern, call)
}

/// Whether the rule was made for the program that runs (F080).
pub(crate) fn knows_program(rule: &Rule, call: &Call) -> bool {
    !rule.program.is_empty() && rule.program == call.program
}

fn is_about(draft: &RuleDraft, call: &Call) -> bool {
    let is = |wanted: &Option<String>, there: &str| wanted.as_deref().is_none_or(|w| w == there);
    draft
        .profile
        .as_ref()
        .is_none_or(|profile| *profile == call.profile)
        && is(&draft.workspace, &call.workspace.to_string_lossy())
        && is(&draft.tool, &call.request.tool)
        && draft.kind.is_none_or(|kind| kind == call.request.kind)
}

fn fits_strictly(pattern: &RulePattern, call: &Call) -> bool {
    let kind = call.request.kind;
    match pattern {
        RulePattern::SameArguments { sha256 } => *sha256 == call.args_sha256,
        RulePattern::Command { words, exact } => {
            kind == ToolKind::Execute
                && call
                    .simple_command()
                    .is_some_and(|command| command_line::begins(&command, words, *exact))
        }
        RulePattern::Path { glob } => {
            is_of_files(kind) && call.file().is_some_and(|path| paths::fits(glob, &path))
        }
        RulePattern::Host { host, subdomains } => {
            kind == ToolKind::Fetch
                && arguments::url(&call.request.args)
                    .and_then(arguments::host)
                    .is_some_and(|there| is_host(&there, host, *subdomains))
        }
        RulePattern::Any => true,
    }
}

fn fits_widely(pattern: &RulePattern, call: &Call) -> bool {
    let args = &call.request.args;
    match pattern {
        RulePattern::Command { words, exact } => {
            let line = arguments::command(args).unwrap_or_default();
            command_line::parts(&line)
                .iter()
                .any(|part| command_line::begins_loosely(part, words, *exact))
        }
        RulePattern::Path { glob } => arguments::path(args).is_some_and(|path| {
            paths::fits(glob, &paths::written(path, &call.workspace))
                || call.file().is_some_and(|file| paths::fits(glob, &file))
        }),
        RulePattern::Host { host, subdomains } => arguments::url(args).is_some_and(|url| {
            let url = url.to_ascii_lowercase();
            let rest = url.split_once("://").map_or(url.as_str(), |(_, rest)| rest);
            let authority = rest.split(['/', '?', '#', '\\']).next().unwrap_or(rest);
            let there = authority.rsplit('@').next().unwrap_or(authority);
            let there = there.split(':').next().unwrap_or(there);
            is_host(there.trim_end_matches('.'), host, *subdomains)
        }),
        RulePattern::SameArguments { .. } | RulePattern::Any => fits_strictly(pattern, call),
    }
}

fn is_host(there: &str, host: &str, subdomains: bool) -> bool {
    there == host
        || (subdomains
            && there
                .strip_suffix(host)
                .is_some_and(|rest| rest.ends_with('.')))
}

pub(crate) fn is_of_files(kind: ToolKind) -> bool {
    matches!(
        kind,
        ToolKind::Read | ToolKind::Search | ToolKind::Write | ToolKind::Edit
    )
}
