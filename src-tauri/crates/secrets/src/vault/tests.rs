#![allow(clippy::unwrap_used)]
use super::*;
use std::fs;

/// A keychain in memory that can be told to fail.
#[derive(Default)]
struct Memory {
    kept: Mutex<BTreeMap<String, Secret>>,
    fails: Mutex<Option<KeychainError>>,
    forgets: Mutex<bool>,
}

impl Memory {
    fn failing(&self) -> Result<(), KeychainError> {
        self.fails.lock().unwrap().map_or(Ok(()), Err)
    }
}

impl Keychain for Memory {
    fn probe(&self) -> Result<(), KeychainError> {
        self.failing()
    }
    fn set(&self, account: &str, secret: &Secret) -> Result<(), KeychainError> {
        self.failing()?;
        if !*self.forgets.lock().unwrap() {
            let mut kept = self.kept.lock().unwrap();
            kept.insert(account.to_owned(), secret.clone());
        }
        Ok(())
    }
    fn get(&self, account: &str) -> Result<Option<Secret>, KeychainError> {
        self.failing()?;
        Ok(self.kept.lock().unwrap().get(account).cloned())
    }
    fn remove(&self, account: &str) -> Result<(), KeychainError> {
        self.failing()?;
        self.kept.lock().unwrap().remove(account);
        Ok(())
    }
}

fn shared(variable: &str) -> KeyName {
    KeyName::shared(variable).unwrap()
}

fn secret(text: &str) -> Secret {
    Secret::new(text.to_owned()).unwrap()
}

fn values(vault: &Vault, profile: &str, variables: &[&str]) -> Vec<(String, String)> {
    let variables: Vec<String> = variables.iter().map(|&name| name.to_owned()).collect();
    let wanted = Wanted {
        profile,
        variables: &variables,
    };
    vault
        .keys_for(wanted)
        .unwrap()
        .into_iter()
        .map(|found| (found.name.variable, found.value.expose().to_owned()))
        .collect()
}

/// Everything in the folder, as text.
fn files(folder: &Path) -> String {
    fs::read_dir(folder)
        .unwrap()
        .map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap())
        .collect()
}

#[test]
fn a_key_outlives_a_start_in_the_keychain_and_nowhere_else() {
    let dir = tempfile::tempdir().unwrap();
    let keychain = Arc::new(Memory::default());
    let name = shared("ANTHROPIC_API_KEY");
    let vault = Vault::open(dir.path(), keychain.clone());
    let saved = vault
        .set(&name, secret("sk-ant-kept-secret"), Place::Keychain)
        .unwrap();
    assert_eq!(
        saved,
        Saved {
            place: Place::Keychain,
            why: None
        }
    );
    let again = Vault::open(dir.path(), keychain);
    assert_eq!(
        values(&again, "any", &["ANTHROPIC_API_KEY"]),
        [(
            "ANTHROPIC_API_KEY".to_owned(),
            "sk-ant-kept-secret".to_owned()
        )]
    );
    assert!(!files(dir.path()).contains("kept-secret"));
    assert!(!format!("{:?}", again.list()).contains("kept-secret"));
    again.remove(&name).unwrap();
    assert_eq!(values(&again, "any", &["ANTHROPIC_API_KEY"]), []);
    assert_eq!(again.list(), []);
}

#[test]
fn a_profiles_own_key_stands_before_a_shared_one_and_goes_to_no_other() {
    let dir = tempfile::tempdir().unwrap();
    let vault = Vault::open(dir.path(), Arc::new(Memory::default()));
    let own = KeyName::of_profile("OPENAI_API_KEY", "mine").unwrap();
    vault
        .set(&own, secret("sk-of-mine-alone"), Place::Keychain)
        .unwrap();
    vault
        .set(
            &shared("OPENAI_API_KEY"),
            secret("sk-of-all"),
            Place::Session,
        )
        .unwrap();
    let got = |profile: &str, variables: &[&str]| {
        let found = values(&vault, profile, variables);
        found
            .into_iter()
            .map(|(_, value)| value)
            .collect::<Vec<_>>()
    };
    assert_eq!(got("mine", &["OPENAI_API_KEY"]), ["sk-of-mine-alone"]);
    assert_eq!(got("other", &["OPENAI_API_KEY"]), ["sk-of-all"]);
    assert_eq!(got("other", &[]), [""; 0], "it does not ask for it");
    vault
        .give(&shared("OPENAI_API_KEY"), vec!["other".to_owned()])
        .unwrap();
    assert_eq!(got("other", &[]), ["sk-of-all"], "the user gave it");
    assert_eq!(got("third", &[]), [""; 0]);
}

