//! What may run without asking (specification §1.5, §2.3, §2.6).

use std::collections::BTreeSet;

use serde_json::{Value, json};

/// A tool's category.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Category {
    /// Reads only.
    Info,
    /// Changes files.
    Edit,
    /// Runs commands.
    Exec,
}

impl Category {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Edit => "edit",
            Self::Exec => "exec",
        }
    }
}

/// The approval mode.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Everything asks.
    #[default]
    Default,
    /// Reading and editing do not ask.
    AutoEdit,
    /// Nothing asks.
    Yolo,
}

impl Mode {
    pub(crate) const ALL: [Self; 3] = [Self::Default, Self::AutoEdit, Self::Yolo];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::AutoEdit => "auto_edit",
            Self::Yolo => "yolo",
        }
    }

    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.name() == name)
    }
}

/// The mode and what the user allowed for as long as this process lives.
#[derive(Debug, Default)]
pub(crate) struct Permission {
    pub(crate) mode: Mode,
    always: BTreeSet<Category>,
}

impl Permission {
    pub(crate) fn asks(&self, category: Category) -> bool {
        let by_mode = match self.mode {
            Mode::Default => false,
            Mode::AutoEdit => category != Category::Exec,
            Mode::Yolo => true,
        };
        !by_mode && !self.always.contains(&category)
    }

    pub(crate) fn always(&mut self, category: Category) {
        self.always.insert(category);
    }
}

/// `capabilities` of `ready` and `config_changed`. No model, so no effort levels and no images in.
pub(crate) fn capabilities(mode: Mode, thinking: bool) -> Value {
    json!({
        "tool_approval": true,
        "thinking": thinking,
        "mcp": false,
        "modes": Mode::ALL.map(Mode::name),
        "current_mode": mode.name(),
        "image_input": false,
    })
}
