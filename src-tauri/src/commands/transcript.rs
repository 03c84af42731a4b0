//! Reading a conversation.

use crate::bridge;
use crate::caller::{Caller, Checked};
use crate::commands::{apart, app};
use crate::error::problem;
use crate::shell::Shell;
use model::ItemId;
use model::view::{
    Found, FoundBlock, MoreOfRow, NamedFile, OlderRows, Problem, PullRequest, SentMessage,
};
use tauri::ipc::Response;
use tauri::{State, WebviewWindow};

#[tauri::command(root = "answering")]
pub(crate) async fn pull(
    window: WebviewWindow,
    caller: Caller,
    shell: State<'_, Shell>,
    request: PullRequest,
) -> Result<Response, Problem> {
    bridge::pull(&window, &caller, &shell, request).await
}

#[tauri::command(root = "answering")]
pub(crate) async fn older_rows(
    shell: State<'_, Shell>,
    conversation: Checked,
    before: u32,
    limit: u32,
) -> Result<OlderRows, Problem> {
    shell
        .host()
        .await?
        .older_rows(&conversation.0, before, limit)
}

#[tauri::command(root = "answering")]
pub(crate) async fn rows_at(
    shell: State<'_, Shell>,
    conversation: Checked,
    from: u32,
    limit: u32,
) -> Result<OlderRows, Problem> {
    let host = shell.host().await?.clone();
    apart(move || host.rows_at(&conversation.0, from, limit)).await
}

#[tauri::command(root = "answering")]
pub(crate) async fn place_of_item(
    shell: State<'_, Shell>,
    conversation: Checked,
    item: ItemId,
) -> Result<Option<u32>, Problem> {
    let host = shell.host().await?.clone();
    apart(move || host.place_of_item(&conversation.0, &item)).await
}

#[tauri::command(root = "answering")]
pub(crate) async fn sent_messages(
    shell: State<'_, Shell>,
    conversation: Checked,
    before: Option<u32>,
) -> Result<Vec<SentMessage>, Problem> {
    let host = shell.host().await?.clone();
    apart(move || host.sent_messages(&conversation.0, before)).await
}

#[tauri::command(root = "answering")]
pub(crate) async fn more_of_row(
    shell: State<'_, Shell>,
    conversation: Checked,
    place: u32,
    from: u32,
    most: Option<u32>,
) -> Result<MoreOfRow, Problem> {
    shell
        .host()
        .await?
        .more_of_row(&conversation.0, place, from, most)
}

#[tauri::command(root = "answering")]
pub(crate) async fn find_in_row(
    shell: State<'_, Shell>,
    conversation: Checked,
    place: u32,
    text: String,
    nth: u32,
) -> Result<Option<FoundBlock>, Problem> {
    let host = shell.host().await?.clone();
    apart(move || host.find_in_row(&conversation.0, place, &text, nth)).await
}

#[tauri::command(root = "answering")]
pub(crate) async fn find_in_conversation(
    shell: State<'_, Shell>,
    conversation: Checked,
    text: String,
) -> Result<Found, Problem> {
    let host = shell.host().await?.clone();
    apart(move || host.find(&conversation.0, &text)).await
}

#[tauri::command(root = "answering")]
pub(crate) async fn text_of_rows(
    shell: State<'_, Shell>,
    conversation: Checked,
    from: u32,
    to: u32,
) -> Result<String, Problem> {
    let host = shell.host().await?.clone();
    apart(move || host.text_of_rows(&conversation.0, from, to)).await
}

#[tauri::command(root = "answering")]
pub(crate) async fn named_file(
    shell: State<'_, Shell>,
    conversation: Checked,
    item: ItemId,
    index: usize,
) -> Result<NamedFile, Problem> {
    let host = shell.host().await?.clone();
    apart(move || host.named_file(&conversation.0, &item, index)).await
}

#[tauri::command(root = "answering")]
pub(crate) async fn show_named_file(
    shell: State<'_, Shell>,
    conversation: Checked,
    item: ItemId,
    index: usize,
) -> Result<(), Problem> {
    let host = shell.host().await?.clone();
    let folder = apart(move || host.folder_of_named_file(&conversation.0, &item, index)).await?;
    app::open_outside(&folder).await.map_err(|error| {
        problem(
            "io",
            format!("No program on this system showed the folder: {error}"),
        )
    })
}
