//! The page of agents: what is found, the user's profiles, their forms and trials.

use crate::check;
use crate::environment::search_path;
use crate::exec::ExecAgent;
use crate::imports;
use crate::keys::in_settings;
use crate::leftovers::TRIAL;
use crate::problem::problem;
use crate::{Host, profiles, saved_profiles};
use model::view::{
    AgentEntry, AgentsPage, Explained, FormField, FormFieldKind, ImportedProfile, Problem,
    ProfileDraft, ProtocolForm, Topic, Trial,
};
use model::{AgentProfile, Price, ProfileId, ProfileOrigin, ProtocolId};
use protocols::form::{Field, FieldKind, Words};
use secrets::{KeyName, Place};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

impl Host {
    /// The agents of this machine with their state, and the forms of all protocols.
    #[must_use]
    pub fn agents_page(&self) -> AgentsPage {
        let options = self.options();
        let shell = self.login_shell().known();
        let mut all = profiles::every(options);
        model::order::sort_by_key(&mut all, |saved| match saved.profile.origin {
            ProfileOrigin::BuiltIn => 0,
            ProfileOrigin::User | ProfileOrigin::CommandLine => 1,
            ProfileOrigin::Found => 2,
        });
        AgentsPage {
            agents: all
                .iter()
                .map(|saved| AgentEntry {
                    profile: profiles::view(
                        &saved.profile,
                        options,
                        shell.as_deref(),
                        &self.kept_keys(&saved.profile),
                    ),
                    protocol: saved.profile.protocol.clone(),
                    disabled: saved.disabled,
                })
                .collect(),
            protocols: protocols::PROTOCOLS
                .iter()
                .map(|protocol| ProtocolForm {
                    id: ProtocolId(protocol.id.to_owned()),
                    title: protocol.title.to_owned(),
                    usual_program: protocol.usual_program.unwrap_or_default().to_owned(),
                    install: protocol.install.as_ref().map(words).unwrap_or_default(),
                    fields: protocol
                        .fields
                        .iter()
                        .map(form_field)
                        .chain(crate::own_fields::fields())
                        .collect(),
                    imports: protocol.import.is_some(),
                })
                .collect(),
            searched: std::env::split_paths(&search_path(&options.environment, shell.as_deref()))
                .map(|folder| folder.display().to_string())
                .collect(),
        }
    }

    /// A profile, to be edited or copied.
    ///
    /// # Errors
    /// `refused`: there is none of this id.
    pub fn profile_draft(&self, id: &ProfileId) -> Result<ProfileDraft, Problem> {
        profiles::one(self.options(), id)
            .map(|saved| draft(saved.profile, saved.disabled))
            .ok_or_else(|| problem("refused", format!("There is no agent “{id}” any more.")))
    }

    /// What a start of a draft would be, as it is typed.
    ///
    /// # Errors
    /// `profile`: no start can be planned from it, with the setting named.
    pub async fn explain_draft(
        &self,
        draft: &ProfileDraft,
        workspace: &str,
    ) -> Result<Explained, Problem> {
        let profile = profile_of(draft, ProfileId::from("draft"));
        let folder = crate::catalogue::expanded(workspace, &self.options().home);
        Ok(self.explain(&profile, &folder).await?.shown)
    }

    /// Saves a profile of the user's; a new one gets an id.
    ///
    /// # Errors
    /// `refused`: it has no name, or a variable that is a key by its name holds one in
    /// the clear. `io`: it can't be saved.
    pub async fn save_profile(&self, draft: &ProfileDraft) -> Result<ProfileId, Problem> {
        if draft.name.trim().is_empty() {
            return Err(problem("refused", "Give the agent a name."));
        }
        if let Some(name) = key_in_the_clear(&draft.env) {
            return Err(problem(
                "key",
                format!(
                    "{name} looks like a key. Parley keeps keys in the system's keychain, not in a profile: save it under Settings, Keys, or name a variable of your environment as ${{{name}}}."
                ),
            ));
        }
        if protocols::find(&draft.protocol.0).is_none() {
            return Err(problem(
                "refused",
                format!("Parley does not speak “{}”.", draft.protocol.0),
            ));
        }
        Price::of(&draft.settings).map_err(|error| problem("refused", error.to_string()))?;
        let options = self.options();
        let id = match &draft.id {
            Some(id) if draft.origin == ProfileOrigin::User => id.clone(),
            // What is built in or found is copied, never changed.
            _ => ProfileId::from(format!("own-{}", uuid::Uuid::new_v4().simple()).as_str()),
        };
        let mut profile = profile_of(draft, id.clone());
        self.keep_keys_of(&mut profile).await?;
        saved_profiles::put(&options.shared_dir, &profile, draft.disabled)?;
        self.topics().touch(Topic::Agents);
        Ok(id)
    }

