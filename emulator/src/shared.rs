//! What copies of a machine share, on processors with and without atomic instructions. Without, a machine stays in its
//! thread.

#[cfg(not(target_has_atomic = "ptr"))]
pub(crate) use alloc::rc::Rc as Arc;
#[cfg(target_has_atomic = "ptr")]
pub(crate) use alloc::sync::Arc;
#[cfg(target_has_atomic = "64")]
pub(crate) use core::sync::atomic::AtomicU64;

#[cfg(not(target_has_atomic = "64"))]
pub(crate) use portable_atomic::AtomicU64;
