//! The operations, as data: what each is called, takes and gives (specification, "Operations";
//! `manuscript-search` and `manuscript-critique` by the field notes).

use serde::Serialize;

/// An operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Operation {
    /// Its name on the wire.
    pub name: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
    /// How the backend is run for it.
    pub mode: Mode,
    /// Fields that must be there, beside `operation` and `dir`, which every request has.
    pub required: &'static [Field],
    /// Fields that may be there. Any other is refused.
    pub optional: &'static [Field],
    /// What its `paths` are, where it has any.
    pub paths: Paths,
    /// What a good answer holds.
    pub answer: Answer,
}

/// How the backend is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Mode {
    /// The request on stdin, the answer on stdout.
    Pipe,
    /// The request in a file, stdin and stdout a terminal.
    Interactive,
}

/// A field of a request (specification, "Field reference"). `operation` and `dir` are none of
/// a form's: the one is its name, the other the workspace.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Field {
    /// Files.
    Paths,
    /// A character's identifier.
    CharacterSlug,
    /// A question in plain English.
    Question,
    /// Chapters or scenes a question is about: `1-5`.
    Range,
    /// A prompt that was put together before.
    Context,
    /// The JSON Schema of the answer's data.
    Schema,
    /// The session to talk in: `{id, resume, new}`.
    Session,
    /// The project's name.
    ProjectName,
    /// How hard to think: one of [`EFFORTS`].
    Effort,
}

/// What an operation's `paths` are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Paths {
    /// It has none.
    None,
    /// Relative to the project and inside it.
    InProject,
    /// Exactly one, absolute.
    OneAbsolute,
}

/// What a good answer holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Answer {
    /// `text`.
    Text,
    /// `data`, by the request's schema.
    Data,
    /// `files`, relative to the project.
    Files,
    /// Nothing: it was in the terminal.
    Terminal,
}

/// The words of `effort`; without one a backend takes `high`.
pub const EFFORTS: [&str; 5] = ["low", "medium", "high", "xhigh", "max"];

impl Field {
    /// All, in the order a request has them.
    pub const ALL: [Self; 9] = [
        Self::Paths,
        Self::CharacterSlug,
        Self::Question,
        Self::Range,
        Self::Context,
        Self::Schema,
        Self::Session,
        Self::ProjectName,
        Self::Effort,
    ];

    /// Its name on the wire and in a form.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Paths => "paths",
            Self::CharacterSlug => "character_slug",
            Self::Question => "question",
            Self::Range => "range",
            Self::Context => "context",
            Self::Schema => "schema",
            Self::Session => "session",
            Self::ProjectName => "project_name",
            Self::Effort => "effort",
        }
    }

    /// The field of this name.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|field| field.name() == name)
    }
}

impl Operation {
    /// Whether it takes a field.
    #[must_use]
    pub fn takes(&self, field: Field) -> bool {
        self.required.contains(&field) || self.optional.contains(&field)
    }

    /// The fields it takes, in words: `question, range, effort`.
    #[must_use]
    pub fn fields(&self) -> String {
        let names: Vec<_> = Field::ALL
            .into_iter()
            .filter(|field| self.takes(*field))
            .map(Field::name)
            .collect();
        names.join(", ")
    }
}

/// The operation of this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Operation> {
    OPERATIONS.iter().find(|operation| operation.name == name)
}

/// A pipe operation about scenes that gives text, the most common; the others change what differs.
const ABOUT_SCENES: Operation = Operation {
    name: "",
    about: "",
    mode: Mode::Pipe,
    required: &[Field::Paths],
    optional: &[Field::Effort],
    paths: Paths::InProject,
    answer: Answer::Text,
};

/// Every operation.
pub static OPERATIONS: [Operation; 12] = [
    Operation {
        name: "scene-proof",
        about: "Proofread scenes; the files are changed",
        ..ABOUT_SCENES
    },
    Operation {
        name: "chapter-proof",
        about: "Proofread the scenes of a chapter; the files are changed",
        ..ABOUT_SCENES
    },
    Operation {
        name: "scene-critique",
        about: "Talk over a scene with an editor",
        mode: Mode::Interactive,
        answer: Answer::Terminal,
        ..ABOUT_SCENES
    },
    Operation {
        name: "chapter-critique",
        about: "Talk over a chapter with an editor",
        mode: Mode::Interactive,
        answer: Answer::Terminal,
        ..ABOUT_SCENES
    },
    Operation {
        name: "manuscript-critique",
        about: "Talk over the whole manuscript, one file, with an editor",
        mode: Mode::Interactive,
        paths: Paths::OneAbsolute,
        answer: Answer::Terminal,
        ..ABOUT_SCENES
    },
    Operation {
        name: "voice-check",
        about: "Check that a character's voice is the same in all scenes",
        required: &[Field::CharacterSlug, Field::Paths],
        ..ABOUT_SCENES
    },
    Operation {
        name: "continuity-check",
        about: "Look for contradictions in scenes",
        ..ABOUT_SCENES
    },
    Operation {
        name: "continuity-ask",
        about: "Ask about the manuscript",
        required: &[Field::Question],
        optional: &[Field::Range, Field::Effort],
        paths: Paths::None,
        ..ABOUT_SCENES
    },
    Operation {
        name: "continuity-index",
        about: "Draw data out of a scene, by a JSON Schema",
        required: &[Field::Context, Field::Schema],
        paths: Paths::None,
        answer: Answer::Data,
        ..ABOUT_SCENES
    },
    Operation {
        name: "character-talk",
        about: "Interview a character",
        mode: Mode::Interactive,
        required: &[Field::Context, Field::Session],
        paths: Paths::None,
        answer: Answer::Terminal,
        ..ABOUT_SCENES
    },
    Operation {
        name: "manuscript-search",
        about: "Search scenes by a question",
        required: &[Field::Question, Field::Paths],
        ..ABOUT_SCENES
    },
    Operation {
        name: "project-scaffold",
        about: "Write the backend's own files into a project",
        required: &[Field::ProjectName],
        paths: Paths::None,
        answer: Answer::Files,
        ..ABOUT_SCENES
    },
];
