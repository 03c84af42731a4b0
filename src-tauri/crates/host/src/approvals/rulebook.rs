//! The rules there are. The truth is the archive; what is kept here beside it
//! shows whether someone else changed it (F111). Whatever is not certain asks (F081).

use super::matching::{self, Call};
use super::wording;
use crate::clock::now_ms;
use crate::problem;
use archive::Archive;
use model::view::Problem;
use model::{Decider, Phrase, ProfileId, Rule, RuleDraft, RuleId};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::io::{Read, Write};
use std::path::Path;
use std::time::Duration;
use tokio::sync::{Mutex, MutexGuard};

/// How long a request waits for the rules before it asks.
const READ_WITHIN: Duration = Duration::from_secs(1);
/// How long a change of the rules may take until it is called failed.
const WRITE_WITHIN: Duration = Duration::from_secs(5);
const KEY_FILE: &str = "rules.key";

/// All rules, and whether they can be trusted.
pub(crate) struct Rulebook {
    archive: Archive,
    key: [u8; 32],
    inner: Mutex<Inner>,
}

struct Inner {
    rules: Vec<Rule>,
    /// Another set that may be on the disk instead: a write that was not confirmed in time.
    perhaps: Option<Vec<Rule>>,
    /// Taken out since the start.
    removed: Vec<Rule>,
    /// The archive holds other rules than those kept here.
    changed: bool,
    /// What the programs of profiles were when they were last started.
    programs: HashMap<ProfileId, String>,
}

/// What becomes of a request without the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The user is asked.
    Ask,
    /// A rule lets it pass.
    Allow(Decider),
    /// A rule refuses it.
    Deny(Decider, String),
}

/// A rule with whether its program is another one now.
pub(crate) struct Listed {
    pub rule: Rule,
    pub program_changed: bool,
}

impl Rulebook {
    /// Reads the rules. Never fails: rules that can't be read or were changed
    /// by someone else let nothing pass.
    pub(crate) fn open(archive: Archive, data_dir: &Path) -> Self {
        let (key, fresh) = key(data_dir);
        let stored = archive.rules();
        let (rules, changed) = match stored {
            Ok(stored) => {
                let sealed = stored.seal == seal(&key, &stored.rules);
                let first = fresh && stored.rules.is_empty() && stored.seal.is_empty();
                (stored.rules, !sealed && !first)
            }
            // Read again at each request.
            Err(error) => {
                tracing::error!(%error, "the rules can't be read: every request asks");
                (Vec::new(), true)
            }
        };
        if fresh && !changed {
            drop(archive.put_rules(&rules, seal(&key, &rules)));
        }
        Self {
            archive,
            key,
            inner: Mutex::new(Inner {
                rules,
                perhaps: None,
                removed: Vec::new(),
                changed,
                programs: HashMap::new(),
            }),
        }
    }

    /// The program of a profile, as it was just started.
    pub(crate) async fn started(&self, profile: &ProfileId, program: &str) {
        let mut inner = self.inner.lock().await;
        inner.programs.insert(profile.clone(), program.to_owned());
    }

    /// True where a request need not even be held against the rules.
    pub(crate) async fn is_empty(&self) -> bool {
        let inner = self.inner.lock().await;
        inner.rules.is_empty() && !inner.changed && inner.perhaps.is_none()
    }

    /// What the rules say of a call. With `Err` they say nothing and the user is
    /// asked; the phrase says why.
    pub(crate) async fn verdict(
        &self,
        call: &Call,
        mode_allows: Option<Decider>,
    ) -> Result<Verdict, Phrase> {
        let inner = self.certain().await?;
        let by = |rule: &Rule| Decider::Rule {
            id: rule.id.clone(),
            words: wording::words(&rule.draft),
        };
        let enabled = || inner.rules.iter().filter(|rule| rule.enabled);
        if let Some(rule) = enabled().find(|rule| matching::refuses(&rule.draft, call)) {
            let reason = format!(
                "A rule of the user's refuses this: {}.",
                wording::words(&rule.draft).text
            );
            return Ok(Verdict::Deny(by(rule), reason));
        }
        if let Some(by) = mode_allows {
            return Ok(Verdict::Allow(by));
        }
        if call.asks_always().is_some() {
            return Ok(Verdict::Ask);
        }
        let allowing = enabled().find(|rule| {
            matching::lets_pass(&rule.draft, call) && matching::knows_program(rule, call)
        });
        Ok(allowing.map_or(Verdict::Ask, |rule| Verdict::Allow(by(rule))))
    }

