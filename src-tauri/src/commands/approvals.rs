//! Answering an agent that asks. The state machine is the host's; here only the
//! window is named, so that the host can hold its clock against the answer.

use crate::caller::{Caller, Checked};
use crate::shell::Shell;
use model::view::Problem;
use model::{ApprovalAnswer, ApprovalKey};
use tauri::State;

#[tauri::command(root = "answering")]
pub(crate) async fn approval_shown(
    caller: Caller,
    shell: State<'_, Shell>,
    conversation: Checked,
    key: ApprovalKey,
    args_sha256: String,
) -> Result<(), Problem> {
    shell
        .host()
        .await?
        .approval_shown(caller.label(), &conversation.0, &key, &args_sha256)
}

#[tauri::command(root = "answering")]
pub(crate) async fn approval_seen(
    caller: Caller,
    shell: State<'_, Shell>,
    conversation: Checked,
    key: ApprovalKey,
    args_sha256: String,
) -> Result<(), Problem> {
    shell
        .host()
        .await?
        .approval_seen(caller.label(), &conversation.0, &key, &args_sha256)
}

#[tauri::command(root = "answering")]
pub(crate) async fn answer_approval(
    caller: Caller,
    shell: State<'_, Shell>,
    answer: ApprovalAnswer,
) -> Result<(), Problem> {
    caller.may_use(&answer.conversation)?;
    shell
        .host()
        .await?
        .answer_approval(caller.label(), answer)
        .await
}
