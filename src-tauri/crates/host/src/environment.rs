//! The environment of a start, and where each variable of it comes from.
//!
//! From low to high: what every agent gets of Parley's own environment; what the profile asks for of
//! Parley's own, then of the login shell's; keys that Parley keeps; the profile's own variables; what
//! the protocol sets for this start. A higher source goes before a lower one, also for a base URL
//! (C27). `PATH` alone is united: the profile's folders, then the login shell's, then Parley's own.
//! What is the host's alone never passes (C26). A start and its explanation are both made here, so
//! that they cannot differ (C14).

mod expand;

use crate::login_shell::Variables;
use model::view::{VariableOrigin, WithheldVariable, WithheldWhy};
use model::{AgentFault, LaunchPlan, StdinPlan};
use process::environment::{OPT_IN, Offered, is_unasked, offered, unite_paths};
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};

/// What an environment is made from.
pub(crate) struct Sources<'a> {
    /// Parley's own environment.
    pub own: &'a [(OsString, OsString)],
    /// The login shell's, where it counts.
    pub shell: Option<&'a Variables>,
    /// Keys that Parley keeps for this profile.
    pub keys: &'a [(String, String)],
}

/// One variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Variable {
    pub value: OsString,
    pub origin: VariableOrigin,
    /// Where a different value was.
    pub before: Vec<VariableOrigin>,
}

/// An environment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Environment {
    pub variables: BTreeMap<OsString, Variable>,
    /// What an agent might want and does not get, by name.
    pub withheld: Vec<WithheldVariable>,
}

impl Environment {
    /// Makes the environment of a plan.
    ///
    /// # Errors
    /// The profile refers to variables that are set nowhere; the text names them all.
    pub(crate) fn of(plan: &LaunchPlan, sources: &Sources<'_>) -> Result<Self, AgentFault> {
        let own = offered(sources.own.iter().cloned());
        let none = Variables::new();
        let shell = sources.shell.unwrap_or(&none);
        let mut made = Self::default();
        for (name, value) in own.variables.iter().filter(|(name, _)| is_unasked(name)) {
            made.set(name.clone(), value.clone(), VariableOrigin::System);
        }
        made.pass_on(plan, &own, shell);
        for (name, value) in sources.keys {
            made.set(name.into(), value.into(), VariableOrigin::Key);
        }
        made.of_profile(plan, &own, shell)?;
        made.unite_path(plan, &own, shell);
        for (name, value) in &plan.env_verbatim {
            made.set(name.into(), value.into(), VariableOrigin::Protocol);
        }
        for name in &plan.remove_env {
            if made.variables.remove(OsStr::new(name)).is_some() {
                made.withhold(OsStr::new(name), WithheldWhy::Protocol);
            }
        }
        if plan.stdin == StdinPlan::Terminal {
            // What the window's terminal is; a host started from a menu has no TERM.
            made.set(
                "TERM".into(),
                "xterm-256color".into(),
                VariableOrigin::Parley,
            );
        }
        made.say_what_is_missing(plan, &own, shell);
        Ok(made)
    }

    /// What a child gets.
    pub(crate) fn values(&self) -> BTreeMap<OsString, OsString> {
        let values = self.variables.iter();
        values
            .map(|(name, variable)| (name.clone(), variable.value.clone()))
            .collect()
    }

    fn set(&mut self, name: OsString, value: OsString, origin: VariableOrigin) {
        let mut before = Vec::new();
        if let Some(earlier) = self.variables.remove(&name) {
            before = earlier.before;
            if earlier.value != value && !before.contains(&earlier.origin) {
                before.push(earlier.origin);
            }
        }
        let variable = Variable {
            value,
            origin,
            before,
        };
        self.variables.insert(name, variable);
    }

    fn pass_on(&mut self, plan: &LaunchPlan, own: &Offered, shell: &Variables) {
        let asked = |name: &OsStr| {
            plan.inherit_env || plan.pass_env.iter().any(|asked| OsStr::new(asked) == name)
        };
        for (name, value) in &own.variables {
            // What every agent gets anyway is not what was asked for.
            if asked(name) && !is_unasked(name) {
                self.set(name.clone(), value.clone(), VariableOrigin::OptIn);
            }
        }
        for (name, value) in shell {
            if asked(name) && name != "PATH" && self.value(name) != Some(value) {
                self.set(name.clone(), value.clone(), VariableOrigin::LoginShell);
            }
        }
    }

