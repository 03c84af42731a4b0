//! Operations as forms.

use crate::caller::Caller;
use crate::shell::Shell;
use model::ConversationId;
use model::view::{FieldProblem, OperationRequest, Problem, ProjectView};
use serde_json::{Map, Value};
use tauri::State;

#[tauri::command(root = "answering")]
pub(crate) async fn project(
    caller: Caller,
    shell: State<'_, Shell>,
    folder: String,
) -> Result<ProjectView, Problem> {
    caller.may_list()?;
    shell.host().await?.project(&folder).await
}

#[tauri::command(root = "answering")]
pub(crate) async fn check_operation(
    caller: Caller,
    shell: State<'_, Shell>,
    folder: String,
    form: Map<String, Value>,
) -> Result<Vec<FieldProblem>, Problem> {
    caller.may_list()?;
    Ok(shell.host().await?.check_operation(&folder, &form))
}

#[tauri::command(root = "answering")]
pub(crate) async fn run_operation(
    caller: Caller,
    shell: State<'_, Shell>,
    request: OperationRequest,
) -> Result<ConversationId, Problem> {
    caller.may_list()?;
    shell.host().await?.run_operation(request).await
}
