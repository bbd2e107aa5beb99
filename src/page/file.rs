//! The file that was dropped or chosen, as the page's state knows it.

/// A file of the user's. What is in it stays with the browser, and is read by the workers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its name, without a folder.
    pub name: String,
    /// Which of the files it is that the browser has handed over, from 0.
    pub number: usize,
}
