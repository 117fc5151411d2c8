//! The three functions of the module, called by the page.
//!
//! The page asks for room, writes a request there, and calls for the answer, whose place it then reads. The only
//! `unsafe` is the attribute that gives a function its name without mangling: no other function of the module, or of what
//! is linked with it, begins with `datarep_page`. No pointer is read here. The page writes into memory that is
//! this module's own and was initialized, between two calls, in a program of one thread.
#![allow(unsafe_code, reason = "functions of a module by their names")]

use std::cell::RefCell;

thread_local! {
    static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Reserves memory for a request of `bytes` bytes, and returns its address.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn datarep_page_request(bytes: usize) -> *mut u8 {
    REQUEST.with_borrow_mut(|request| {
        request.clear();
        request.resize(bytes, 0);
        // The place stays until the next call: the vector is not touched before the page has written there.
        request.as_mut_ptr()
    })
}

/// Answers the request, and returns the number of bytes of the answer.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn datarep_page_answer() -> usize {
    // Taken out, so that its memory is free again after the answer, and a second call finds no request.
    let request = REQUEST.take();
    let answer = crate::answer(&request);
    ANSWER.with_borrow_mut(|place| {
        *place = answer;
        place.len()
    })
}

/// The place of the answer.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn datarep_page_answer_place() -> *const u8 {
    ANSWER.with_borrow(Vec::as_ptr)
}
