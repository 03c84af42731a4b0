//! Keys of providers, for the page of settings alone. No command gives a value back.

use crate::caller::Caller;
use crate::shell::Shell;
use model::ProfileId;
use model::view::{KeyPlace, KeySaved, Problem, ProvidersView, Trial};
use tauri::State;

#[tauri::command(root = "answering")]
pub(crate) async fn providers(
    caller: Caller,
    shell: State<'_, Shell>,
) -> Result<ProvidersView, Problem> {
    caller.may_list()?;
    shell.host().await?.providers().await
}

#[tauri::command(root = "answering")]
pub(crate) async fn set_key(
    caller: Caller,
    shell: State<'_, Shell>,
    variable: String,
    profile: Option<ProfileId>,
    value: String,
    place: KeyPlace,
) -> Result<KeySaved, Problem> {
    caller.may_list()?;
    let host = shell.host().await?;
    host.set_key(&variable, profile, value, place).await
}

#[tauri::command(root = "answering")]
pub(crate) async fn remove_key(
    caller: Caller,
    shell: State<'_, Shell>,
    variable: String,
    profile: Option<ProfileId>,
) -> Result<(), Problem> {
    caller.may_list()?;
    shell.host().await?.remove_key(&variable, profile).await
}

#[tauri::command(root = "answering")]
pub(crate) async fn give_key(
    caller: Caller,
    shell: State<'_, Shell>,
    variable: String,
    agents: Vec<ProfileId>,
) -> Result<(), Problem> {
    caller.may_list()?;
    shell.host().await?.give_key(&variable, agents).await
}

#[tauri::command(root = "answering")]
pub(crate) async fn confirm_base_url(
    caller: Caller,
    shell: State<'_, Shell>,
    variable: String,
    owner: Option<ProfileId>,
    profile: ProfileId,
    url: String,
) -> Result<(), Problem> {
    caller.may_list()?;
    let host = shell.host().await?;
    host.confirm_base_url(&variable, owner, &profile, &url)
        .await
}

#[tauri::command(root = "answering")]
pub(crate) async fn test_keys(
    caller: Caller,
    shell: State<'_, Shell>,
    profile: ProfileId,
) -> Result<Trial, Problem> {
    caller.may_list()?;
    shell.host().await?.test_keys(&profile).await
}
