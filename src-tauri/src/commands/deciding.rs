//! Rules, the inbox and the ledger: what a window asks beside a card.

use crate::caller::{Caller, Checked};
use crate::commands::apart;
use crate::shell::Shell;
use crate::windows;
use model::view::{
    DryRun, Inbox, LedgerFormat, LedgerPage, LedgerQuery, Problem, RuleProposals, RuleView,
    RulesPage,
};
use model::{ApprovalAnswer, ApprovalKey, ConversationId, RuleDraft, RuleId};
use tauri::{AppHandle, State};

#[tauri::command(root = "answering")]
pub(crate) async fn deny_all(
    caller: Caller,
    shell: State<'_, Shell>,
    conversation: Option<ConversationId>,
    reason: String,
) -> Result<u32, Problem> {
    match &conversation {
        Some(id) => caller.may_use(id)?,
        None => caller.may_list()?,
    }
    shell
        .host()
        .await?
        .deny_all(caller.label(), conversation.as_ref(), &reason)
        .await
}

#[tauri::command(root = "answering")]
pub(crate) async fn allow_together(
    caller: Caller,
    shell: State<'_, Shell>,
    conversation: Checked,
    keys: Vec<ApprovalKey>,
    args_sha256: String,
) -> Result<(), Problem> {
    shell
        .host()
        .await?
        .allow_together(caller.label(), &conversation.0, keys, args_sha256)
        .await
}

#[tauri::command(root = "answering")]
pub(crate) async fn rule_proposals(
    shell: State<'_, Shell>,
    conversation: Checked,
    key: ApprovalKey,
) -> Result<RuleProposals, Problem> {
    shell.host().await?.rule_proposals(&conversation.0, &key)
}

#[tauri::command(root = "answering")]
pub(crate) async fn answer_by_rule(
    caller: Caller,
    shell: State<'_, Shell>,
    answer: ApprovalAnswer,
    draft: RuleDraft,
) -> Result<RuleView, Problem> {
    caller.may_use(&answer.conversation)?;
    shell
        .host()
        .await?
        .answer_by_rule(caller.label(), answer, draft)
        .await
}

#[tauri::command(root = "answering")]
pub(crate) async fn inbox(caller: Caller, shell: State<'_, Shell>) -> Result<Inbox, Problem> {
    caller.may_list()?;
    shell.host().await?.inbox()
}

#[tauri::command(root = "answering")]
pub(crate) async fn rules(caller: Caller, shell: State<'_, Shell>) -> Result<RulesPage, Problem> {
    caller.may_list()?;
    shell.host().await?.rules().await
}

#[tauri::command(root = "answering")]
pub(crate) async fn add_rule(
    caller: Caller,
    shell: State<'_, Shell>,
    draft: RuleDraft,
) -> Result<RuleView, Problem> {
    caller.may_list()?;
    shell.host().await?.add_rule(draft).await
}

#[tauri::command(root = "answering")]
pub(crate) async fn try_rule(
    caller: Caller,
    shell: State<'_, Shell>,
    draft: RuleDraft,
) -> Result<DryRun, Problem> {
    caller.may_list()?;
    let host = shell.host().await?.clone();
    apart(move || host.try_rule(draft)).await
}

#[tauri::command(root = "answering")]
pub(crate) async fn remove_rule(
    caller: Caller,
    shell: State<'_, Shell>,
    rule: RuleId,
) -> Result<(), Problem> {
    caller.may_list()?;
    shell.host().await?.remove_rule(&rule).await
}

#[tauri::command(root = "answering")]
pub(crate) async fn restore_rule(
    caller: Caller,
    shell: State<'_, Shell>,
    rule: RuleId,
) -> Result<RuleView, Problem> {
    caller.may_list()?;
    shell.host().await?.restore_rule(&rule).await
}

#[tauri::command(root = "answering")]
pub(crate) async fn set_rule_enabled(
    caller: Caller,
    shell: State<'_, Shell>,
    rule: RuleId,
    enabled: bool,
) -> Result<(), Problem> {
    caller.may_list()?;
    shell.host().await?.set_rule_enabled(&rule, enabled).await
}

#[tauri::command(root = "answering")]
pub(crate) async fn confirm_rule(
    caller: Caller,
    shell: State<'_, Shell>,
    rule: RuleId,
) -> Result<RuleView, Problem> {
    caller.may_list()?;
    shell.host().await?.confirm_rule(&rule).await
}

#[tauri::command(root = "answering")]
pub(crate) async fn keep_rules(
    caller: Caller,
    shell: State<'_, Shell>,
) -> Result<RulesPage, Problem> {
    caller.may_list()?;
    shell.host().await?.keep_rules().await
}

#[tauri::command(root = "answering")]
pub(crate) async fn ledger(
    caller: Caller,
    shell: State<'_, Shell>,
    query: LedgerQuery,
) -> Result<LedgerPage, Problem> {
    match &query.conversation {
        Some(id) => caller.may_use(id)?,
        None => caller.may_list()?,
    }
    let host = shell.host().await?.clone();
    let all = caller.may_list().is_ok();
    let mut page = apart(move || host.ledger(&query)).await?;
    if !all {
        // What there is elsewhere is no business of a conversation's window.
        page.tools.clear();
        page.profiles.clear();
        page.conversations.clear();
    }
    Ok(page)
}

#[tauri::command(root = "answering")]
pub(crate) async fn export_ledger(
    app: AppHandle,
    caller: Caller,
    shell: State<'_, Shell>,
    query: LedgerQuery,
    format: LedgerFormat,
) -> Result<Option<String>, Problem> {
    caller.may_list()?;
    let host = shell.host().await?.clone();
    let name = match format {
        LedgerFormat::Jsonl => "parley-decisions.jsonl",
        LedgerFormat::Csv => "parley-decisions.csv",
    };
    let Some(path) = windows::pick_new_file(&app, name).await? else {
        return Ok(None);
    };
    let shown = path.display().to_string();
    apart(move || host.export_ledger(&query, format, &path)).await?;
    Ok(Some(shown))
}
