//! The way of everything a window shows: it pulls, and gets the bytes the host
//! made, untouched (no second serialisation, no event per token). A window that
//! does not pull costs nothing; one that comes back starts from where it was.

use crate::caller::Caller;
use crate::shell::Shell;
use crate::windows;
use model::view::{Problem, PullRequest, WindowKind};
use tauri::WebviewWindow;
use tauri::ipc::Response;

/// Answers one pull of a window.
pub(crate) async fn pull(
    window: &WebviewWindow,
    caller: &Caller,
    shell: &Shell,
    mut request: PullRequest,
) -> Result<Response, Problem> {
    if request.list {
        caller.may_list()?;
    }
    if let Some(conversation) = &request.conversation {
        caller.may_use(conversation)?;
    }
    if caller.kind() == Some(WindowKind::Main) {
        shell.places.shows(request.conversation.as_ref());
    }
    match &request.conversation {
        Some(conversation) if request.after == 0 => {
            request.plain = shell.loading.is_plain(conversation);
            if request.plain {
                shell.loading.left(caller.label());
            } else {
                shell.loading.begins(caller.label(), conversation);
            }
        }
        Some(_) => {}
        None => shell.loading.left(caller.label()),
    }
    let host = shell.host().await?;
    let batch = host.pull(caller.label(), request).await;
    if let Some(title) = caller.own().and_then(|own| host.title(&own)) {
        windows::name(window, &title);
    }
    Ok(Response::new(batch))
}
