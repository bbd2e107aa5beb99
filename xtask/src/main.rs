//! The build helper behind `cargo xtask …`: makes the page, serves it, and runs every check of the project.
//!
//! It needs nothing installed but the Rust toolchain: the glue between wasm and JavaScript comes from `wasm-bindgen`'s
//! own libraries, which are dependencies like any other. Only the tests need a browser.

mod axe;
mod bench;
mod book;
mod browser;
mod check;
mod encoding;
mod lints;
mod mutants;
mod npm;
mod page;
mod project;
mod python_package;
mod setup;
mod site;
mod steps;
mod test;
mod toolchain;
mod types;
mod weight;
mod workflows;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread;

use clap::{Parser, Subcommand};

use crate::page::Profile;
use crate::project::{Failure, Project};
use crate::site::Site;

fn main() -> ExitCode {
    match Arguments::parse().run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("error: {problem}");
            ExitCode::FAILURE
        }
    }
}

/// Make the page, serve it, or check everything.
#[derive(Parser)]
#[command(bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// Install nothing on this machine outside the project's folder: name what is missing, and stop.
    #[arg(long, global = true)]
    no_install: bool,
}

#[derive(Subcommand)]
enum Command {
    /// Build the page and serve it on this machine; the book joins it a minute or two later.
    Serve {
        /// Port to listen on; 0 takes any free one.
        #[arg(long, default_value_t = 8080)]
        port: u16,
        /// Build quickly and keep debug information, instead of building small and fast code.
        #[arg(long)]
        dev: bool,
    },
    /// Build the page into `dist/`.
    Build {
        /// Build quickly and keep debug information, instead of building small and fast code.
        #[arg(long)]
        dev: bool,
    },
    /// Make a book of the documents, in `dist/book/` if the page is built, else in `target/book/`.
    Book,
    /// Make the types of `www/schedscope.js` of the JSON Schemas of scenarios and reports.
    Types,
    /// While you work: format, lints, unit tests of what was compiled anew, and what documents name. Without a browser.
    Check,
    /// Every check: format, lints, documentation, native tests, the Python package, and the page in Chromium.
    Test,
    /// Draw scenarios that nobody chose, and files and sweeps with them, and check what must hold of each: what fails is made small and
    /// printed.
    Soak {
        /// How long.
        #[arg(long, default_value_t = 10.0, value_name = "N")]
        minutes: f64,
        /// The first of the seeds that are used.
        #[arg(long, default_value_t = 1, value_name = "S")]
        seed: u64,
    },
    /// Change the code of a package in one place at a time, and see whether its tests notice.
    Mutants {
        /// The package, such as `schedscope-core`.
        package: String,
        /// Only the K-th of N parts of all changes, counted from 0: each N-th change, a sample of the whole package.
        #[arg(long, value_name = "K/N")]
        shard: Option<String>,
    },
    /// Build the page and take pictures of every view into `target/screenshots`: at each size, in both themes.
    Screenshots {
        /// Only views whose name begins so.
        only: Option<String>,
    },
    /// Measure what a job, a task or an event costs in each world, and compare it with what is stored in `crates/engine/benches/`.
    Bench {
        /// Only these.
        #[arg(value_parser = ["server", "cluster", "paging", "datacenter", "network", "ordering"])]
        worlds: Vec<String>,
        /// Store what is measured.
        #[arg(long)]
        save: bool,
    },
    /// Build the page and measure in a browser how soon it shows something, how much each view moves as it comes, how long a frame and a
    /// move of a slider take, and how fast it simulates.
    MeasurePage,
    /// Serve a folder as it is, without building anything.
    #[command(hide = true)]
    ServeOnly {
        /// The folder to serve; `dist/` of the project when absent.
        #[arg(long)]
        dist: Option<PathBuf>,
        /// Port to listen on; 0 takes any free one.
        #[arg(long, default_value_t = 8080)]
        port: u16,
    },
}

impl Arguments {
    /// Does what the command line asks for.
    fn run(self) -> Result<(), Failure> {
        let install = !self.no_install;
        match self.command {
            Command::Serve { port, dev } => {
                let project = Project::locate()?;
                // Before the build, so that a taken port is known at once.
                let site = Site::bind(&project.dist(), port)?;
                page::build(&project, Profile::of(dev), install)?;
                // Of many packages that the page does not need: it is looked at meanwhile.
                thread::spawn(move || {
                    if let Err(problem) = book::build(&project) {
                        eprintln!("no book is served: {problem}");
                    }
                });
                serve(&site)
            }
            Command::Build { dev } => {
                let project = Project::locate()?;
                page::build(&project, Profile::of(dev), install)?;
                if dev { Ok(()) } else { weight::weigh(&project) }
            }
            Command::Book => {
                let folder = book::build(&Project::locate()?)?;
                eprintln!("the book is in {}", folder.join("index.html").display());
                Ok(())
            }
            Command::Types => types::write(&Project::locate()?, install),
            Command::Check => check::run_all(&Project::locate()?, install),
            Command::Test => test::run_all(&Project::locate()?, install),
            Command::Soak { minutes, seed } => test::soak(&Project::locate()?, minutes, seed),
            Command::Mutants { package, shard } => mutants::run_all(&Project::locate()?, &package, shard.as_deref()),
            Command::Screenshots { only } => test::screenshots(&Project::locate()?, only.as_deref(), install),
            Command::Bench { worlds, save } => bench::run_all(&Project::locate()?, &worlds, save),
            Command::MeasurePage => test::measure_page(&Project::locate()?, install),
            Command::ServeOnly { dist, port } => {
                let folder = match dist {
                    Some(folder) => folder,
                    None => Project::locate()?.dist(),
                };
                serve(&Site::bind(&folder, port)?)
            }
        }
    }
}

/// Says where the site is, in the only line this program writes to standard output, and answers until it is stopped.
fn serve(site: &Site) -> Result<(), Failure> {
    writeln!(std::io::stdout(), "schedscope is at {} (Ctrl+C stops it)", site.address()).map_err(Failure::Output)?;
    site.serve();
    Ok(())
}