    /// A rule decided.
    pub(crate) fn matched(&self, id: &RuleId) {
        drop(self.archive.rule_matched(id, now_ms()));
    }

    /// All rules, the youngest first, and why none of them counts at the moment.
    pub(crate) async fn list(&self) -> (Vec<Listed>, Option<Phrase>) {
        let held = self.certain().await.err();
        let inner = self.inner.lock().await;
        // What is on the disk is what the user has to look through.
        let rules = if inner.changed {
            self.archive
                .rules()
                .map_or_else(|_| Vec::new(), |stored| stored.rules)
        } else {
            inner.rules.clone()
        };
        let listed = rules
            .into_iter()
            .rev()
            .map(|rule| Listed {
                program_changed: !rule.program.is_empty()
                    && rule.draft.profile.as_ref().is_some_and(|profile| {
                        inner
                            .programs
                            .get(profile)
                            .is_some_and(|now| *now != rule.program)
                    }),
                rule,
            })
            .collect();
        (listed, held)
    }

    /// Keeps a rule. The one that says the same is given back, enabled.
    pub(crate) async fn add(
        &self,
        draft: RuleDraft,
        program: Option<String>,
    ) -> Result<Rule, Problem> {
        let draft = wording::checked(draft)?;
        let mut inner = self.to_change().await?;
        let program = program
            .or_else(|| inner.programs.get(draft.profile.as_ref()?).cloned())
            .unwrap_or_default();
        let mut rules = inner.rules.clone();
        let rule = Rule {
            id: RuleId(uuid::Uuid::now_v7().to_string()),
            program,
            enabled: true,
            created_at: now_ms(),
            draft,
        };
        rules.retain(|other| other.draft != rule.draft);
        rules.push(rule.clone());
        self.put(&mut inner, rules).await?;
        Ok(rule)
    }

    /// Takes a rule out. It can be brought back until Parley is closed.
    pub(crate) async fn remove(&self, id: &RuleId) -> Result<(), Problem> {
        let mut inner = self.to_change().await?;
        let mut rules = inner.rules.clone();
        let at = place(&rules, id)?;
        let gone = rules.remove(at);
        self.put(&mut inner, rules).await?;
        inner.removed.push(gone);
        Ok(())
    }

    /// Brings a rule back that was taken out since the start.
    pub(crate) async fn restore(&self, id: &RuleId) -> Result<Rule, Problem> {
        let mut inner = self.to_change().await?;
        let at = inner
            .removed
            .iter()
            .position(|rule| rule.id == *id)
            .ok_or_else(|| problem("expired", "It is too late to bring this rule back."))?;
        let rule = inner.removed[at].clone();
        let mut rules = inner.rules.clone();
        rules.push(rule.clone());
        model::order::sort_by_key(&mut rules, |rule| rule.created_at);
        self.put(&mut inner, rules).await?;
        inner.removed.remove(at);
        Ok(rule)
    }

    /// Pauses a rule, or lets it count again.
    pub(crate) async fn enable(&self, id: &RuleId, enabled: bool) -> Result<Rule, Problem> {
        let mut inner = self.to_change().await?;
        let mut rules = inner.rules.clone();
        let at = place(&rules, id)?;
        rules[at].enabled = enabled;
        let rule = rules[at].clone();
        self.put(&mut inner, rules).await?;
        Ok(rule)
    }

    /// The user says that the profile as it is now may use a rule.
    pub(crate) async fn confirm(&self, id: &RuleId) -> Result<Rule, Problem> {
        let mut inner = self.to_change().await?;
        let mut rules = inner.rules.clone();
        let at = place(&rules, id)?;
        let now = rules[at]
            .draft
            .profile
            .as_ref()
            .and_then(|profile| inner.programs.get(profile).cloned());
        if let Some(now) = now {
            rules[at].program = now;
        }
        let rule = rules[at].clone();
        self.put(&mut inner, rules).await?;
        Ok(rule)
    }

