//! The result of an instruction: its clocks, and PC behind it. Most hosts return two numbers in two registers.
//! WebAssembly returns them through memory, where each instruction would wait for the last one's PC: there they are one.

/// Clocks and PC.
#[cfg(not(target_family = "wasm"))]
#[derive(Debug, Clone, Copy)]
pub(super) struct Ran(u32, u16);

#[cfg(not(target_family = "wasm"))]
impl Ran {
    #[inline(always)]
    pub(super) const fn new(clocks: u32, pc: u16) -> Self {
        Self(clocks, pc)
    }

    #[inline(always)]
    pub(super) const fn clocks(self) -> u32 {
        self.0
    }

    #[inline(always)]
    pub(super) const fn pc(self) -> u16 {
        self.1
    }
}

/// Clocks above PC.
#[cfg(target_family = "wasm")]
#[derive(Debug, Clone, Copy)]
pub(super) struct Ran(u64);

#[cfg(target_family = "wasm")]
impl Ran {
    #[inline(always)]
    pub(super) const fn new(clocks: u32, pc: u16) -> Self {
        Self((clocks as u64) << 32 | pc as u64)
    }

    #[inline(always)]
    pub(super) const fn clocks(self) -> u32 {
        (self.0 >> 32) as u32
    }

    #[inline(always)]
    pub(super) const fn pc(self) -> u16 {
        self.0 as u16
    }
}
