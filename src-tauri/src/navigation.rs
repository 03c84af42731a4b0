//! Where a window may go: to the app's own page and nowhere else. Without this
//! a meta refresh or a `location` in something an agent wrote would leave it,
//! content security policy or not.

use tauri::Url;

/// True for the app's own origin, as the custom protocol serves it.
pub(crate) fn is_own_page(url: &Url) -> bool {
    let origin = match url.scheme() {
        // Linux, macOS, iOS.
        "tauri" => "localhost",
        // Windows, Android: the same, dressed as http.
        "http" | "https" if cfg!(any(windows, target_os = "android")) => "tauri.localhost",
        _ => return false,
    };
    url.host_str() == Some(origin)
        && url.port().is_none()
        && url.username().is_empty()
        && url.password().is_none()
}

/// The guard a window asks. What it blocks is logged by scheme and host only:
/// the rest of an address may hold what an agent said.
pub(crate) fn guard(label: &str, url: &Url) -> bool {
    let own = is_own_page(url);
    if !own {
        tracing::warn!(
            window = label,
            scheme = url.scheme(),
            host = url.host_str().unwrap_or_default(),
            "NAVBLOCK"
        );
    }
    own
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::is_own_page;
    use tauri::Url;

    #[test]
    fn only_the_apps_own_page_passes() {
        for text in ["tauri://localhost", "tauri://localhost/index.html?x#y"] {
            assert!(is_own_page(&Url::parse(text).unwrap()), "{text}");
        }
        for text in [
            "https://example.org/",
            "http://localhost/",
            "http://127.0.0.1:5173/",
            "tauri://localhost.evil.example/",
            "tauri://evil.example/",
            "tauri://localhost:81/",
            "tauri://user@localhost/",
            "tauri://user:pw@localhost/",
            "tauri:localhost",
            "ipc://localhost/startup",
            "asset://localhost/etc/passwd",
            "file:///etc/passwd",
            "data:text/html,hi",
            "blob:tauri://localhost/1",
            "javascript:alert(1)",
            "about:blank",
            "about:srcdoc",
        ] {
            assert!(!is_own_page(&Url::parse(text).unwrap()), "{text}");
        }
    }
}
