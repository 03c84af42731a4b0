//! What stands between Tauri and our commands: `#[tauri::command(root = "answering")]` takes its
//! types from here in place of Tauri's own. The future of every command is put into a box before
//! it becomes a task, so that the program holds the runtime's code for a task once and not once
//! for each of more than a hundred commands: a twentieth of the program.

/// What the code of `#[tauri::command(root = "answering")]` and `tauri::generate_handler!` asks for.
pub(crate) mod ipc {
    use model::view::Problem;
    use std::pin::Pin;
    use tauri::Wry;
    use tauri::ipc::{InvokeError, InvokeMessage, InvokeResolver, InvokeResponseBody, IpcResponse};
    use tauri::utils::acl::resolved::ResolvedCommand;

    pub(crate) use tauri::ipc::{CommandArg, CommandItem};

    /// A call from a window.
    pub(crate) struct Invoke {
        pub(crate) message: InvokeMessage<Wry>,
        pub(crate) resolver: Resolver,
        pub(crate) acl: Option<Vec<ResolvedCommand>>,
    }

    impl From<tauri::ipc::Invoke<Wry>> for Invoke {
        fn from(invoke: tauri::ipc::Invoke<Wry>) -> Self {
            Self {
                message: invoke.message,
                resolver: Resolver(invoke.resolver),
                acl: invoke.acl,
            }
        }
    }

    /// Takes the answer of a call to its window.
    pub(crate) struct Resolver(InvokeResolver<Wry>);

    type Answer = Result<InvokeResponseBody, InvokeError>;

    impl Resolver {
        /// Answers once the command has ended.
        pub(crate) fn respond_async_serialized(
            self,
            command: impl Future<Output = Answer> + Send + 'static,
        ) {
            let boxed: Pin<Box<dyn Future<Output = Answer> + Send>> = Box::pin(command);
            self.0.respond_async_serialized(boxed);
        }

        /// Refuses a call whose arguments are none of the command's.
        pub(crate) fn invoke_error(self, error: InvokeError) {
            self.0.invoke_error(error);
        }
    }

    /// How the result of a command is told apart; the names are those Tauri's macro uses.
    pub(crate) mod private {
        use super::{InvokeError, IpcResponse, Problem, Resolver};

        pub(crate) use tauri::ipc::private::ResultFutureKind;

        /// Of a command that has its answer at once.
        pub(crate) struct AtOnce;

        pub(crate) trait AtOnceKind {
            fn blocking_kind(&self) -> AtOnce {
                AtOnce
            }
        }

        impl<T: Told> AtOnceKind for T {}

        impl AtOnce {
            pub(crate) fn block<T: Told>(self, value: T, resolver: Resolver) {
                resolver.0.respond(value.told());
            }
        }

        /// An answer, or why there is none.
        pub(crate) trait Told {
            type Answer: IpcResponse;
            fn told(self) -> Result<Self::Answer, InvokeError>;
        }

        impl Told for () {
            type Answer = ();
            fn told(self) -> Result<(), InvokeError> {
                Ok(())
            }
        }

        impl<T: IpcResponse> Told for Result<T, Problem> {
            type Answer = T;
            fn told(self) -> Result<T, InvokeError> {
                self.map_err(InvokeError::from)
            }
        }
    }
}
