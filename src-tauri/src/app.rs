//! The app from its start to its end.

use crate::display::{self, FIRST_FRAME, FirstFrame, Remedy};
use crate::error::StartError;
use crate::instance::{self, Door, Entry, Role};
use crate::places::Places;
use crate::shell::Shell;
use crate::signals::Ending;
use crate::{
    closing, commands, data_dir, first, language, logging, notify, programs, settings, tray,
    windows,
};
use host::{Host, HostOptions, OpenError};
use model::view::Problem;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use tauri::async_runtime::spawn;
use tauri::{AppHandle, Manager, RunEvent, WindowEvent};
use tokio::task::{JoinError, JoinHandle};

/// The host ends its agents within 5 s; the app does not wait much longer.
const SHUTDOWN: Duration = Duration::from_secs(6);

/// Everything that waits for the event loop to run.
struct Waiting {
    host: JoinHandle<Result<Host, OpenError>>,
    door: Option<Door>,
    signals: Ending,
}

/// Opens the app and stays until it ends.
pub(crate) fn run(
    asked: Option<&Path>,
    environment: Vec<(OsString, OsString)>,
) -> Result<ExitCode, StartError> {
    let started = Instant::now();
    display::require(&environment)?;
    let data_dir = data_dir::prepare(&data_dir::choose(asked, |name| std::env::var_os(name))?)?;
    let mut held = match instance::enter(&data_dir, Role::App)? {
        Entry::First(held) => held,
        Entry::Shown => return Ok(ExitCode::SUCCESS),
    };
    logging::start(&data_dir);
    tracing::info!(version = env!("CARGO_PKG_VERSION"), "start");
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .thread_name("parley")
        .build()
        .map_err(StartError::Runtime)?;
    tauri::async_runtime::set(runtime.handle().clone());
    let home = home(&data_dir);
    let users_own = environment
        .iter()
        .any(|(name, _)| name == display::PLAIN_BUFFERS);
    let options = HostOptions {
        data_dir: data_dir.clone(),
        shared_dir: data_dir.clone(),
        programs: programs::beside_this_one().map_err(StartError::Installation)?,
        environment,
        home,
    };
    // The archive opens while the toolkit starts and the first page loads.
    let host = runtime.spawn(open_host(options.clone()));
    // Window events call the host from this thread, and the host starts tasks.
    let inside = runtime.enter();
    let signals = Ending::catch().map_err(StartError::Runtime)?;
    display::connect()?;

    let places = Places::load(&data_dir);
    let app = tauri::Builder::default()
        .plugin(settings::plugin())
        .manage(Shell::new(
            options,
            places,
            FirstFrame::new(&data_dir, users_own),
        ))
        .invoke_handler(commands::handler())
        .build(context())?;
    let mut waiting = Some(Waiting {
        host,
        door: held.door.take(),
        signals,
    });
    let code = app.run_return(move |app, event| match event {
        RunEvent::Ready => {
            if let Some(waiting) = waiting.take() {
                ready(app, waiting);
                #[cfg(feature = "perf")]
                crate::perf::start(app, app.state::<Shell>().data_dir.clone());
                tracing::info!(after = ?started.elapsed(), "the window is open");
            }
        }
        RunEvent::WindowEvent { label, event, .. } => match event {
            WindowEvent::Moved(_) | WindowEvent::Resized(_) => windows::moved(app, &label),
            WindowEvent::CloseRequested { api, .. } if closing::asks(app, &label) => {
                api.prevent_close();
            }
            WindowEvent::Destroyed => windows::closed(app, &label),
            WindowEvent::DragDrop(drag) => windows::dragged(app, &label, &drag),
            _ => {}
        },
        // No code: the last window was closed. With one: `end` is through.
        RunEvent::ExitRequested {
            code: None, api, ..
        } => {
            api.prevent_exit();
            if closing::stays(app) {
                tracing::info!("no window is left; agents at work go on");
            } else {
                end(app, 0);
            }
        }
        _ => {}
    });
    tracing::info!(code, "end");
    drop(inside);
    runtime.shutdown_background();
    drop(held);
    Ok(ExitCode::from(u8::try_from(code).unwrap_or(1)))
}

/// The configuration and the page, as they are in the binary. Once: each use is a copy of the page.
pub(crate) fn context() -> tauri::Context {
    tauri::generate_context!()
}

