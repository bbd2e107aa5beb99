//! A small web server for one folder, only reachable from this machine. The end-to-end tests are served by it too.
//!
//! It answers requests that name this machine as their host and no others: otherwise a page from elsewhere could read what is
//! served here after pointing its own name at this machine (DNS rebinding).
//!
//! One thread and one request a connection: browsers open connections they may never use, and none of these may hold up
//! another.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;
use std::{fs, io, thread};

use crate::encoding::Encoding;
use crate::page::PROGRAM;

/// The folder of the book.
pub const BOOK: &str = "book";
/// What its pages may load and run: they bring scripts and styles of mdBook within themselves, and hold nothing that a reader has written.
const POLICY_OF_BOOK: &str = "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'";

/// How long a client may be silent.
const PATIENCE: Duration = Duration::from_secs(20);
/// What pages may load and run: what `index.html` says, too, for hosts that send no headers.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' blob: data:; object-src 'none'; base-uri 'none'; form-action 'none'";
/// Longer requests, in bytes, are not read to their end.
const LONGEST_REQUEST: u64 = 64 * 1024;

/// Why a site cannot be served.
#[derive(Debug, thiserror::Error)]
pub enum SiteError {
    /// Another program listens there.
    #[error("port {0} is already in use; choose another with `--port N`, or `--port 0` for any free one")]
    PortTaken(u16),
    /// The system refuses for another reason, which it gives.
    #[error("cannot listen on port {port}: {cause}; choose another with `--port N`")]
    Listen { port: u16, cause: io::Error },
}

/// Compressed contents by entity tag, so that each file is compressed once.
type Compressed = HashMap<(String, Encoding), Arc<OnceLock<Arc<Vec<u8>>>>>;

/// A folder and the port it is served on.
pub struct Site {
    folder: PathBuf,
    address: SocketAddr,
    listener: TcpListener,
    compressed: Mutex<Compressed>,
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
        Ok(Self { folder: folder.to_path_buf(), address, listener, compressed: Mutex::default() })
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
        let Some(request) = Request::read(client)? else { return Ok(()) };
        let (response, with_body) = match (request.method.as_str(), request.url.as_str()) {
            ("", _) | (_, "") => (Response::text("400 Bad Request", "this is no request\n"), true),
            _ if !request.is_for(self.address.port()) => {
                (Response::text("421 Misdirected Request", "only requests for localhost are answered here\n"), true)
            }
            ("GET", url) => (self.file(url, &request), true),
            ("HEAD", url) => (self.file(url, &request), false),
            _ => (Response::text("501 Not Implemented", "only GET and HEAD are answered here\n"), true),
        };
        client.write_all(response.head().as_bytes())?;
        if with_body { client.write_all(&response.contents) } else { Ok(()) }
    }

    fn file(&self, url: &str, request: &Request) -> Response {
        let Some((path, contents)) = inside(url).and_then(|path| Some((path.clone(), fs::read(self.folder.join(&path)).ok()?))) else {
            return Response::text("404 Not Found", "no such file\n");
        };
        let content_type = content_type(&path);
        let tag = entity_tag(&contents);
        let base = Response {
            status: "200 OK",
            content_type,
            encoding: None,
            tag: Some(tag.clone()),
            keeps: url.trim_start_matches('/').starts_with(PROGRAM),
            policy: if path.starts_with(BOOK) { POLICY_OF_BOOK } else { POLICY },
            contents: Arc::default(),
        };
        if request.headers.get("if-none-match").is_some_and(|known| known.split(',').any(|known| known.trim() == tag)) {
            return Response { status: "304 Not Modified", ..base };
        }
        let accepted = request.headers.get("accept-encoding").map(String::as_str).unwrap_or_default();
        match Encoding::best(accepted).filter(|_| is_compressible(content_type)) {
            Some(encoding) => Response { encoding: Some(encoding), contents: self.compress(tag, encoding, &contents), ..base },
            None => Response { contents: Arc::new(contents), ..base },
        }
    }

    fn compress(&self, tag: String, encoding: Encoding, contents: &[u8]) -> Arc<Vec<u8>> {
        let mut compressed = self.compressed.lock().unwrap_or_else(PoisonError::into_inner);
        let cell = compressed.entry((tag, encoding)).or_default().clone();
        drop(compressed);
        // A second request for the same file waits here instead of compressing it again; other files do not wait.
        cell.get_or_init(|| Arc::new(encoding.compress(contents))).clone()
    }
}

