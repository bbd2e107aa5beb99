//! A small web server for one folder, only reachable from this machine. The end-to-end tests serve the page with it too.
//!
//! One thread and one request a connection: browsers open connections they may never use, and none of these may hold up
//! another.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fs, io, thread};

/// How long a client may be silent.
const PATIENCE: Duration = Duration::from_secs(20);
/// Longer requests, in bytes, are not read to their end.
const LONGEST_REQUEST: u64 = 64 * 1024;

/// Why a site cannot be served.
#[derive(Debug, thiserror::Error)]
pub enum SiteError {
    /// Somebody else listens there.
    #[error("port {0} is already in use; choose another with `--port N`, or `--port 0` for any free one")]
    PortTaken(u16),
    /// The system refuses for another reason, which it gives.
    #[error("cannot listen on port {port}: {cause}; choose another with `--port N`")]
    Listen { port: u16, cause: io::Error },
}

/// A folder and the port it is served on.
pub struct Site {
    folder: PathBuf,
    address: SocketAddr,
    listener: TcpListener,
}

impl Site {
    /// Starts to listen; port 0 takes any free one. The folder need not exist yet.
    pub fn bind(folder: &Path, port: u16) -> Result<Self, SiteError> {
        let refused = |cause: io::Error| match cause.kind() {
            ErrorKind::AddrInUse => SiteError::PortTaken(port),
            _ => SiteError::Listen { port, cause },
        };
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(refused)?;
        let address = listener.local_addr().map_err(refused)?;
        Ok(Self { folder: folder.to_path_buf(), address, listener })
    }

    /// Where the site is, as a browser wants it.
    pub fn address(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Answers requests for as long as the process lives.
    pub fn serve(&self) {
        thread::scope(|scope| {
            for connection in self.listener.incoming() {
                let started = connection.and_then(|client| {
                    // A client that goes away before it has its answer is no problem of ours.
                    thread::Builder::new().spawn_scoped(scope, move || drop(self.answer(&client)))
                });
                if started.is_err() {
                    // No more threads or sockets: some are free again when other clients have their answers.
                    thread::sleep(Duration::from_millis(50));
                }
            }
        });
    }

    /// Reads one request and answers it. A client that says nothing, as a browser's spare connections do, gets nothing.
    fn answer(&self, mut client: &TcpStream) -> io::Result<()> {
        client.set_read_timeout(Some(PATIENCE))?;
        client.set_write_timeout(Some(PATIENCE))?;
        let Some(request) = request_line(client)? else { return Ok(()) };
        let mut words = request.split_whitespace();
        let (response, with_body) = match (words.next(), words.next()) {
            (Some("GET"), Some(url)) => (self.file(url), true),
            (Some("HEAD"), Some(url)) => (self.file(url), false),
            (Some(_), Some(_)) => (Response::text("501 Not Implemented", "only GET and HEAD are answered here\n"), true),
            _ => (Response::text("400 Bad Request", "this is no request\n"), true),
        };
        client.write_all(response.head().as_bytes())?;
        if with_body { client.write_all(&response.contents) } else { Ok(()) }
    }

    fn file(&self, url: &str) -> Response {
        let found = inside(url).and_then(|path| Some((fs::read(self.folder.join(&path)).ok()?, content_type(&path))));
        match found {
            Some((contents, content_type)) => Response { status: "200 OK", contents, content_type },
            None => Response::text("404 Not Found", "no such file\n"),
        }
    }
}

/// The first line of a request whose other lines have been read too; nothing if it ends before it is complete.
fn request_line(client: &TcpStream) -> io::Result<Option<String>> {
    let mut lines = BufReader::new(client.take(LONGEST_REQUEST)).lines();
    let first = lines.next().transpose()?;
    for line in lines {
        if line?.is_empty() {
            return Ok(first);
        }
    }
    Ok(None)
}

/// An answer, before it is written.
struct Response {
    status: &'static str,
    content_type: &'static str,
    contents: Vec<u8>,
}

impl Response {
    fn text(status: &'static str, message: &str) -> Self {
        Self { status, content_type: "text/plain; charset=utf-8", contents: message.as_bytes().to_vec() }
    }

    /// Everything but the contents. Nothing is kept without asking again, so that a rebuilt page is seen on the next load.
    fn head(&self) -> String {
        let Self { status, content_type, contents } = self;
        let length = contents.len();
        format!(
            "HTTP/1.1 {status}\r\nContent-Type: {content_type}\r\nContent-Length: {length}\r\nCache-Control: no-cache\r\n\
             X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n"
        )
    }
}

/// The file an address means, relative to the folder; nothing for an address that leads out of it. The page's files have
/// plain names, so there is nothing to decode.
fn inside(url: &str) -> Option<PathBuf> {
    let path = url.split(['?', '#']).next()?.strip_prefix('/')?;
    if path.is_empty() {
        return Some(PathBuf::from("index.html"));
    }
    let plain = |part: &str| !part.is_empty() && !part.starts_with('.') && !part.contains(['\\', ':', '\0']);
    path.split('/').all(plain).then(|| path.split('/').collect())
}

fn content_type(path: &Path) -> &'static str {
    match path.extension().and_then(|extension| extension.to_str()).unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "csv" => "text/csv; charset=utf-8",
        "txt" | "toml" | "tsv" | "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