fn home(data_dir: &Path) -> PathBuf {
    std::env::home_dir()
        .filter(|home| home.is_absolute())
        .unwrap_or_else(|| data_dir.to_owned())
}

async fn open_host(options: HostOptions) -> Result<Host, OpenError> {
    let host = Host::open(options).await?;
    host.started_for_windows();
    first::make_ready(&host).await;
    Ok(host)
}

/// Opens the archive once more, where it did not open before.
pub(crate) async fn open_again(app: &AppHandle) -> Result<(), Problem> {
    let shell = app.state::<Shell>();
    let turn = shell.opening.lock().await;
    if shell.open_host().is_none() {
        let outcome = open_host(shell.options.clone()).await;
        host_opened(app, Ok(outcome));
        if let Some(reason) = shell.failed() {
            return Err(reason);
        }
        windows::introduce(app);
    }
    drop(turn);
    Ok(())
}

fn ready(app: &AppHandle, waiting: Waiting) {
    let Waiting {
        host,
        door,
        mut signals,
    } = waiting;
    // It waits for nothing of the host: its page takes longer to come than the archive to open.
    if let Err(error) = windows::open_main(app) {
        eprintln!("parley: {}", StartError::Desktop(error));
        return end(app, 1);
    }
    let opening = app.clone();
    spawn(async move {
        host_opened(&opening, host.await);
        windows::introduce(&opening);
    });
    if let Some(door) = door {
        let shown = app.clone();
        spawn(door.answer(move || show(&shown)));
    }
    let keeping = app.clone();
    spawn(async move { keeping.state::<Shell>().places.keep().await });
    spawn(tray::keep(app.clone()));
    spawn(notify::keep(app.clone()));
    spawn(first_frame(app.clone()));
    let ending = app.clone();
    spawn(async move {
        let code = signals.next().await;
        end(&ending, i32::from(code));
        // A second one can't wait for a tidy end; the guardians end the agents.
        let code = signals.next().await;
        std::process::exit(i32::from(code));
    });
}

/// Looks whether the first window has drawn anything (C91).
async fn first_frame(app: AppHandle) {
    tokio::time::sleep(FIRST_FRAME).await;
    let shell = app.state::<Shell>();
    if shell.first_frame.is_seen() || shell.is_ending() {
        return;
    }
    match shell.first_frame.missed() {
        Remedy::PlainNextTime => {
            tracing::error!("{}", language::STAYED_EMPTY.0);
            eprintln!("parley: {}", language::STAYED_EMPTY.0);
            windows::say_outside(
                &app,
                language::said(language::STAYED_EMPTY, shell.is_german()),
            );
        }
        remedy => tracing::warn!(?remedy, "the window has drawn nothing yet"),
    }
}

/// Hands the host, or why there is none, to the commands that wait for it.
fn host_opened(app: &AppHandle, outcome: Result<Result<Host, OpenError>, JoinError>) {
    // Where the task panicked the log says so; the windows wait for a host that never comes.
    if let Ok(outcome) = outcome {
        match &outcome {
            Ok(host) => settings::live_in_store(app, host),
            Err(error) => eprintln!("parley: {error}"),
        }
        app.state::<Shell>().host_opened(outcome);
    }
}

/// A second start wants the window. Not while the app ends: then the second
/// start is to become the first.
fn show(app: &AppHandle) -> bool {
    if app.state::<Shell>().is_ending() {
        return false;
    }
    match windows::open_main(app) {
        Ok(()) => true,
        Err(error) => {
            tracing::error!(%error, "the window could not be shown");
            false
        }
    }
}

/// Ends the app: the windows are gone at once, the agents are ended properly,
/// then the process ends with `code`.
pub(crate) fn end(app: &AppHandle, code: i32) {
    if !app.state::<Shell>().begin_end() {
        return;
    }
    for window in app.webview_windows().into_values() {
        // One that is already gone can't be hidden.
        let _ = window.hide();
    }
    let app = app.clone();
    spawn(async move {
        let shell = app.state::<Shell>();
        shell.places.write();
        shell.loading.end();
        if let Some(host) = shell.open_host()
            && tokio::time::timeout(SHUTDOWN, host.shutdown())
                .await
                .is_err()
        {
            tracing::error!("the agents did not end in time; their guardians end them");
        }
        settings::close(&app);
        app.exit(code);
    });
}
