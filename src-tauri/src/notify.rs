//! What waits for the user is said where the user is: on the windows' titles,
//! as a badge and a mark where the desktop has them, and as a notification while
//! no window that shows it is in front (C42). So is what happens by itself there:
//! an alarm that fires, the end of a turn that took long; both as the settings say.
//!
//! A notification has no buttons: they would have to do what the card does, and
//! the card's arming is the point of it (C52). A press on it leads to the card.
//! To dismiss it answers nothing (C47).

#[cfg(target_os = "linux")]
mod bus;
#[cfg(not(target_os = "linux"))]
#[path = "notify/elsewhere.rs"]
mod bus;
mod words;

use crate::caller::{Caller, MAIN};
use crate::shell::Shell;
use crate::windows;
use bus::Notices;
use model::{ConversationId, ConversationSummary};
use std::collections::HashMap;
use std::time::Duration;
use tauri::{AppHandle, Manager, UserAttentionType, WebviewWindow};

/// Changes are looked at this often at most.
const REST: Duration = Duration::from_millis(200);

/// What one notification says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Notice {
    /// Its first line.
    pub(crate) summary: String,
    /// The rest, plain text.
    pub(crate) body: String,
}

/// Says it for as long as the app runs.
pub(crate) async fn keep(app: AppHandle) {
    let shell = app.state::<Shell>();
    let host = shell.opened().await;
    let mut list = host.list_changes();
    let mut news = host.news();
    let mut notices = Notices::default();
    let mut known = Waiting::default();
    loop {
        list.borrow_and_update();
        let now: Vec<ConversationSummary> = host
            .busy()
            .into_iter()
            .filter(|one| one.waiting > 0)
            .collect();
        let change = known.take(&now);
        if change.any() {
            windows::mark(&app, &known.counts);
        }
        for conversation in &change.gone {
            notices.withdraw(conversation).await;
        }
        for one in &change.risen {
            if in_front(&app, &one.id) {
                continue;
            }
            draw_attention(&app);
            notices
                .tell(&one.id, &words::notice(one, &host.settings()))
                .await;
        }
        tokio::select! {
            changed = list.changed() => if changed.is_err() { return },
            pressed = notices.pressed() => lead_to(&app, &pressed),
            // What was missed in a flood of them is not told late.
            told = news.recv() => if let Ok(news) = told {
                let settings = host.settings();
                let notice = host
                    .summary(&news.conversation)
                    .filter(|one| one.waiting == 0)
                    .and_then(|one| words::happened(&one, &news.kind, &settings));
                if let Some(notice) = notice
                    && !in_front(&app, &news.conversation)
                {
                    notices.tell(&news.conversation, &notice).await;
                }
            },
        }
        tokio::time::sleep(REST).await;
    }
}

/// How many requests wait in which conversation.
#[derive(Debug, Default)]
struct Waiting {
    counts: HashMap<ConversationId, u32>,
}

/// What is not as it was.
#[derive(Debug, Default, PartialEq, Eq)]
struct Change {
    /// More waits there than before.
    risen: Vec<ConversationSummary>,
    /// Nothing waits there any more.
    gone: Vec<ConversationId>,
    /// Less waits there.
    fallen: bool,
}

impl Change {
    fn any(&self) -> bool {
        self.fallen || !self.risen.is_empty() || !self.gone.is_empty()
    }
}

impl Waiting {
    fn take(&mut self, now: &[ConversationSummary]) -> Change {
        let counts: HashMap<_, _> = now
            .iter()
            .map(|one| (one.id.clone(), one.waiting))
            .collect();
        let before = std::mem::replace(&mut self.counts, counts);
        let had = |id| before.get(id).copied().unwrap_or(0);
        Change {
            risen: now
                .iter()
                .filter(|one| one.waiting > had(&one.id))
                .cloned()
                .collect(),
            fallen: now.iter().any(|one| one.waiting < had(&one.id)),
            gone: before
                .into_keys()
                .filter(|id| !self.counts.contains_key(id))
                .collect(),
        }
    }
}

/// Whether the user looks at a window that shows that something waits there.
fn in_front(app: &AppHandle, conversation: &ConversationId) -> bool {
    app.webview_windows().iter().any(|(label, window)| {
        let shows = label == MAIN || Caller::of(label).own().as_ref() == Some(conversation);
        // A window that can't say is taken for one behind others: better once too often.
        shows && window.is_focused().unwrap_or(false)
    })
}

/// The desktop marks the window, in its own way and until it is looked at.
fn draw_attention(app: &AppHandle) {
    if let Some(window) = app.get_webview_window(MAIN) {
        said(
            &window,
            window.request_user_attention(Some(UserAttentionType::Informational)),
        );
    }
}

/// A desktop without such a thing is no trouble.
fn said(window: &WebviewWindow, outcome: tauri::Result<()>) {
    if let Err(error) = outcome {
        tracing::debug!(window = window.label(), %error, "the desktop took no mark");
    }
}

fn lead_to(app: &AppHandle, conversation: &ConversationId) {
    if let Err(error) = windows::show_waiting(app, conversation) {
        tracing::error!(%error, "the window could not be shown");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Activity;

    fn waiting(id: &str, waiting: u32) -> ConversationSummary {
        ConversationSummary {
            id: ConversationId::from(id),
            title: String::new(),
            agent: "Guide".to_owned(),
            workspace: "/w".to_owned(),
            workspace_label: "/w".to_owned(),
            updated_at: 0,
            activity: Activity::Waiting,
            preview: String::new(),
            unread: false,
            waiting,
            queued: 0,
            tasks: 0,
            pinned: false,
            archived: false,
        }
    }

    #[test]
    fn c42_what_comes_is_told_once_and_what_is_settled_is_taken_back() {
        let mut known = Waiting::default();
        let ids = |change: &Change| -> Vec<String> {
            change.risen.iter().map(|one| one.id.0.clone()).collect()
        };
        let first = known.take(&[waiting("a", 1), waiting("b", 2)]);
        assert_eq!(
            (ids(&first), first.gone.len()),
            (vec!["a".into(), "b".into()], 0)
        );
        let same = known.take(&[waiting("a", 1), waiting("b", 2)]);
        assert_eq!(same, Change::default());
        let more = known.take(&[waiting("a", 1), waiting("b", 3)]);
        assert_eq!(ids(&more), vec!["b".to_owned()]);
        let less = known.take(&[waiting("b", 1)]);
        assert_eq!(
            (ids(&less), less.gone, less.fallen),
            (Vec::new(), vec![ConversationId::from("a")], true)
        );
    }
}
