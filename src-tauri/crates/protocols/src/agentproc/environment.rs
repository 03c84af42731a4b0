//! The environment of an agent: the profile's variables, and wire 0.1's own.

use super::placeholders::Placeholders;
use super::plan::{check, problem};
use super::settings::Settings;
use crate::PlanError;
use model::{AgentProfile, Attachment, LaunchPlan, LaunchRequest};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};

/// Puts the profile's variables into the plan. `${NAME}` stays for the host to
/// expand. A value with a placeholder is taken as it is then, so that nothing
/// a user wrote is ever expanded.
pub(super) fn of_profile(
    profile: &AgentProfile,
    settings: &Settings,
    placeholders: &Placeholders<'_>,
    plan: &mut LaunchPlan,
) -> Result<(), PlanError> {
    let allowed = settings.env_allowlist.as_deref();
    plan.pass_env = allowed.unwrap_or_default().to_vec();
    plan.inherit_env = settings.inherit_env;
    for (name, template) in &profile.env {
        if name.is_empty() || name.contains(['=', '\0']) {
            return Err(problem(format!(
                "“{name}” can't be the name of a variable. Correct it in the agent's settings."
            )));
        }
        if plan.pass_env.contains(name) && *template == format!("${{{name}}}") {
            // Passed on where it is set; where it is not, the agent does without.
            continue;
        }
        let (template, blocked) = only_allowed(template, allowed);
        for other in blocked {
            plan.warnings.push(format!(
                "The variable {name} uses ${{{other}}}, which “env_allowlist” does not name: it is \
                 left empty."
            ));
        }
        let Some(value) = placeholders.fill(&template) else {
            check(name, &template)?;
            plan.env.insert(name.clone(), template);
            continue;
        };
        check(name, &value)?;
        if references(&template).next().is_none() {
            plan.env_verbatim.insert(name.clone(), value);
        } else if references(&value).count() == references(&template).count() {
            plan.env.insert(name.clone(), value);
        } else {
            return Err(problem(format!(
                "The variable {name} mixes ${{…}} with a placeholder, and what the placeholder \
                 stands for holds “${{” itself. Use two variables."
            )));
        }
    }
    Ok(())
}

/// The names in `${NAME}`, and where each begins.
fn references(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.match_indices("${").filter_map(|(start, _)| {
        let after = &text[start + 2..];
        let name = &after[..after.find('}')?];
        let good = !name.is_empty()
            && !name.starts_with(|c: char| c.is_ascii_digit())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        good.then_some((start, name))
    })
}

/// The text without the references that are not allowed, and their names.
fn only_allowed(text: &str, allowed: Option<&[String]>) -> (String, Vec<String>) {
    let Some(allowed) = allowed else {
        return (text.to_owned(), Vec::new());
    };
    let mut kept = String::new();
    let mut blocked = Vec::new();
    let mut from = 0;
    for (start, name) in references(text) {
        if !allowed.iter().any(|known| known == name) {
            kept.push_str(&text[from..start]);
            from = start + name.len() + 3;
            blocked.push(name.to_owned());
        }
    }
    kept.push_str(&text[from..]);
    (kept, blocked)
}

/// Wire 0.1: "Input — Environment Variables".
pub(super) fn of_wire_0_1(
    request: &LaunchRequest<'_>,
    settings: &Settings,
    message: &str,
    plan: &mut LaunchPlan,
) -> Result<(), PlanError> {
    let mut set = |name: &str, value: String| -> Result<(), PlanError> {
        check(name, &value)?;
        plan.env.remove(name);
        plan.env_verbatim.insert(name.to_owned(), value);
        Ok(())
    };
    if !travels_by_stdin_alone(settings, message) {
        set("AGENT_MESSAGE", message.to_owned())?;
    }
    let session = request.resume.unwrap_or_default();
    set("AGENT_SESSION_ID", session.to_owned())?;
    set("AGENT_SESSION_NAME", session_name(request).to_owned())?;
    set("AGENT_FROM_USER", settings.from_user.clone())?;
    let streaming = if settings.streaming { "1" } else { "0" };
    set("AGENT_STREAMING", streaming.to_owned())?;
    set("AGENT_PROTOCOL_VERSION", "0.1".to_owned())?;
    let attachments = request
        .message
        .map_or(&[][..], |message| &message.attachments);
    if !attachments.is_empty() {
        let list: Value = attachments
            .iter()
            .map(|file| json!({"type": kind(file), "url": url(file), "name": file.name}))
            .collect();
        set("AGENT_ATTACHMENTS", list.to_string())?;
    }
    for (variable, wanted) in [("AGENT_IMAGE_URL", "image"), ("AGENT_FILE_URL", "file")] {
        let mut of_kind = attachments.iter().filter(|file| kind(file) == wanted);
        if let (Some(only), None) = (of_kind.next(), of_kind.next()) {
            set(variable, url(only))?;
        }
    }
    Ok(())
}

/// Whether a message is too long for `AGENT_MESSAGE` and reaches the agent all the same.
pub(super) fn travels_by_stdin_alone(settings: &Settings, message: &str) -> bool {
    settings.message_on_stdin && super::plan::too_long("AGENT_MESSAGE", message)
}

/// The conversation's title, or the specification's word for none.
pub(super) fn session_name<'a>(request: &LaunchRequest<'a>) -> &'a str {
    if request.session_name.is_empty() {
        "default"
    } else {
        request.session_name
    }
}

/// Wire 0.4's list of attachments.
pub(super) fn attachments_0_4(attachments: &[Attachment]) -> Value {
    attachments
        .iter()
        .map(|file| json!({"kind": kind(file), "url": url(file), "filename": file.name}))
        .collect()
}

/// `image`, `audio`, `video` or `file`, by the name's extension.
fn kind(file: &Attachment) -> &'static str {
    let extension = file.path.rsplit_once('.').map_or("", |(_, last)| last);
    match extension.to_ascii_lowercase().as_str() {
        "png" | "jpg" | "jpeg" | "gif" | "webp" | "bmp" | "svg" | "tif" | "tiff" | "heic"
        | "avif" | "ico" => "image",
        "mp3" | "wav" | "ogg" | "oga" | "m4a" | "flac" | "aac" | "opus" => "audio",
        "mp4" | "mov" | "webm" | "mkv" | "avi" | "m4v" => "video",
        _ => "file",
    }
}

/// What a `file:` URL may hold unescaped.
const PATH: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'/')
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'~')
    .remove(b':');

/// The file as a URL.
fn url(file: &Attachment) -> String {
    let path = file.path.as_str();
    if path.starts_with("https://") || path.starts_with("http://") {
        return path.to_owned();
    }
    // C:\a b → file:///C:/a%20b
    let drive = path.as_bytes().get(1) == Some(&b':');
    let path = if drive {
        format!("/{}", path.replace('\\', "/"))
    } else {
        path.to_owned()
    };
    format!("file://{}", utf8_percent_encode(&path, PATH))
}