/// What a client asks for.
struct Request {
    method: String,
    url: String,
    /// Values by name in lower case.
    headers: HashMap<String, String>,
}

impl Request {
    /// Reads a request without its body; nothing if it ends before it is complete.
    fn read(client: &TcpStream) -> io::Result<Option<Self>> {
        let mut lines = BufReader::new(client.take(LONGEST_REQUEST)).lines();
        let Some(first) = lines.next().transpose()? else { return Ok(None) };
        let mut words = first.split_whitespace().map(str::to_owned);
        let (method, url) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let mut headers = HashMap::new();
        for line in lines {
            let line = line?;
            if line.is_empty() {
                return Ok(Some(Self { method, url, headers }));
            }
            if let Some((name, value)) = line.split_once(':') {
                headers.insert(name.trim().to_ascii_lowercase(), value.trim().to_owned());
            }
        }
        Ok(None)
    }

    /// Whether its host is this machine, at this port.
    fn is_for(&self, port: u16) -> bool {
        let host = self.headers.get("host").map(String::as_str).unwrap_or_default();
        let (name, named_port) = host.rsplit_once(':').unwrap_or((host, "80"));
        ["localhost", "127.0.0.1"].contains(&name) && named_port.parse() == Ok(port)
    }
}

/// An answer, before it is written.
struct Response {
    status: &'static str,
    content_type: &'static str,
    encoding: Option<Encoding>,
    tag: Option<String>,
    /// Whether a browser may keep it without asking.
    keeps: bool,
    /// What it may load and run.
    policy: &'static str,
    contents: Arc<Vec<u8>>,
}

impl Response {
    fn text(status: &'static str, message: &str) -> Self {
        let contents = Arc::new(message.as_bytes().to_vec());
        Self { status, content_type: "text/plain; charset=utf-8", encoding: None, tag: None, keeps: false, policy: POLICY, contents }
    }

    /// Everything but the contents. A browser asks again before it uses what it has kept, so that a rebuilt page is seen on the next
    /// load, and an unchanged one is not sent twice; what is of the program has a name of its own in each build, and is kept.
    fn head(&self) -> String {
        let Self { status, content_type, encoding, tag, keeps, policy, contents } = self;
        let length = contents.len();
        let encoding = encoding.map_or(String::new(), |encoding| format!("Content-Encoding: {}\r\n", encoding.name()));
        let tag = tag.as_ref().map_or(String::new(), |tag| format!("ETag: {tag}\r\n"));
        let keep = if *keeps { "public, max-age=31536000, immutable" } else { "no-cache" };
        format!(
            "HTTP/1.1 {status}\r\nContent-Type: {content_type}\r\nContent-Length: {length}\r\n{encoding}{tag}\
             Vary: Accept-Encoding\r\nCache-Control: {keep}\r\nContent-Security-Policy: {policy}\r\n\
             X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n"
        )
    }
}

/// A name for these contents that others do not have. Weak, since it names them in every encoding.
fn entity_tag(contents: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    contents.hash(&mut hasher);
    format!("W/\"{:016x}\"", hasher.finish())
}

fn is_compressible(content_type: &str) -> bool {
    content_type.starts_with("text/")
        || ["application/wasm", "application/json", "application/manifest+json", "image/svg+xml"].contains(&content_type)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_policy_is_the_one_of_the_page() {
        assert!(include_str!("../../index.html").contains(&format!("http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\"")));
    }

    #[test]
    fn everything_that_is_not_compressed_already_is_compressed() {
        for name in ["index.html", "web.js", "style.css", "web_bg.wasm", "icon.svg", "a.json", "a.webmanifest", "a.csv", "a.tsv", "a.txt"] {
            assert!(is_compressible(content_type(Path::new(name))), "{name}");
        }
        for name in ["a.png", "a.woff2", "a.ico"] {
            assert!(!is_compressible(content_type(Path::new(name))), "{name}");
        }
    }
}
