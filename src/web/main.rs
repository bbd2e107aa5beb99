//! The page and its workers: the same module finds out which of the two it is.

#[cfg(target_family = "wasm")]
fn main() {
    schedscope_program::web::panics::report();
    if schedscope_program::web::in_worker() {
        schedscope_program::web::run_worker();
    } else {
        schedscope_program::web::run_page();
    }
}

#[cfg(not(target_family = "wasm"))]
fn main() {
    eprintln!("this binary is the web page; `cargo xtask serve` builds and serves it");
    std::process::exit(2);
}
