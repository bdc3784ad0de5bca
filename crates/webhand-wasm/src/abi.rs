//! The C ABI: `alloc`, `dealloc` and `feed`, with a session kept in between.
//!
//! A host writes a command into memory it got from `alloc`, calls `feed`, reads the answer and gives both pieces back
//! with `dealloc`.

#![expect(unsafe_code, reason = "memory is handed over as addresses: the one place where the house allows it")]

use std::sync::{Mutex, PoisonError};

use crate::Session;

static SESSION: Mutex<Option<Session>> = Mutex::new(None);

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

/// Answers a command. Returns the answer's address in the upper and its length in the lower 32 bits.
///
/// # Safety
/// `address` must be of memory from `alloc` with at least `length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn feed(address: *const u8, length: usize) -> u64 {
    let command = if address.is_null() {
        &[]
    } else {
        // SAFETY: the host says that so many bytes are its own, and it waits until this call returns.
        unsafe { std::slice::from_raw_parts(address, length) }
    };
    let mut session = SESSION.lock().unwrap_or_else(PoisonError::into_inner);
    let answer = session.get_or_insert_default().feed(command);
    let length = answer.len() as u64;
    (hand_over(answer) as u64) << 32 | length
}

fn hand_over(bytes: Vec<u8>) -> *mut u8 {
    Box::into_raw(bytes.into_boxed_slice()).cast()
}
