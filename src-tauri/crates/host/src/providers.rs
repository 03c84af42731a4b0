//! What a window may ask of keys: everything but their values.

use crate::exec::ExecAgent;
use crate::host::Host;
use crate::keys::{self, Keys};
use crate::problem::problem;
use crate::profiles;
use model::view::{
    KeyAgent, KeyPlace, KeySaved, KeyUse, KeyView, Problem, ProviderView, ProvidersView, Topic,
    Trial,
};
use model::{AgentProfile, ProfileId};
use secrets::providers::PROVIDERS;
use secrets::{KeyName, Place, Saved, Secret, Stored, VaultError};

impl Host {
    /// The page of providers. May wait for the keychain, for at most 15 s.
    ///
    /// # Errors
    /// `io`: the keychain could not be asked at all.
    pub async fn providers(&self) -> Result<ProvidersView, Problem> {
        let vault = self.keys().vault().clone();
        let (no_keychain, trouble, stored) =
            blocking(move || (vault.no_keychain(), vault.trouble(), vault.list())).await?;
        // The guide needs no key, and is not made to have one.
        let all: Vec<AgentProfile> = profiles::all(self.options())
            .into_iter()
            .filter(|profile| profile.origin != model::ProfileOrigin::BuiltIn)
            .collect();
        Ok(ProvidersView {
            no_keychain: no_keychain.map(|error| error.to_string()),
            trouble,
            providers: PROVIDERS
                .iter()
                .map(|provider| ProviderView {
                    id: provider.id.to_owned(),
                    title: provider.title.to_owned(),
                    variables: provider
                        .variables
                        .iter()
                        .map(|&name| name.to_owned())
                        .collect(),
                })
                .collect(),
            keys: stored
                .into_iter()
                .map(|stored| key_view(self.keys(), stored, &all))
                .collect(),
            agents: all
                .iter()
                .map(|profile| KeyAgent {
                    id: profile.id.clone(),
                    name: profile.name.clone(),
                    asks_for: keys::asked_for(profile),
                })
                .collect(),
        })
    }

    /// Keeps a key, over an earlier one. The answer says where it is.
    ///
    /// # Errors
    /// `refused`: the name or the value can't be a key's, or there is no such agent.
    /// `io`: a file could not be written.
    pub async fn set_key(
        &self,
        variable: &str,
        profile: Option<ProfileId>,
        value: String,
        place: KeyPlace,
    ) -> Result<KeySaved, Problem> {
        let name = self.key_name(variable, profile)?;
        let place = match place {
            KeyPlace::Keychain => Place::Keychain,
            KeyPlace::Session => Place::Session,
            KeyPlace::File => Place::File,
        };
        let saved = self.keep(name, value, place).await?;
        Ok(KeySaved {
            place: shown(saved.place),
            why: saved.why.map(|error| error.to_string()),
        })
    }

    /// Keeps a key under a name that fits.
    pub(crate) async fn keep(
        &self,
        name: KeyName,
        value: String,
        place: Place,
    ) -> Result<Saved, Problem> {
        let value = Secret::new(value).map_err(|bad| problem("refused", bad.to_string()))?;
        let vault = self.keys().vault().clone();
        let key = value.clone();
        let saved = blocking(move || vault.set(&name, value, place))
            .await?
            .map_err(refused)?;
        self.keys_changed();
        // Who keeps a key may have written it into a message before.
        self.clean(key).await;
        Ok(saved)
    }

    /// Forgets a key, wherever it is.
    ///
    /// # Errors
    /// `refused`: there is none. `io`: it is still there.
    pub async fn remove_key(
        &self,
        variable: &str,
        profile: Option<ProfileId>,
    ) -> Result<(), Problem> {
        let name = KeyName::new(variable, profile.map(|id| id.as_str().to_owned()))
            .map_err(|bad| problem("refused", bad.to_string()))?;
        let vault = self.keys().vault().clone();
        let removed = blocking(move || vault.remove(&name)).await?;
        self.keys_changed();
        removed.map_err(refused)
    }

