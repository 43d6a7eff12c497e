//! The outside: what a machine is connected to while it runs.

use core::convert::Infallible;

/// The connections of a machine: streams, files, other machines.
///
/// The loop hands characters over between slices alone, so that they come at the same instruction with every engine.
pub trait Outside<H: ?Sized> {
    /// The error of a connection that fails.
    type Error;

    /// Takes what the program has sent, and gives it what has come meanwhile.
    ///
    /// # Errors
    ///
    /// If a connection fails, which ends the run.
    fn exchange(&mut self, host: &mut H) -> Result<(), Self::Error>;

    /// The program waits for a character. Returns true if it has one now; otherwise the run ends.
    ///
    /// # Errors
    ///
    /// If a connection fails, which ends the run.
    fn wait(&mut self, host: &mut H) -> Result<bool, Self::Error>;
}

/// Nothing is connected.
impl<H: ?Sized> Outside<H> for () {
    type Error = Infallible;

    fn exchange(&mut self, _: &mut H) -> Result<(), Infallible> {
        Ok(())
    }

    fn wait(&mut self, _: &mut H) -> Result<bool, Infallible> {
        Ok(false)
    }
}
