//! What runs, waits and has run in the background.

use crate::caller::Caller;
use crate::shell::Shell;
use model::view::{Problem, TasksPage, TasksQuery};
use tauri::State;

/// A window with one conversation asks for that conversation's alone.
#[tauri::command(root = "answering")]
pub(crate) async fn tasks(
    caller: Caller,
    shell: State<'_, Shell>,
    query: TasksQuery,
) -> Result<TasksPage, Problem> {
    match &query.conversation {
        Some(conversation) => caller.may_use(conversation)?,
        None => caller.may_list()?,
    }
    Ok(shell.host().await?.tasks(&query))
}
