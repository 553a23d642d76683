//! Standard output, which may be full, or closed by whoever read it.

use crate::Stop;
use std::fmt::Arguments;
use std::io::{ErrorKind, Write, stdout};

/// Says a line on standard output.
macro_rules! say {
    ($($words:tt)*) => {
        $crate::out::write(format_args!("{}\n", format_args!($($words)*)))
    };
}
pub(crate) use say;

/// Writes to standard output.
pub(crate) fn write(text: Arguments<'_>) -> Result<(), Stop> {
    let mut out = stdout();
    out.write_fmt(text).and_then(|()| out.flush()).map_err(|e| match e.kind() {
        ErrorKind::BrokenPipe => Stop::Unheard,
        _ => Stop::Failed(format!("standard output: {e}")),
    })
}
