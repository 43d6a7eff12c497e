//! The functions exported to WebAssembly. Requests go in as text, and answers come out as text.
//!
//! The host requests a buffer, writes a request into it, calls for the answer, and reads it. Addresses are plain
//! numbers, so no operation here is unsafe. Only the attribute that exports a function under its name counts as unsafe,
//! since two functions could have the same name. `wasm-bindgen` would merely hide this attribute, and would require a
//! tool of exactly its own version.

use std::sync::{Mutex, MutexGuard, Once, PoisonError};

use crate::desk::Desk;

/// A desk, with the buffers for requests and answers.
struct Entry {
    desk: Desk,
    request: Vec<u8>,
    answer: String,
}

static ENTRY: Mutex<Option<Entry>> = Mutex::new(None);

/// The message of a panic, kept separately because the rest is then locked.
static LAST_WORDS: Mutex<Vec<u8>> = Mutex::new(Vec::new());

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn with<T>(work: impl FnOnce(&mut Entry) -> T) -> T {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        std::panic::set_hook(Box::new(|panic| {
            *lock(&LAST_WORDS) = panic.to_string().into_bytes();
        }));
    });
    let mut entry = lock(&ENTRY);
    work(entry.get_or_insert_with(|| Entry { desk: Desk::new(), request: Vec::new(), answer: String::new() }))
}

/// Makes room for a request of `bytes` bytes, and returns its address.
#[expect(unsafe_code, reason = "the host finds it by its name")]
#[unsafe(no_mangle)]
pub(crate) extern "C" fn room(bytes: usize) -> usize {
    with(|entry| {
        entry.request.clear();
        entry.request.resize(bytes, 0);
        entry.request.as_mut_ptr().expose_provenance()
    })
}

/// Answers the request that was written, and returns the number of bytes of the answer.
#[expect(unsafe_code, reason = "the host finds it by its name")]
#[unsafe(no_mangle)]
pub(crate) extern "C" fn answer() -> usize {
    with(|entry| {
        let request = String::from_utf8_lossy(&entry.request);
        entry.answer = entry.desk.answer(&request);
        entry.answer.len()
    })
}

/// Returns the address of the answer.
#[expect(unsafe_code, reason = "the host finds it by its name")]
#[unsafe(no_mangle)]
pub(crate) extern "C" fn answer_address() -> usize {
    with(|entry| entry.answer.as_ptr().expose_provenance())
}

/// Returns the length of the panic's message in bytes; 0 without a panic.
#[expect(unsafe_code, reason = "the host finds it by its name")]
#[unsafe(no_mangle)]
pub(crate) extern "C" fn last_words() -> usize {
    lock(&LAST_WORDS).len()
}

/// Returns the address of the panic's message.
#[expect(unsafe_code, reason = "the host finds it by its name")]
#[unsafe(no_mangle)]
pub(crate) extern "C" fn last_words_address() -> usize {
    lock(&LAST_WORDS).as_ptr().expose_provenance()
}
