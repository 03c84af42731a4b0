//! Operations as forms: what a project offers, running one, and what was run there.

mod folder;
mod history;

pub(crate) use nib::spoken;

use crate::host::Host;
use crate::problem::problem;
use model::view::{
    BackendView, FieldProblem, OperationRequest, OperationView, Problem, ProjectView,
};
use model::{AgentProfile, ConversationId, ProfileId};
use protocols::nib::operations::{EFFORTS, Field, Mode, OPERATIONS, Operation, Paths};
use protocols::nib::{self, language};
use serde_json::{Map, Value};
use std::path::Path;

impl Host {
    /// A project as a form needs it.
    ///
    /// # Errors
    /// `refused`: no such folder.
    pub async fn project(&self, folder: &str) -> Result<ProjectView, Problem> {
        let path = self.folder(folder)?;
        let backend = self.backend_view(&path).await;
        let host = self.clone();
        // A large project on a slow disk must not hold up what others wait for.
        tokio::task::spawn_blocking(move || host.view_of(&path, backend))
            .await
            .map_err(|error| problem("internal", format!("The look broke off: {error}.")))
    }

    fn view_of(&self, path: &Path, backend: BackendView) -> ProjectView {
        let found = folder::look(path);
        let folder = path.to_string_lossy().into_owned();
        ProjectView {
            label: self.workspace_label(&folder),
            name: name_of(path),
            operations: OPERATIONS.iter().map(view).collect(),
            efforts: EFFORTS.map(str::to_owned).to_vec(),
            folders: found.folders,
            characters: found.characters,
            truncated: found.truncated,
            backend,
            profiles: self
                .operating_profiles()
                .into_iter()
                .map(|profile| (profile.id, profile.name))
                .collect(),
            history: self.operations_run(&folder),
            folder,
        }
    }

    /// What is wrong with a form, a field at a time.
    #[must_use]
    pub fn check_operation(&self, folder: &str, form: &Map<String, Value>) -> Vec<FieldProblem> {
        nib::problems(form, folder)
            .into_iter()
            .map(|(field, message)| FieldProblem { field, message })
            .collect()
    }

    /// Runs an operation in the project's own conversation, or behind what runs there.
    ///
    /// # Errors
    /// `refused`: the form, the folder or the profile can't be used. `unconfirmed`: the project
    /// itself chose the program, and the user has not agreed to it. `start`: there is no program.
    pub async fn run_operation(
        &self,
        request: OperationRequest,
    ) -> Result<ConversationId, Problem> {
        let path = self.folder(&request.folder)?;
        let folder = path.to_string_lossy().into_owned();
        let wrong = self.check_operation(&folder, &request.form);
        if let Some(first) = wrong.first() {
            let words = format!("“{}” {}.", first.field, first.message);
            return Err(problem("refused", words));
        }
        let profile = match &request.profile {
            Some(id) => self.operating_profile(id)?,
            None => {
                self.found_backend(&path, request.confirm.as_deref())
                    .await?
            }
        };
        let id = match self.project_conversation(&folder, &profile.id) {
            Some(id) => id,
            None => {
                let id = self.create_with(profile, &folder).await?;
                self.rename(&id, &name_of(&path)).await?;
                id
            }
        };
        let text = language::write(&request.form);
        self.send_form(&id, text, Vec::new(), request.form).await?;
        Ok(id)
    }

    /// The profile of a project's backend, once the user agreed to a program the project chose.
    async fn found_backend(
        &self,
        project: &Path,
        agreed: Option<&str>,
    ) -> Result<AgentProfile, Problem> {
        let backend = self.nib_backend(project, None).await?;
        let program = backend.program.to_string_lossy();
        if backend.unconfirmed {
            if agreed != Some(&*program) {
                return Err(problem(
                    "unconfirmed",
                    format!(
                        "This project's git setting chooses the program {program}. Look at it, and agree to it before it is run."
                    ),
                ));
            }
            self.confirm_backend(project, &backend.program)?;
        }
        Ok(AgentProfile {
            // Found by this name on the PATH when the conversation is opened again.
            id: ProfileId::from(backend.choice.executable().as_str()),
            ..self.nib_profile(&backend)
        })
    }

    async fn backend_view(&self, project: &Path) -> BackendView {
        match self.nib_backend(project, None).await {
            Ok(backend) => BackendView {
                name: backend.choice.name.clone(),
                chosen_by: backend.choice.origin.to_string(),
                program: backend.program.to_string_lossy().into_owned(),
                unconfirmed: backend.unconfirmed,
                problem: String::new(),
            },
            Err(problem) => BackendView {
                problem: problem.message,
                ..BackendView::default()
            },
        }
    }

    fn operating_profiles(&self) -> Vec<AgentProfile> {
        crate::profiles::all(self.options())
            .into_iter()
            .filter(|profile| crate::conversation::promised(profile).operations)
            .collect()
    }

    fn operating_profile(&self, id: &ProfileId) -> Result<AgentProfile, Problem> {
        self.operating_profiles()
            .into_iter()
            .find(|profile| profile.id == *id)
            .ok_or_else(|| {
                problem(
                    "refused",
                    format!("“{id}” is no profile that runs operations."),
                )
            })
    }
}

fn name_of(path: &Path) -> String {
    path.file_name()
        .map_or_else(|| path.to_string_lossy(), std::ffi::OsStr::to_string_lossy)
        .into_owned()
}

fn view(operation: &Operation) -> OperationView {
    let names = |fields: &[Field]| fields.iter().map(|field| field.name().to_owned()).collect();
    OperationView {
        name: operation.name.to_owned(),
        about: operation.about.to_owned(),
        interactive: operation.mode == Mode::Interactive,
        required: names(operation.required),
        optional: names(operation.optional),
        one_file: operation.paths == Paths::OneAbsolute,
    }
}
