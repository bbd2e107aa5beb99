//! A small web server for one folder, only reachable from this machine. The end-to-end tests serve the page with it too.

use std::io::{Cursor, ErrorKind};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::{fs, io, thread};

use tiny_http::{Header, Method, Request, Response, Server};

/// Requests answered at the same time: one slow client holds up only itself.
const THREADS: usize = 8;

/// Why a site cannot be served.
#[derive(Debug, thiserror::Error)]
pub enum SiteError {
    /// Somebody else listens there.
    #[error("port {0} is already in use; choose another with `--port N`, or `--port 0` for any free one")]
    PortTaken(u16),
    /// The system refuses for another reason, which it gives.
    #[error("cannot listen on port {port}: {cause}; choose another with `--port N`")]
    Listen { port: u16, cause: io::Error },
    /// The server could not be started on a port that was free.
    #[error("cannot start the web server: {0}")]
    Start(String),
}

/// A folder and the port it is served on.
pub struct Site {
    folder: PathBuf,
    address: SocketAddr,
    server: Server,
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
        let server = Server::from_listener(listener, None).map_err(|problem| SiteError::Start(problem.to_string()))?;
        Ok(Self { folder: folder.to_path_buf(), address, server })
    }

    /// Where the site is, as a browser wants it.
    pub fn address(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Answers requests for as long as the process lives.
    pub fn serve(&self) {
        thread::scope(|scope| {
            for _ in 0..THREADS {
                scope.spawn(|| {
                    for request in self.server.incoming_requests() {
                        self.answer(request);
                    }
                });
            }
        });
    }

    fn answer(&self, request: Request) {
        let response = match request.method() {
            Method::Get | Method::Head => self.file(request.url()),
            _ => text(405, "only GET and HEAD are answered here\n").with_header(header("Allow", "GET, HEAD")),
        };
        // Whoever asked may be gone by now, which is their right.
        let _ = request.respond(response);
    }

    fn file(&self, url: &str) -> Response<Cursor<Vec<u8>>> {
        let Some(path) = inside(url) else { return text(404, "no such file\n") };
        match fs::read(self.folder.join(&path)) {
            Ok(contents) => response(200, contents, content_type(&path)),
            Err(_) => text(404, "no such file\n"),
        }
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

fn text(status: u16, message: &str) -> Response<Cursor<Vec<u8>>> {
    response(status, message.as_bytes().to_vec(), "text/plain; charset=utf-8")
}

fn response(status: u16, contents: Vec<u8>, content_type: &str) -> Response<Cursor<Vec<u8>>> {
    Response::from_data(contents)
        .with_status_code(status)
        .with_header(header("Content-Type", content_type))
        // A rebuilt page is seen on the next load.
        .with_header(header("Cache-Control", "no-cache"))
        .with_header(header("X-Content-Type-Options", "nosniff"))
        .with_chunked_threshold(usize::MAX)
}

fn header(name: &str, value: &str) -> Header {
    Header::from_bytes(name, value).expect("the headers above are plain ASCII")
}
