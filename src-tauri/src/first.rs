//! What a new user finds: one conversation with the built-in guide.

use crate::language::{self, Said};
use host::{FirstWords, Host};

const TITLE: Said = ("Meet the guide", "Den Guide kennenlernen");

/// The guide understands English alone, so what can be typed stays English.
const NOTE: Said = (
    "# Playground

This folder is Parley's own, and nothing of yours is in it. It is here to try the guide:

- `list` shows what is here
- `read README.md` reads this file
- `write hello.txt with the text: hi` makes a file
- `show me everything` shows all there is to see

Whatever the guide makes here may be deleted.
",
    "# Spielplatz

Dieser Ordner gehört Parley, und nichts von dir liegt darin. Hier kannst du den Guide ausprobieren:

- `list` zeigt, was hier liegt
- `read README.md` liest diese Datei
- `write hello.txt with the text: hi` legt eine Datei an
- `show me everything` zeigt alles, was es zu sehen gibt

Was der Guide hier anlegt, darf gelöscht werden.
",
);

/// Makes that conversation at the very first start. Parley starts without it where it can't be made.
pub(crate) async fn make_ready(host: &Host) {
    let german = language::is_german(host.settings().language);
    let words = FirstWords {
        title: language::said(TITLE, german),
        note: language::said(NOTE, german),
    };
    match host.make_first_conversation(words).await {
        Ok(Some(id)) => tracing::info!(%id, "the first conversation is ready"),
        Ok(None) => {}
        Err(problem) => tracing::error!(
            code = problem.code,
            message = problem.message,
            "the first conversation could not be made"
        ),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use host::{HostOptions, Programs};
    use std::path::Path;

    fn options(folder: &Path) -> HostOptions {
        HostOptions {
            data_dir: folder.join("data"),
            shared_dir: folder.join("data"),
            // Nothing is to be started.
            programs: Programs {
                understudy: folder.join("none"),
                guardian: folder.join("none"),
            },
            environment: Vec::new(),
            home: folder.to_owned(),
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn it_speaks_the_language_of_the_settings_and_is_made_once() {
        for (language, title, word) in [
            ("en", "Meet the guide", "# Playground"),
            ("de", "Den Guide kennenlernen", "# Spielplatz"),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let options = options(folder.path());
            std::fs::create_dir(&options.data_dir).unwrap();
            let settings = options.data_dir.join("settings.json");
            std::fs::write(settings, format!(r#"{{"language":"{language}"}}"#)).unwrap();
            let host = Host::open(options.clone()).await.unwrap();
            make_ready(&host).await;
            let id = host.first_conversation().unwrap();
            assert_eq!(host.title(&id).as_deref(), Some(title));
            let note = options.data_dir.join("playground/README.md");
            let note = std::fs::read_to_string(note).unwrap();
            assert_eq!(note.lines().next(), Some(word));
            host.delete(&id).await.unwrap();
            host.shutdown().await;
            drop(host);

            let again = Host::open(options).await.unwrap();
            make_ready(&again).await;
            assert_eq!(again.first_conversation(), None, "it was deleted");
            again.shutdown().await;
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn parley_starts_without_it_where_it_can_not_be_made() {
        let folder = tempfile::tempdir().unwrap();
        let options = options(folder.path());
        std::fs::create_dir(&options.data_dir).unwrap();
        std::fs::write(options.data_dir.join("playground"), "in the way").unwrap();
        let host = Host::open(options).await.unwrap();
        make_ready(&host).await;
        assert_eq!(host.first_conversation(), None);
        host.shutdown().await;
    }
}