    /// Gives a shared key to agents that do not ask for it themselves.
    ///
    /// # Errors
    /// `refused`: there is no such key or agent. `io`: it could not be saved.
    pub async fn give_key(&self, variable: &str, agents: Vec<ProfileId>) -> Result<(), Problem> {
        let name = self.key_name(variable, None)?;
        for id in &agents {
            self.some_profile(id)?;
        }
        let agents = agents
            .into_iter()
            .map(|id| id.as_str().to_owned())
            .collect();
        let vault = self.keys().vault().clone();
        blocking(move || vault.give(&name, agents))
            .await?
            .map_err(refused)?;
        self.keys_changed();
        Ok(())
    }

    /// The user read this address and wants the key to be sent there. It must be
    /// the one the profile has now.
    ///
    /// # Errors
    /// `expired`: the profile has another one by now. `refused`, `io`.
    pub async fn confirm_base_url(
        &self,
        variable: &str,
        owner: Option<ProfileId>,
        profile: &ProfileId,
        url: &str,
    ) -> Result<(), Problem> {
        let name = self.key_name(variable, owner)?;
        let found = self.some_profile(profile)?;
        let shown = url.to_owned();
        if self.address_of(&found, &name).map(|(now, _)| now) != Some(shown.clone()) {
            return Err(problem(
                "expired",
                "The address has changed since it was shown. Look at it again.",
            ));
        }
        let vault = self.keys().vault().clone();
        let profile = profile.as_str().to_owned();
        blocking(move || vault.confirm_address(&name, &profile, &shown))
            .await?
            .map_err(refused)?;
        self.keys_changed();
        Ok(())
    }

    /// Starts an agent as it would really start, with its keys, and ends it.
    /// Nothing of it stays.
    ///
    /// # Errors
    /// `refused`: there is no such agent. `profile`: no start can be planned from it.
    pub async fn test_keys(&self, profile: &ProfileId) -> Result<Trial, Problem> {
        self.some_profile(profile)?;
        self.tried(&ExecAgent::Profile(profile.as_str().to_owned()))
            .await
    }

    fn key_name(&self, variable: &str, profile: Option<ProfileId>) -> Result<KeyName, Problem> {
        if let Some(id) = &profile {
            self.some_profile(id)?;
        }
        KeyName::new(variable, profile.map(|id| id.as_str().to_owned()))
            .map_err(|bad| problem("refused", bad.to_string()))
    }

    fn some_profile(&self, id: &ProfileId) -> Result<AgentProfile, Problem> {
        self.profile(id)
            .ok_or_else(|| problem("refused", format!("There is no agent profile “{id}”.")))
    }

    /// Where the profile sends the key, and whether that is confirmed.
    fn address_of(&self, profile: &AgentProfile, name: &KeyName) -> Option<(String, bool)> {
        self.keys().address(profile, name)
    }

    fn keys_changed(&self) {
        self.topics().touch(Topic::Providers);
        self.topics().touch(Topic::Agents);
    }
}

fn key_view(keys: &Keys, stored: Stored, all: &[AgentProfile]) -> KeyView {
    let used_by = all
        .iter()
        .filter(|profile| {
            let names = keys.named(profile);
            names.iter().any(|named| named.name == stored.name)
        })
        .map(|profile| {
            let (address, confirmed) = keys
                .address(profile, &stored.name)
                .map_or((None, true), |(url, confirmed)| (Some(url), confirmed));
            KeyUse {
                profile: profile.id.clone(),
                name: profile.name.clone(),
                given: stored.given_to.iter().any(|id| id == profile.id.as_str()),
                address,
                confirmed,
            }
        })
        .collect();
    KeyView {
        variable: stored.name.variable,
        profile: stored.name.profile.map(ProfileId),
        place: shown(stored.place),
        problem: stored.problem.map(|error| error.to_string()),
        used_by,
    }
}

fn shown(place: Place) -> KeyPlace {
    match place {
        Place::Keychain => KeyPlace::Keychain,
        Place::Session => KeyPlace::Session,
        Place::File => KeyPlace::File,
    }
}

fn refused(error: VaultError) -> Problem {
    let code = match error {
        VaultError::Name(_) | VaultError::Secret(_) | VaultError::Unknown(_) => "refused",
        VaultError::Keychain { .. } | VaultError::Gone(_) | VaultError::File { .. } => "io",
    };
    problem(code, error.to_string())
}

/// The keychain may wait for the user: not on a thread that others need.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Problem> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|_| problem("io", "The keychain could not be asked."))
}