    fn of_profile(
        &mut self,
        plan: &LaunchPlan,
        own: &Offered,
        shell: &Variables,
    ) -> Result<(), AgentFault> {
        let lookup = |name: &str| {
            let name = OsStr::new(name);
            let found = shell.get(name).or_else(|| own.variables.get(name));
            found.map(|value| value.to_string_lossy().into_owned())
        };
        let mut unknown = Vec::new();
        for (name, text) in &plan.env {
            match expand::expand(text, lookup) {
                Ok(value) => self.set(name.into(), value.into(), VariableOrigin::Profile),
                Err(missing) => unknown.push(format!("{name} from ${{{missing}}}")),
            }
        }
        if unknown.is_empty() {
            return Ok(());
        }
        let (verb, object) = match unknown.len() {
            1 => ("is", "it"),
            _ => ("are", "them"),
        };
        Err(AgentFault {
            code: "profile.variable".to_owned(),
            message: format!(
                "The profile sets {}, which {verb} not set. Set {object}, or write a value into the profile.",
                unknown.join(" and ")
            ),
            retryable: Some(true),
            detail: None,
        })
    }

    fn unite_path(&mut self, plan: &LaunchPlan, own: &Offered, shell: &Variables) {
        let path = OsStr::new("PATH");
        let of_profile = plan
            .env
            .contains_key("PATH")
            .then(|| self.value(path).cloned())
            .flatten();
        let parts = [
            (VariableOrigin::Profile, of_profile.as_ref()),
            (VariableOrigin::LoginShell, shell.get(path)),
            (VariableOrigin::System, own.variables.get(path)),
        ];
        let mut there = parts
            .iter()
            .filter_map(|(origin, value)| Some((*origin, (*value)?)));
        let Some((origin, _)) = there.next() else {
            return;
        };
        let before: Vec<_> = there.map(|(origin, _)| origin).collect();
        let values = parts.iter().filter_map(|(_, value)| *value);
        let value = unite_paths(values.map(OsString::as_os_str));
        let variable = Variable {
            value,
            origin,
            before,
        };
        self.variables.insert(path.to_owned(), variable);
    }

    fn say_what_is_missing(&mut self, plan: &LaunchPlan, own: &Offered, shell: &Variables) {
        for name in &own.withheld {
            self.withhold(name, WithheldWhy::HostOnly);
        }
        for name in &plan.pass_env {
            self.withhold(OsStr::new(name), WithheldWhy::NotFound);
        }
        for name in own.variables.keys().chain(shell.keys()) {
            let text = name.to_string_lossy();
            let wanted = OPT_IN.contains(&text.as_ref())
                || text.ends_with("_BASE_URL")
                || text.ends_with("_API_KEY");
            if wanted {
                self.withhold(name, WithheldWhy::NotAsked);
            }
        }
        model::order::sort_by(&mut self.withheld, |a, b| a.name.cmp(&b.name));
    }

    /// The first reason counts; what is passed after all is not withheld.
    fn withhold(&mut self, name: &OsStr, why: WithheldWhy) {
        let text = name.to_string_lossy();
        let is_known = self.withheld.iter().any(|known| known.name == text);
        if !is_known && !self.variables.contains_key(name) {
            let name = text.into_owned();
            self.withheld.push(WithheldVariable { name, why });
        }
    }

    fn value(&self, name: &OsStr) -> Option<&OsString> {
        self.variables.get(name).map(|variable| &variable.value)
    }
}

/// The PATH on which programs are looked for that no profile starts: the login shell's and Parley's own.
pub(crate) fn search_path(own: &[(OsString, OsString)], shell: Option<&Variables>) -> OsString {
    let own = offered(own.iter().cloned());
    let path = OsStr::new("PATH");
    let parts = [
        shell.and_then(|shell| shell.get(path)),
        own.variables.get(path),
    ];
    unite_paths(parts.into_iter().flatten().map(OsString::as_os_str))
}

#[cfg(test)]
mod tests;