#[test]
fn f104_a_keychain_that_fails_leaves_the_key_for_this_session_and_in_no_file() {
    let name = shared("ANTHROPIC_API_KEY");
    let failures = [
        KeychainError::NoBus,
        KeychainError::Missing,
        KeychainError::Locked,
        KeychainError::NoAnswer(15),
    ];
    for failure in failures {
        let dir = tempfile::tempdir().unwrap();
        let keychain = Arc::new(Memory::default());
        *keychain.fails.lock().unwrap() = Some(failure);
        let vault = Vault::open(dir.path(), keychain);
        let saved = vault
            .set(&name, secret("sk-ant-for-now"), Place::Keychain)
            .unwrap();
        assert_eq!(
            saved,
            Saved {
                place: Place::Session,
                why: Some(failure)
            }
        );
        assert_eq!(values(&vault, "a", &["ANTHROPIC_API_KEY"]).len(), 1);
        assert_eq!(vault.list()[0].place, Place::Session);
        assert_eq!(files(dir.path()), "", "nothing was written");
    }
}

#[test]
fn f104_a_keychain_that_gives_back_something_else_is_not_relied_on() {
    let dir = tempfile::tempdir().unwrap();
    let keychain = Arc::new(Memory::default());
    *keychain.forgets.lock().unwrap() = true;
    let vault = Vault::open(dir.path(), keychain);
    let saved = vault
        .set(&shared("A_KEY"), secret("0123456789"), Place::Keychain)
        .unwrap();
    assert_eq!(saved.why, Some(KeychainError::ReadBack));
    assert_eq!(saved.place, Place::Session);
    assert_eq!(files(dir.path()), "");
}

#[test]
fn a_file_is_written_by_choice_only_private_and_gone_with_its_last_key() {
    let dir = tempfile::tempdir().unwrap();
    let keychain = Arc::new(Memory::default());
    let name = shared("A_KEY");
    let vault = Vault::open(dir.path(), keychain.clone());
    vault.set(&name, secret("plain-0123"), Place::File).unwrap();
    let path = dir.path().join("keys-in-plain-text.json");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(
            fs::metadata(&path).unwrap().permissions().mode() & 0o777,
            0o600
        );
    }
    let again = Vault::open(dir.path(), keychain);
    assert_eq!(again.list()[0].place, Place::File);
    assert_eq!(values(&again, "p", &["A_KEY"])[0].1, "plain-0123");
    // Moved to the keychain: the file is gone.
    again
        .set(&name, secret("plain-0123"), Place::Keychain)
        .unwrap();
    assert!(!path.exists());
    assert_eq!(again.list()[0].place, Place::Keychain);
}

#[test]
fn f107_an_address_is_confirmed_to_the_letter_for_one_key_and_profile() {
    let dir = tempfile::tempdir().unwrap();
    let keychain = Arc::new(Memory::default());
    let name = shared("ANTHROPIC_API_KEY");
    let vault = Vault::open(dir.path(), keychain.clone());
    vault
        .set(&name, secret("sk-ant-01234"), Place::Keychain)
        .unwrap();
    assert!(!vault.is_confirmed(&name, "a", "https://proxy.example/v1"));
    vault
        .confirm_address(&name, "a", "https://proxy.example/v1")
        .unwrap();
    let again = Vault::open(dir.path(), keychain);
    assert!(again.is_confirmed(&name, "a", "https://proxy.example/v1"));
    assert!(!again.is_confirmed(&name, "a", "https://proxy.example.evil/v1"));
    assert!(!again.is_confirmed(&name, "b", "https://proxy.example/v1"));
    assert!(!again.is_confirmed(&shared("OTHER_KEY"), "a", "https://proxy.example/v1"));
    again.remove(&name).unwrap();
    assert!(!again.is_confirmed(&name, "a", "https://proxy.example/v1"));
}

#[test]
fn a_damaged_list_is_put_aside_and_told() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("keys.json"), "{\"keys\":[").unwrap();
    let vault = Vault::open(dir.path(), Arc::new(Memory::default()));
    assert!(vault.trouble().unwrap().contains("keys.json.damaged"));
    assert!(dir.path().join("keys.json.damaged").exists());
}

#[test]
fn a_key_that_can_not_be_read_is_named_with_the_reason() {
    let dir = tempfile::tempdir().unwrap();
    let keychain = Arc::new(Memory::default());
    let name = shared("A_KEY");
    Vault::open(dir.path(), keychain.clone())
        .set(&name, secret("0123456789"), Place::Keychain)
        .unwrap();
    *keychain.fails.lock().unwrap() = Some(KeychainError::Locked);
    let vault = Vault::open(dir.path(), keychain.clone());
    let variables = ["A_KEY".to_owned()];
    let wanted = Wanted {
        profile: "p",
        variables: &variables,
    };
    let error = vault.keys_for(wanted).unwrap_err();
    assert_eq!(
        error.to_string(),
        "The key A_KEY: The keychain is locked. Unlock it and try again."
    );
    assert_eq!(vault.list()[0].problem, Some(KeychainError::Locked));
    *keychain.fails.lock().unwrap() = None;
    assert_eq!(vault.keys_for(wanted).unwrap().len(), 1);
    assert_eq!(vault.list()[0].problem, None);
}