    /// Takes a profile of the user's away. Its conversations stay, and can be read.
    ///
    /// # Errors
    /// `io`: the list can't be written.
    pub fn remove_profile(&self, id: &ProfileId) -> Result<(), Problem> {
        saved_profiles::remove(&self.options().shared_dir, id)?;
        self.topics().touch(Topic::Agents);
        Ok(())
    }

    /// Reads a file of a protocol's own kind. It is saved turned off: the user looks
    /// at everything it would do before it is offered (F112).
    ///
    /// # Errors
    /// `profile`: it is none that Parley knows, with what was read. `io`: it can't be saved.
    pub async fn import_profile(&self, path: &Path) -> Result<ImportedProfile, Problem> {
        let imported = imports::import(path)?;
        let mut draft = draft(imported.profile, true);
        draft.origin = ProfileOrigin::User;
        draft.id = Some(ProfileId::from(
            format!("own-{}", uuid::Uuid::new_v4().simple()).as_str(),
        ));
        let mut notes = imported.notes;
        if let Some(name) = key_in_the_clear(&draft.env) {
            notes.push(format!(
                "The file holds a value for {name}. It was left out: keys belong in the keychain, under Settings, Keys."
            ));
        }
        draft.env.retain(|name, value| !is_key(name, value));
        let id = draft.id.clone().unwrap_or_else(|| ProfileId::from("draft"));
        let mut profile = profile_of(&draft, id);
        if let Some(kept) = self.keep_keys_of(&mut profile).await? {
            notes.push(kept);
        }
        draft.settings = profile.settings;
        let id = self.save_profile(&draft).await?;
        draft.id = Some(id);
        Ok(ImportedProfile { draft, notes })
    }

    /// Puts the keys of its settings into the keychain, and says where they are. None
    /// where it has none.
    async fn keep_keys_of(&self, profile: &mut AgentProfile) -> Result<Option<String>, Problem> {
        let mut why = None;
        let taken = in_settings::take(&mut profile.settings);
        if taken.is_empty() {
            return Ok(None);
        }
        for (variable, key) in taken {
            let name = KeyName::new(&variable, Some(profile.id.as_str().to_owned()))
                .map_err(|bad| problem("refused", bad.to_string()))?;
            let saved = self.keep(name, key, Place::Keychain).await?;
            why = why.or(saved.why);
        }
        Ok(Some(match why {
            None => {
                "Its keys are in the system’s keychain now: see Settings, Providers.".to_owned()
            }
            Some(why) => format!("Its keys hold only until Parley is closed: {why}"),
        }))
    }

    /// A profile as text for somebody else, to be imported again: without values of variables
    /// and settings that may be keys.
    ///
    /// # Errors
    /// `refused`: there is none of this id.
    pub fn export_profile(&self, id: &ProfileId) -> Result<String, Problem> {
        let mut draft = self.profile_draft(id)?;
        draft.env.retain(|name, value| !is_key(name, value));
        draft.settings.retain(without_keys);
        draft.id = None;
        draft.disabled = true;
        let text = serde_json::to_string_pretty(&draft)
            .map_err(|error| problem("io", format!("The profile can't be written: {error}.")))?;
        Ok(secrets::known().string(text))
    }

    /// Starts a profile the way a conversation would, and leaves nothing behind.
    ///
    /// # Errors
    /// `profile`, `refused`: no start can be planned from it. `io`: there is no room for a trial.
    pub async fn try_profile(&self, draft: &ProfileDraft) -> Result<Trial, Problem> {
        let id = draft.id.clone().unwrap_or_else(|| ProfileId::from("draft"));
        let profile = AgentProfile {
            origin: draft.origin,
            ..profile_of(draft, id)
        };
        self.tried(&ExecAgent::Given(Box::new(profile))).await
    }

