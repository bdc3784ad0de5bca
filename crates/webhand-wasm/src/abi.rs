//! The C ABI: `alloc` and `dealloc` for memory, `deliver` for engine and hands, `feed` for a run without them.
//!
//! A host writes a delivery or a command into memory it got from `alloc`, calls `deliver` or `feed`, reads the answer and
//! gives both pieces back with `dealloc`. A panic ends the call in a trap; `panic_message` returns its text afterwards,
//! and the instance is of no further use.

#![expect(unsafe_code, reason = "memory is handed over as addresses: the one place where the house allows it")]

use std::sync::{Mutex, Once, PoisonError};

use crate::JsonRun;
use crate::module::Module;

static MODULE: Mutex<Option<Module>> = Mutex::new(None);
static RUN: Mutex<Option<JsonRun>> = Mutex::new(None);
static PANIC: Mutex<String> = Mutex::new(String::new());
static PANIC_HOOK: Once = Once::new();

/// Memory for `length` bytes, or 0 where there is none.
#[unsafe(no_mangle)]
pub extern "C" fn alloc(length: usize) -> *mut u8 {
    let mut bytes: Vec<u8> = Vec::new();
    if bytes.try_reserve_exact(length).is_err() {
        return std::ptr::null_mut();
    }
    bytes.resize(length, 0);
    hand_over(bytes)
}

/// Gives memory back.
///
/// # Safety
/// `address` and `length` must be what `alloc` was asked for and returned, or what `feed` returned, and not be used
/// afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dealloc(address: *mut u8, length: usize) {
    if !address.is_null() {
        let bytes = std::ptr::slice_from_raw_parts_mut(address, length);
        // SAFETY: the host gives back exactly what `hand_over` gave it.
        drop(unsafe { Box::from_raw(bytes) });
    }
}

/// Applies a delivery and returns the messages that follow from it, as the address of their JSON in the upper and its
/// length in the lower 32 bits.
///
/// # Safety
/// `address` must be of memory from `alloc` with at least `length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn deliver(address: *const u8, length: usize) -> u64 {
    PANIC_HOOK.call_once(keep_panic_message);
    // SAFETY: the caller promises the same.
    let delivery = unsafe { bytes_at(address, length) };
    let mut module = MODULE.lock().unwrap_or_else(PoisonError::into_inner);
    place(module.get_or_insert_default().deliver(delivery))
}

/// Answers a command about a run without engine and hands; see [`JsonRun`]. Returns the answer as `deliver` does.
///
/// # Safety
/// `address` must be of memory from `alloc` with at least `length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn feed(address: *const u8, length: usize) -> u64 {
    // SAFETY: the caller promises the same.
    let command = unsafe { bytes_at(address, length) };
    let mut run = RUN.lock().unwrap_or_else(PoisonError::into_inner);
    place(run.get_or_insert_default().feed(command))
}

/// The text of the panic that ended `deliver`, empty when there was none.
#[unsafe(no_mangle)]
pub extern "C" fn panic_message() -> u64 {
    place(PANIC.lock().unwrap_or_else(PoisonError::into_inner).clone().into_bytes())
}

fn keep_panic_message() {
    std::panic::set_hook(Box::new(|panic| {
        *PANIC.lock().unwrap_or_else(PoisonError::into_inner) = panic.to_string();
    }));
}

/// # Safety
/// As of [`deliver`].
unsafe fn bytes_at<'a>(address: *const u8, length: usize) -> &'a [u8] {
    if address.is_null() {
        return &[];
    }
    // SAFETY: the host says that so many bytes are its own, and it waits until the call returns.
    unsafe { std::slice::from_raw_parts(address, length) }
}

fn place(answer: Vec<u8>) -> u64 {
    let length = answer.len() as u64;
    (hand_over(answer) as u64) << 32 | length
}

fn hand_over(bytes: Vec<u8>) -> *mut u8 {
    Box::into_raw(bytes.into_boxed_slice()).cast()
}
