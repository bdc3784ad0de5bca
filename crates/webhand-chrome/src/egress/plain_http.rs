//! Requests without encryption: `GET http://host/path`.
//!
//! Responses are passed on as they come and never read, so a page sees exactly what its server sent. Requests are read just
//! far enough to find the next head, because each one is judged.

use std::io;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, BufReader, copy_buf};
use tokio::net::TcpStream;
use webhand_guard::Initiator;
use webhand_hands::EgressFailure;

use super::admission::{Destination, GateState};
use super::connector::{connect, reset_on};
use super::head::{Buffer, ProxyRequest, ProxyTarget, read_head};
use super::request_body::BodyFraming;
use super::settings::ProxyKind;

/// One connection of the browser, with one connection to the server at a time.
pub(super) struct PlainConnection<'a> {
    client: TcpStream,
    buffer: Buffer,
    state: &'a GateState,
}

/// Why a server is left.
enum ServerEnd {
    /// The connection is over.
    Over,
    /// The next request goes to another server.
    Elsewhere(ProxyRequest),
}

impl<'a> PlainConnection<'a> {
    pub(super) fn new(client: TcpStream, buffer: Buffer, state: &'a GateState) -> Self {
        Self { client, buffer, state }
    }

    /// Serves requests until one side closes the connection or a request is refused. A refused request gets no response,
    /// as if the connection had failed: a response would look like one of the server.
    ///
    /// # Errors
    /// When a request was refused or a connection broke.
    pub(super) async fn serve(mut self, first: ProxyRequest) -> io::Result<()> {
        let mut next = first;
        loop {
            let destination = match self.state.resolve(&next).await {
                Ok(destination) => destination,
                Err(failure) => return Err(refused(self.state, &next, failure)),
            };
            judge(self.state, &destination, &next)?;
            let server = connect(&destination, ProxyTarget::Plain, self.state).await?;
            match self.talk(server, &destination, next).await? {
                ServerEnd::Over => return Ok(()),
                ServerEnd::Elsewhere(request) => next = request,
            }
        }
    }

    async fn talk(
        &mut self,
        mut server: TcpStream,
        destination: &Destination,
        first: ProxyRequest,
    ) -> io::Result<ServerEnd> {
        let (mut from_client, mut to_client) = self.client.split();
        let (from_server, mut to_server) = server.split();
        let mut from_server = BufReader::with_capacity(CHUNK, from_server);
        let requests =
            send_requests(&mut from_client, &mut to_server, &mut self.buffer, destination, first, self.state);
        let ended = tokio::select! {
            end = requests => end,
            passed = copy_buf(&mut from_server, &mut to_client) => passed.map(|_| ServerEnd::Over),
            () = self.state.is_cut(destination) => Ok(ServerEnd::Over),
        };
        if let Err(error) = &ended {
            reset_on(error, &self.client);
        }
        ended
    }
}

/// Sends requests to one server until one is for another.
async fn send_requests(
    client: &mut (impl AsyncRead + Unpin),
    server: &mut (impl AsyncWrite + Unpin),
    buffer: &mut Buffer,
    destination: &Destination,
    first: ProxyRequest,
    state: &GateState,
) -> io::Result<ServerEnd> {
    let mut request = first;
    loop {
        let mut body = request.body().ok_or(io::ErrorKind::InvalidData)?;
        let head = match &destination.proxy {
            Some(proxy) if proxy.kind == ProxyKind::Http => request.for_proxy(proxy.authorization().as_deref()),
            Some(_) | None => request.for_server(),
        };
        let sent = async {
            server.write_all(&head).await?;
            send_body(client, server, buffer, &mut body).await
        };
        match sent.await {
            Ok(true) => {}
            Ok(false) => return Ok(ServerEnd::Over),
            // The server may have answered before it closed, and the response decides when the connection is over.
            Err(_) => std::future::pending().await,
        }
        let Some(next) = read_head(client, buffer, NEXT_HEAD_WITHIN).await? else { return Ok(ServerEnd::Over) };
        if next.target != ProxyTarget::Plain || !destination.is_at(&next) {
            return Ok(ServerEnd::Elsewhere(next));
        }
        judge(state, destination, &next)?;
        request = next;
    }
}

/// Passes a body on; false when the browser closed the connection before its end.
async fn send_body(
    client: &mut (impl AsyncRead + Unpin),
    server: &mut (impl AsyncWrite + Unpin),
    buffer: &mut Buffer,
    body: &mut BodyFraming,
) -> io::Result<bool> {
    while !body.is_over() {
        if buffer.is_empty() && client.read_buf(buffer).await? == 0 {
            return Ok(false);
        }
        let taken = body.take(buffer).ok_or(io::ErrorKind::InvalidData)?;
        server.write_all(&buffer[..taken]).await?;
        buffer.drain(..taken);
    }
    Ok(true)
}

fn judge(state: &GateState, destination: &Destination, request: &ProxyRequest) -> io::Result<()> {
    let initiator: Initiator = request.initiator();
    state.judge(destination, &initiator).map_err(|failure| refused(state, request, failure))
}

fn refused(state: &GateState, request: &ProxyRequest, failure: EgressFailure) -> io::Error {
    state.note_failure(&request.host, request.port, failure);
    io::ErrorKind::PermissionDenied.into()
}

/// As long as a browser keeps an unused connection.
const NEXT_HEAD_WITHIN: Duration = Duration::from_mins(5);
const CHUNK: usize = 32 * 1024;