    /// A trial on a folder of its own, which is gone afterwards.
    pub(crate) async fn tried(&self, agent: &ExecAgent) -> Result<Trial, Problem> {
        let options = self.options();
        let folder = options
            .data_dir
            .join(format!("{TRIAL}{}", uuid::Uuid::new_v4().simple()));
        let trial = self
            .beside(folder.clone())
            .await
            .map_err(|error| problem("io", error.to_string()))?;
        let report = check::run(&trial, agent, &options.home).await;
        trial.shutdown().await;
        if let Err(error) = std::fs::remove_dir_all(&folder) {
            tracing::warn!(%error, "the folder of a trial is still there");
        }
        let report = report?;
        Ok(Trial {
            ok: report.ok,
            outcome: report.outcome,
        })
    }
}

fn draft(profile: AgentProfile, disabled: bool) -> ProfileDraft {
    ProfileDraft {
        id: Some(profile.id),
        name: profile.name,
        protocol: profile.protocol,
        command: profile.command,
        args: profile.args,
        env: profile.env,
        settings: profile.settings,
        disabled,
        origin: profile.origin,
    }
}

pub(crate) fn profile_of(draft: &ProfileDraft, id: ProfileId) -> AgentProfile {
    AgentProfile {
        id,
        name: draft.name.trim().to_owned(),
        protocol: draft.protocol.clone(),
        command: draft.command.trim().to_owned(),
        args: draft.args.clone(),
        env: draft.env.clone(),
        settings: draft.settings.clone(),
        origin: ProfileOrigin::User,
    }
}

/// The first variable that holds a key as it is.
fn key_in_the_clear(env: &BTreeMap<String, String>) -> Option<&String> {
    env.iter()
        .find(|(name, value)| is_key(name, value))
        .map(|(name, _)| name)
}

/// By its name, and only where the value is not a reference to a variable.
pub(crate) fn is_key(name: &str, value: &str) -> bool {
    let upper = name.to_ascii_uppercase();
    let named = [
        "API_KEY",
        "APIKEY",
        "SECRET",
        "TOKEN",
        "PASSWORD",
        "PASSWD",
        "ACCESS_KEY",
    ]
    .iter()
    .any(|part| upper.contains(part));
    // Numbers of tokens are no tokens.
    let counts = upper.contains("MAX_") || upper.ends_with("_TOKENS");
    named && !counts && !value.trim().is_empty() && !value.contains("${")
}

/// Takes keys out of a setting; whether anything is left to be kept.
fn without_keys(name: &String, value: &mut Value) -> bool {
    match value {
        Value::String(text) => !is_key(name, text) && in_settings::reference(text).is_none(),
        Value::Array(list) => {
            let before = list.len();
            list.retain_mut(|one| without_keys(name, one));
            before == 0 || !list.is_empty()
        }
        Value::Object(fields) => {
            fields.retain(without_keys);
            true
        }
        _ => true,
    }
}

fn form_field(field: &Field) -> FormField {
    FormField {
        name: field.name.to_owned(),
        kind: match field.kind {
            FieldKind::Text => FormFieldKind::Text,
            FieldKind::LongText => FormFieldKind::LongText,
            FieldKind::Number => FormFieldKind::Number,
            FieldKind::Switch(usual) => FormFieldKind::Switch { usual },
            FieldKind::Choice(values) => FormFieldKind::Choice {
                values: values.iter().map(|value| (*value).to_owned()).collect(),
            },
            FieldKind::Names => FormFieldKind::Names,
            FieldKind::Json => FormFieldKind::Json,
        },
        label: words(&field.label),
        help: words(&field.help),
    }
}

fn words(words: &Words) -> BTreeMap<String, String> {
    [("en", words.en), ("de", words.de)]
        .into_iter()
        .map(|(language, text)| (language.to_owned(), text.to_owned()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::is_key;

    #[test]
    fn keys_are_known_by_their_names_and_references_are_none() {
        for (name, value, key) in [
            ("ANTHROPIC_API_KEY", "sk-1", true),
            ("my_token", "abc", true),
            ("AWS_SECRET_ACCESS_KEY", "abc", true),
            ("ANTHROPIC_API_KEY", "${WORK_KEY}", false),
            ("ANTHROPIC_API_KEY", "", false),
            ("MAX_TOKENS", "4096", false),
            ("LANG", "de_DE", false),
        ] {
            assert_eq!(is_key(name, value), key, "{name}={value}");
        }
    }
}
