//! The same interface where agents cannot be started yet.

use tokio::sync::mpsc;

use crate::{Output, ProcessInfo, SpawnError, SpawnSpec, WriteError, WriteTicket};

/// A running agent; there can be none on this system.
#[derive(Debug, Clone)]
pub struct Process(std::convert::Infallible);

/// Starts an agent.
///
/// # Errors
/// Always [`SpawnError::Unsupported`].
pub async fn spawn(_spec: SpawnSpec) -> Result<(Process, mpsc::Receiver<Output>), SpawnError> {
    Err(SpawnError::Unsupported)
}

#[allow(missing_docs)]
impl Process {
    pub fn id(&self) -> u32 {
        match self.0 {}
    }
    pub fn guardian_id(&self) -> u32 {
        match self.0 {}
    }
    pub fn marker(&self) -> &str {
        match self.0 {}
    }
    pub fn write(&self, _bytes: Vec<u8>) -> Result<WriteTicket, WriteError> {
        match self.0 {}
    }
    pub fn close_stdin(&self) {
        match self.0 {}
    }
    pub fn resize(&self, _size: crate::TerminalSize) -> std::io::Result<()> {
        match self.0 {}
    }
    pub fn terminate(&self) {
        match self.0 {}
    }
    pub fn kill(&self) {
        match self.0 {}
    }
    pub fn is_gone(&self) -> bool {
        match self.0 {}
    }
    pub async fn wait_gone(&self) {
        match self.0 {}
    }
    pub fn tree(&self) -> Vec<ProcessInfo> {
        match self.0 {}
    }
    pub fn sight(&self) -> Sight {
        match self.0 {}
    }
}

/// A look at an agent; there can be none on this system.
#[derive(Debug, Clone)]
pub struct Sight(std::convert::Infallible);

#[allow(missing_docs)]
impl Sight {
    pub fn is_gone(&self) -> bool {
        match self.0 {}
    }
    pub fn tree(&self) -> Vec<ProcessInfo> {
        match self.0 {}
    }
}

/// Resident memory of trees.
pub fn weigh(sights: &[Sight]) -> Vec<u64> {
    sights.iter().map(|sight| match sight.0 {}).collect()
}

/// Trees of agents.
pub fn trees(sights: &[Sight]) -> Vec<Vec<ProcessInfo>> {
    sights.iter().map(Sight::tree).collect()
}
