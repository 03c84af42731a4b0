//! A host on temporary folders and a window on it, for the cross-crate tests.
#![allow(clippy::unwrap_used, missing_docs)]

pub mod stage;
pub mod window;

pub use stage::Stage;
pub use window::Window;