    /// The user looked through the rules that someone else changed, and they count.
    pub(crate) async fn keep(&self) -> Result<(), Problem> {
        let stored = self
            .archive
            .rules()
            .map_err(|error| problem::unreadable(&error))?;
        let mut inner = self.inner.lock().await;
        self.put(&mut inner, stored.rules).await?;
        inner.changed = false;
        Ok(())
    }

    /// The rules, where they are on the disk as they are here.
    async fn certain(&self) -> Result<MutexGuard<'_, Inner>, Phrase> {
        let mut inner = self.inner.lock().await;
        let archive = self.archive.clone();
        let read = tokio::task::spawn_blocking(move || archive.rules());
        let stored = match tokio::time::timeout(READ_WITHIN, read).await {
            Ok(Ok(Ok(stored))) => stored,
            Ok(Ok(Err(error))) => return Err(unreadable(&error.to_string())),
            Ok(Err(_)) | Err(_) => {
                return Err(too_slow());
            }
        };
        if inner.changed {
            return Err(changed());
        }
        let sealed = stored.seal == seal(&self.key, &stored.rules);
        if stored.rules == inner.rules
            && (sealed || stored.seal.is_empty() && stored.rules.is_empty())
        {
            return Ok(inner);
        }
        if sealed && inner.perhaps.as_ref() == Some(&stored.rules) {
            inner.rules = stored.rules;
            inner.perhaps = None;
            return Ok(inner);
        }
        tracing::error!("the rules were changed by another program: every request asks");
        inner.changed = true;
        Err(changed())
    }

    async fn to_change(&self) -> Result<MutexGuard<'_, Inner>, Problem> {
        self.certain()
            .await
            .map_err(|held| problem("held", held.text))
    }

    async fn put(&self, inner: &mut Inner, rules: Vec<Rule>) -> Result<(), Problem> {
        let receipt = self.archive.put_rules(&rules, seal(&self.key, &rules));
        match tokio::time::timeout(WRITE_WITHIN, receipt).await {
            Ok(Ok(())) => {
                inner.rules = rules;
                inner.perhaps = None;
                Ok(())
            }
            Ok(Err(error)) => Err(problem("io", error.to_string())),
            Err(_) => {
                inner.perhaps = Some(rules);
                Err(problem(
                    "io",
                    "The rule could not be saved: the disk does not take it. Nothing passes by it until it is.",
                ))
            }
        }
    }
}

fn place(rules: &[Rule], id: &RuleId) -> Result<usize, Problem> {
    rules
        .iter()
        .position(|rule| rule.id == *id)
        .ok_or_else(|| problem("unknownRule", "This rule is not there any more."))
}

fn unreadable(reason: &str) -> Phrase {
    Phrase::new(
        "rulesUnreadable",
        "The rules can't be read, so every request asks: {reason}",
        &[("reason", reason)],
    )
}

/// The rules were not read in time.
pub(crate) fn too_slow() -> Phrase {
    unreadable("the archive did not answer in time")
}

fn changed() -> Phrase {
    Phrase::plain(
        "rulesChanged",
        "The rules were changed by another program than Parley, so every request asks. Look through them on the page of rules.",
    )
}

/// The key of the seal, and whether it was made just now. It lies beside the
/// archive: it shows a change that does not know of it, over a restart too; what
/// is kept in memory shows every change while Parley runs.
fn key(data_dir: &Path) -> ([u8; 32], bool) {
    let path = data_dir.join(KEY_FILE);
    let mut key = [0; 32];
    let read = std::fs::File::open(&path).and_then(|mut file| file.read_exact(&mut key));
    if read.is_ok() {
        return (key, false);
    }
    for half in key.chunks_mut(16) {
        half.copy_from_slice(uuid::Uuid::new_v4().as_bytes());
    }
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    if let Err(error) = options
        .open(&path)
        .and_then(|mut file| file.write_all(&key))
    {
        tracing::error!(%error, "the key of the rules' seal could not be saved");
    }
    (key, true)
}

/// A keyed hash over all rules: twice, so that nothing can be appended.
fn seal(key: &[u8; 32], rules: &[Rule]) -> String {
    let text = serde_json::to_vec(rules).unwrap_or_default();
    let inner = Sha256::new()
        .chain_update(key)
        .chain_update(&text)
        .finalize();
    let outer = Sha256::new()
        .chain_update(key)
        .chain_update(inner)
        .finalize();
    crate::conversation::sha256_hex(&outer)
}
