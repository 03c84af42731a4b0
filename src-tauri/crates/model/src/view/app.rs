//! What a window learns about the app itself, and the words of its refusals.

use super::{LastWindow, ScrollMemory, WindowMemory};
use crate::ConversationId;
use serde::{Deserialize, Serialize};

/// What a window asks for once, when it loads.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Startup {
    /// What the window is for.
    pub window: WindowKind,
    /// The conversation to show first.
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub conversation: Option<ConversationId>,
    /// The guide's conversation that the first start made, while it is there.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub guide: Option<ConversationId>,
    /// The folder offered for a new conversation.
    pub workspace: String,
    /// The user's home folder, to show paths as `~/…`.
    pub home: String,
    /// The settings.
    pub settings: Settings,
    /// Parley's version.
    pub version: String,
    /// Where Parley keeps its files.
    pub data_dir: String,
    /// What this window looked like.
    pub memory: WindowMemory,
    /// Where readers were in their conversations, where that is not the end.
    pub scroll: Vec<ScrollMemory>,
    /// The window stayed blank the last time, and is now drawn in a plainer way.
    pub drawn_plainly: bool,
    /// What was wrong with the settings' file, told once.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional = nullable))]
    pub settings_trouble: Option<String>,
}

/// Kinds of windows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum WindowKind {
    /// List and conversation.
    Main,
    /// One conversation alone.
    Conversation,
}

/// What the user chose.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", default)]
pub struct Settings {
    /// Light, dark, or as the system has it.
    pub theme: Theme,
    /// The language of the windows and of what the desktop shows of Parley.
    pub language: Language,
    /// Text size in percent, 80–200.
    pub text_percent: u32,
    /// The profile a new conversation starts with.
    pub last_profile: String,
    /// The folder a new conversation starts with.
    pub last_workspace: String,
    /// Whether the login shell is asked for what its start files set.
    pub login_shell: LoginShellUse,
    /// MiB of memory from which on an agent's tree is warned of; 0 for never. A profile's setting
    /// `memory_ceiling_mib` goes before it.
    pub memory_ceiling_mib: u32,
    /// What becomes of an agent whose window is closed.
    pub agents_without_window: AgentsWithoutWindow,
    /// What becomes of agents at work when the last window is closed.
    pub last_window: LastWindow,
    /// Whether a notification tells of an alarm that fires while no window is looked at.
    pub notify_alarms: bool,
    /// Seconds a turn takes from which on a notification tells of its end while no window is
    /// looked at; 0 for never.
    pub notify_turns_secs: u32,
    /// MiB of raw lines kept of each conversation, 1–1024; the oldest go first.
    pub traffic_mib: u32,
    /// MiB of raw lines kept of all conversations together; 0 for no limit.
    pub traffic_total_mib: u32,
    /// Days raw lines are kept; 0 for always.
    pub traffic_days: u32,
    /// Days without use after which an archived conversation is deleted; 0 for never.
    pub archived_days: u32,
    /// Keys the user chose in place of the usual ones: `mod+shift+k` by the window's command.
    #[serde(default)]
    pub shortcuts: std::collections::BTreeMap<String, String>,
    /// What became of the first steps; none of them where the user has not met them yet.
    #[serde(default)]
    pub first_steps: std::collections::BTreeMap<FirstStep, StepOutcome>,
}

/// A first step that a new user is offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum FirstStep {
    /// Trying the guide in a folder.
    Guide,
    /// Seeing what was found on this machine.
    Agents,
    /// How Parley asks, and where things are.
    Asking,
}

/// What became of a first step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum StepOutcome {
    /// The user took it.
    Done,
    /// The user passed over it.
    Skipped,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: Theme::System,
            language: Language::System,
            text_percent: 100,
            last_profile: "guide".to_owned(),
            last_workspace: String::new(),
            login_shell: LoginShellUse::Automatic,
            memory_ceiling_mib: 4096,
            agents_without_window: AgentsWithoutWindow::WhileBusy,
            last_window: LastWindow::Ask,
            notify_alarms: true,
            notify_turns_secs: 60,
            shortcuts: std::collections::BTreeMap::new(),
            first_steps: std::collections::BTreeMap::new(),
            traffic_mib: 32,
            traffic_total_mib: 1024,
            traffic_days: 0,
            archived_days: 0,
        }
    }
}

/// When the login shell is asked for its environment.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum LoginShellUse {
    /// Where Parley was not started from a terminal.
    #[default]
    Automatic,
    /// At every start of Parley.
    Always,
    /// Never.
    Never,
}

/// What becomes of an agent when the last window of its conversation is closed.
/// One with pending tasks or alarms is never ended for it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum AgentsWithoutWindow {
    /// It goes on until Parley is closed.
    Keep,
    /// It finishes what it is doing and what is queued, then it is ended.
    #[default]
    WhileBusy,
    /// Its turn is stopped and it is ended.
    Stop,
}

/// A language Parley speaks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Language {
    /// As the system has it.
    #[default]
    System,
    /// English.
    En,
    /// German.
    De,
}

impl Language {
    /// English or German: as it was chosen, else by the locale of messages, such as
    /// `de_AT.UTF-8`, in the environment.
    #[must_use]
    pub fn spoken(self, variable: impl Fn(&str) -> Option<String>) -> Self {
        if self != Self::System {
            return self;
        }
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"]
            .into_iter()
            .filter_map(variable)
            .find(|value| !value.is_empty())
            .unwrap_or_default();
        let name = locale.split(['_', '.', '@']).next().unwrap_or_default();
        if name.eq_ignore_ascii_case("de") {
            Self::De
        } else {
            Self::En
        }
    }
}

/// Colours of the window.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Theme {
    /// As the system has it.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// What became of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Sending {
    /// It goes to the agent now.
    Sent,
    /// It waits for the running turn to end.
    Queued,
}

/// A command that could not be carried out. The window branches on `code`, and shows `message`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Problem {
    /// `alreadyDecided`, `tooEarly`, `argumentsDiffer`, `expired`, `unknownConversation`, `refused`, `notReady`, `io`.
    pub code: String,
    /// What happened, to what, and what can be done.
    pub message: String,
}

#[cfg(test)]
mod tests {
    use super::Language;

    #[test]
    fn a_choice_goes_before_the_locale_and_a_locale_by_its_first_word() {
        let nothing = |_: &str| None;
        assert_eq!(Language::De.spoken(nothing), Language::De);
        assert_eq!(Language::En.spoken(|_| Some("de".to_owned())), Language::En);
        assert_eq!(Language::System.spoken(nothing), Language::En);
        for (locale, language) in [
            ("de_AT.UTF-8", Language::De),
            ("de", Language::De),
            ("DE_de", Language::De),
            ("C.UTF-8", Language::En),
            ("den_CA", Language::En),
            ("", Language::En),
        ] {
            let one = |name: &str| (name == "LANG").then(|| locale.to_owned());
            assert_eq!(Language::System.spoken(one), language, "{locale}");
        }
        let both = |name: &str| match name {
            "LC_ALL" => Some(String::new()),
            "LC_MESSAGES" => Some("de_DE".to_owned()),
            _ => Some("C".to_owned()),
        };
        assert_eq!(Language::System.spoken(both), Language::De);
    }
}
