//! The files that the user has handed over. The page's state knows them by name and number; a browser's `File` is a reference, so that
//! those of a visit can be kept.

use crate::page::file;
use std::cell::RefCell;
use web_sys::File;

thread_local! {
    static FILES: RefCell<Vec<File>> = const { RefCell::new(vec![]) };
}

/// Keeps a file, and says how the state knows it.
pub fn keep(file: File) -> file::File {
    FILES.with_borrow_mut(|files| {
        let known = file::File { name: file.name(), number: files.len() };
        files.push(file);
        known
    })
}

/// The browser's own of a file that was kept.
pub fn kept(file: &file::File) -> Option<File> {
    FILES.with_borrow(|files| files.get(file.number).cloned())
}
