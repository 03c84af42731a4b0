//! What the host and the guardian say to each other over their socket.
//!
//! Host to guardian: one [`Launch`], then single bytes: [`TERMINATE`] and [`KILL`]. Guardian to host:
//! one [`Report`] a line, the first being [`Report::Hello`]. End of file, either way, means that the
//! other is gone. Both are installed together; where they are not of one version, the first words show
//! it, and nothing is started.

use std::ffi::{OsStr, OsString};
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;

use crate::ending::Ended;

/// SIGTERM to the agent's process group.
pub(crate) const TERMINATE: u8 = b'T';
/// SIGKILL to everything below the guardian.
pub(crate) const KILL: u8 = b'K';

/// The version of what is said here. Grows with every change that the other side could misread.
pub(crate) const LANGUAGE: u32 = 2;

/// What a launch begins with: an older guardian takes it for a number no launch can have, and ends.
const LAUNCH: [u8; 4] = *b"\xffPL\xff";

/// No launch is larger: the system refuses arguments long before.
const LARGEST: u32 = 64 * 1024 * 1024;

/// What to run.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Launch {
    pub(crate) program: OsString,
    pub(crate) cwd: OsString,
    pub(crate) args: Vec<OsString>,
    pub(crate) env: Vec<(OsString, OsString)>,
    /// Standard input is a terminal that becomes the agent's controlling one.
    pub(crate) terminal: bool,
}

impl Launch {
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut out = vec![0; 4];
        out.extend_from_slice(&LAUNCH);
        let number = |out: &mut Vec<u8>, n: usize| {
            out.extend_from_slice(&u32::try_from(n).unwrap_or(u32::MAX).to_le_bytes());
        };
        number(&mut out, LANGUAGE as usize);
        number(&mut out, self.args.len());
        number(&mut out, self.env.len());
        number(&mut out, usize::from(self.terminal));
        let pairs = self.env.iter().flat_map(|(name, value)| [name, value]);
        for text in [&self.program, &self.cwd]
            .into_iter()
            .chain(&self.args)
            .chain(pairs)
        {
            number(&mut out, text.len());
            out.extend_from_slice(text.as_bytes());
        }
        let body = u32::try_from(out.len() - 4).unwrap_or(u32::MAX);
        out[..4].copy_from_slice(&body.to_le_bytes());
        out
    }

    pub(crate) fn read(from: &mut impl Read) -> io::Result<Self> {
        let mut length = [0; 4];
        from.read_exact(&mut length)?;
        let length = u32::from_le_bytes(length);
        if length > LARGEST {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let mut body = vec![0; length as usize];
        from.read_exact(&mut body)?;
        Self::decode(&body).ok_or_else(|| io::ErrorKind::InvalidData.into())
    }

    fn decode(mut body: &[u8]) -> Option<Self> {
        let body = &mut body;
        let (head, rest) = body.split_first_chunk::<4>()?;
        *body = rest;
        if *head != LAUNCH || number(body)? != LANGUAGE as usize {
            return None;
        }
        let (args, env) = (number(body)?, number(body)?);
        let terminal = number(body)? == 1;
        let (program, cwd) = (text(body)?, text(body)?);
        let args = (0..args).map(|_| text(body)).collect::<Option<_>>()?;
        let env = (0..env)
            .map(|_| Some((text(body)?, text(body)?)))
            .collect::<Option<_>>()?;
        body.is_empty().then_some(Self {
            program,
            cwd,
            args,
            env,
            terminal,
        })
    }
}

fn number(body: &mut &[u8]) -> Option<usize> {
    let (head, rest) = body.split_first_chunk::<4>()?;
    *body = rest;
    usize::try_from(u32::from_le_bytes(*head)).ok()
}

fn text(body: &mut &[u8]) -> Option<OsString> {
    let length = number(body)?;
    let (head, rest) = body.split_at_checked(length)?;
    *body = rest;
    Some(OsStr::from_bytes(head).to_owned())
}

/// Which step of a start failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    Cwd,
    Program,
    Setup,
}

/// What the guardian tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Report {
    /// The first word: which language it speaks.
    Hello {
        language: u32,
    },
    Started {
        pid: u32,
    },
    Failed {
        step: Step,
        errno: i32,
    },
    Exited(Ended),
    /// Nothing is left below the guardian but `left` that would not die.
    Gone {
        killed: u32,
        left: u32,
    },
}

impl Report {
    pub(crate) fn line(self) -> String {
        match self {
            Self::Hello { language } => format!("guardian {language}\n"),
            Self::Started { pid } => format!("started {pid}\n"),
            Self::Failed { step, errno } => {
                let step = match step {
                    Step::Cwd => "cwd",
                    Step::Program => "program",
                    Step::Setup => "setup",
                };
                format!("failed {step} {errno}\n")
            }
            Self::Exited(Ended::Code(code)) => format!("exited code {code}\n"),
            Self::Exited(Ended::Signal(signal)) => format!("exited signal {signal}\n"),
            Self::Gone { killed, left } => format!("gone {killed} {left}\n"),
        }
    }

    pub(crate) fn parse(line: &str) -> Option<Self> {
        let words: Vec<&str> = line.split_whitespace().collect();
        Some(match words.as_slice() {
            ["guardian", language] => Self::Hello {
                language: language.parse().ok()?,
            },
            ["started", pid] => Self::Started {
                pid: pid.parse().ok()?,
            },
            ["failed", step, errno] => Self::Failed {
                step: match *step {
                    "cwd" => Step::Cwd,
                    "program" => Step::Program,
                    _ => Step::Setup,
                },
                errno: errno.parse().ok()?,
            },
            ["exited", "code", code] => Self::Exited(Ended::Code(code.parse().ok()?)),
            ["exited", "signal", signal] => Self::Exited(Ended::Signal(signal.parse().ok()?)),
            ["gone", killed, left] => Self::Gone {
                killed: killed.parse().ok()?,
                left: left.parse().ok()?,
            },
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use std::os::unix::ffi::OsStringExt;

    #[test]
    fn a_launch_arrives_byte_for_byte() {
        let odd = OsString::from_vec(b"\xff $(x)\n".to_vec());
        let launch = Launch {
            program: "/bin/sh".into(),
            cwd: "/".into(),
            args: vec!["".into(), odd.clone()],
            env: vec![("A".into(), odd), ("B".into(), "".into())],
            terminal: true,
        };
        let bytes = launch.encode();
        assert_eq!(Launch::read(&mut bytes.as_slice()).unwrap(), launch);
        for cut in 0..bytes.len() {
            assert!(Launch::read(&mut &bytes[..cut]).is_err());
        }
    }

    #[test]
    fn a_report_arrives_as_it_was_sent() {
        for report in [
            Report::Hello { language: 2 },
            Report::Started { pid: 7 },
            Report::Failed {
                step: Step::Cwd,
                errno: 2,
            },
            Report::Exited(Ended::Code(-1)),
            Report::Exited(Ended::Signal(9)),
            Report::Gone { killed: 3, left: 1 },
        ] {
            assert_eq!(Report::parse(&report.line()), Some(report));
        }
        assert_eq!(Report::parse("hello"), None);
    }
}
