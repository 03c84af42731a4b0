//! The first step of decoding JSON lines: bytes → value, with the reason where
//! that fails (security §10).
