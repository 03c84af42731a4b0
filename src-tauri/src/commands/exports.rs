//! Conversations that leave as files and come in from them, and search over all.

use crate::caller::{Caller, Checked};
use crate::error::problem;
use crate::shell::Shell;
use crate::windows;
use host::export::Job;
use model::view::{
    ExportFormat, ExportOutline, ExportProgress, ExportRequest, ImportReport, Problem, SearchPage,
};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tauri::{AppHandle, State};

/// Exports that run, or whose end nobody has asked for yet, by number.
static RUNNING: Mutex<Option<HashMap<u32, Running>>> = Mutex::new(None);
static NEXT: AtomicU32 = AtomicU32::new(1);

/// One export.
struct Running {
    job: Job,
    /// The window it belongs to.
    label: String,
    /// How it ended: the file's path, or the reason.
    end: Option<Result<String, String>>,
}

struct All(MutexGuard<'static, Option<HashMap<u32, Running>>>);

impl All {
    fn lock() -> Self {
        Self(RUNNING.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn map(&mut self) -> &mut HashMap<u32, Running> {
        self.0.get_or_insert_default()
    }

    /// An export of this window.
    fn of(&mut self, caller: &Caller, number: u32) -> Result<&mut Running, Problem> {
        self.map()
            .get_mut(&number)
            .filter(|running| running.label == caller.label())
            .ok_or_else(|| problem("expired", "This export is not there any more."))
    }
}

#[tauri::command(root = "answering")]
pub(crate) async fn search(
    caller: Caller,
    shell: State<'_, Shell>,
    text: String,
    after: Option<i64>,
    limit: u32,
) -> Result<SearchPage, Problem> {
    caller.may_list()?;
    shell.host().await?.search(&text, after, limit).await
}

#[tauri::command(root = "answering")]
pub(crate) async fn export_outline(
    shell: State<'_, Shell>,
    conversation: Checked,
) -> Result<ExportOutline, Problem> {
    shell.host().await?.export_outline(&conversation.0).await
}

/// Asks where to, and starts; answers the export's number, or nothing where the
/// user thought better of it.
#[tauri::command(root = "answering")]
pub(crate) async fn start_export(
    app: AppHandle,
    caller: Caller,
    shell: State<'_, Shell>,
    request: ExportRequest,
) -> Result<Option<u32>, Problem> {
    for conversation in &request.conversations {
        caller.may_use(conversation)?;
    }
    let host = shell.host().await?.clone();
    let title = match request.conversations.as_slice() {
        [one] => host.title(one),
        _ => None,
    };
    let name = file_name(title.as_deref(), request.format);
    let Some(path) = windows::pick_new_file(&app, name).await? else {
        return Ok(None);
    };
    let job = Job::default();
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let running = Running {
        job: job.clone(),
        label: caller.label().to_owned(),
        end: None,
    };
    All::lock().map().insert(number, running);
    tauri::async_runtime::spawn(async move {
        let shown = path.display().to_string();
        let end = match host.export(request, path, job).await {
            Ok(_) => Ok(shown),
            Err(failed) => Err(failed.message),
        };
        if let Some(running) = All::lock().map().get_mut(&number) {
            running.end = Some(end);
        }
    });
    Ok(Some(number))
}

/// How far an export is. One that has ended is forgotten once this was said.
#[tauri::command(root = "answering")]
pub(crate) async fn export_progress(
    caller: Caller,
    export: u32,
) -> Result<ExportProgress, Problem> {
    let mut all = All::lock();
    let running = all.of(&caller, export)?;
    let (done, total, bytes) = running.job.progress();
    let end = running.end.clone();
    if end.is_some() {
        all.map().remove(&export);
    }
    let (path, reason) = match end.clone() {
        Some(Ok(path)) => (Some(path), None),
        Some(Err(reason)) => (None, Some(reason)),
        None => (None, None),
    };
    Ok(ExportProgress {
        done,
        total,
        bytes,
        ended: end.is_some(),
        path,
        problem: reason,
    })
}

#[tauri::command(root = "answering")]
pub(crate) async fn cancel_export(caller: Caller, export: u32) -> Result<(), Problem> {
    All::lock().of(&caller, export)?.job.cancel();
    Ok(())
}

/// Asks for a file and reads it in; nothing where the user thought better of it.
#[tauri::command(root = "answering")]
pub(crate) async fn import_conversations(
    app: AppHandle,
    caller: Caller,
    shell: State<'_, Shell>,
) -> Result<Option<ImportReport>, Problem> {
    caller.may_list()?;
    let host = shell.host().await?;
    let Some(path) = windows::pick_file(&app).await? else {
        return Ok(None);
    };
    host.import(path).await.map(Some)
}

/// A file's name from a title: short, and usable on every system.
fn file_name(title: Option<&str>, format: ExportFormat) -> String {
    let plain: String = title
        .unwrap_or_default()
        .chars()
        .map(|c| {
            if c.is_control() || matches!(c, '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|') {
                ' '
            } else {
                c
            }
        })
        .take(60)
        .collect();
    let plain = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    let plain = plain.trim_matches(['.', ' ']);
    let name = if plain.is_empty() {
        "Parley conversations"
    } else {
        plain
    };
    let extension = match format {
        ExportFormat::Markdown => "md",
        ExportFormat::Html => "html",
        ExportFormat::Jsonl => "jsonl",
    };
    format!("{name}.{extension}")
}

#[cfg(test)]
mod tests {
    use super::{ExportFormat, file_name};

    #[test]
    fn a_files_name_is_usable_whatever_the_title() {
        for (title, name) in [
            (Some("Fix the build"), "Fix the build.md"),
            (Some("../etc/passwd"), "etc passwd.md"),
            (Some("a: \"b\" | c?"), "a b c.md"),
            (Some("..."), "Parley conversations.md"),
            (Some(""), "Parley conversations.md"),
            (None, "Parley conversations.md"),
        ] {
            assert_eq!(file_name(title, ExportFormat::Markdown), name, "{title:?}");
        }
        let long = file_name(Some(&"ü".repeat(300)), ExportFormat::Html);
        assert_eq!(long.chars().count(), 65);
    }
}
