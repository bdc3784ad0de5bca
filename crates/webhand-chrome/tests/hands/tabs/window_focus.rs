//! A visible browser window does not take the keyboard focus from the window in which a person works.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use anyhow::{Context as _, Result, bail};
use serde_json::json;
use tokio::task::spawn_blocking;
use webhand_chrome::Window;
use webhand_model::FailCode;
use x11rb::COPY_DEPTH_FROM_PARENT;
use x11rb::connection::Connection as _;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    AtomEnum, ChangeWindowAttributesAux, ConnectionExt as _, CreateWindowAux, EventMask, InputFocus, PropMode,
    Window as XWindow, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

use crate::support::{Stage, failure, launched, soon};

#[tokio::test]
async fn a_click_leaves_the_focus_where_the_person_is() -> Result<()> {
    let desktop = VirtualDesktop::start()?;
    let stage = launched(|launch| {
        launch.window = Window::Visible;
        launch.further.push(format!("--display=:{}", desktop.display).into());
        launch.further.push("--ozone-platform=x11".into());
    })
    .await?;
    stage.site.page("/", "<button onclick='this.textContent = \"Gone\"'>Go</button><button>Stay</button>");
    stage.open("/").await?;
    let window = desktop.wait_for_browser_window().await?;
    desktop.wait_for_focus_in(window).await?;

    click(&stage, "Go").await?;
    assert!(stage.text().await?.contains("Gone"));
    assert_eq!(desktop.focus()?, desktop.person_window);

    // The person looks at the browser and returns to their own window.
    desktop.set_focus(window)?;
    desktop.set_focus(desktop.person_window)?;
    desktop.wait_for_focus_in(window).await?;
    click(&stage, "Stay").await?;
    assert_eq!(desktop.focus()?, desktop.person_window);
    Ok(())
}

/// Clicks until the click succeeds, because a press is lost while a new window is still being laid out.
async fn click(stage: &Stage, name: &str) -> Result<()> {
    let clicked = async {
        loop {
            let outcome = stage.on(name, "click", json!({})).await?;
            match failure(&outcome) {
                None => return Ok(()),
                Some(FailCode::TargetMoved) => {}
                Some(_) => bail!("{outcome:?}"),
            }
        }
    };
    soon(clicked).await.with_context(|| format!("{name} never took a click"))?
}

/// A virtual X display with a focused window of the person, and without a window manager.
struct VirtualDesktop {
    display: u32,
    x: Arc<RustConnection>,
    root: XWindow,
    person_window: XWindow,
    server: Child,
}

impl VirtualDesktop {
    fn start() -> Result<Self> {
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context("no Xvfb: `make setup` installs it")?;
        let mut line = String::new();
        BufReader::new(server.stdout.take().context("no output")?).read_line(&mut line)?;
        let display = line.trim().parse()?;
        let (x, screen) = RustConnection::connect(Some(&format!(":{display}")))?;
        let root = x.setup().roots[screen].root;
        let listen = ChangeWindowAttributesAux::new().event_mask(EventMask::SUBSTRUCTURE_NOTIFY);
        x.change_window_attributes(root, &listen)?.check()?;
        let person_window = x.generate_id()?;
        let (kind, look) = (WindowClass::INPUT_OUTPUT, CreateWindowAux::new().override_redirect(1));
        x.create_window(COPY_DEPTH_FROM_PARENT, person_window, root, 0, 0, 100, 100, 0, kind, 0, &look)?.check()?;
        x.map_window(person_window)?.check()?;
        let desktop = Self { display, x: Arc::new(x), root, person_window, server };
        desktop.set_focus(person_window)?;
        Ok(desktop)
    }

    fn set_focus(&self, window: XWindow) -> Result<()> {
        Ok(self.x.set_input_focus(InputFocus::PARENT, window, x11rb::CURRENT_TIME)?.check()?)
    }

    fn focus(&self) -> Result<XWindow> {
        Ok(self.x.get_input_focus()?.reply()?.focus)
    }

    /// Waits for the browser's window, and adds it to the client list as a window manager would.
    async fn wait_for_browser_window(&self) -> Result<XWindow> {
        let window = self
            .wait_for_event(|event| {
                let Event::MapNotify(mapped) = event else { return None };
                (!mapped.override_redirect).then_some(mapped.window)
            })
            .await?;
        let listen = ChangeWindowAttributesAux::new().event_mask(EventMask::FOCUS_CHANGE);
        self.x.change_window_attributes(window, &listen)?.check()?;
        let list = self.x.intern_atom(false, b"_NET_CLIENT_LIST")?.reply()?.atom;
        self.x.change_property32(PropMode::REPLACE, self.root, list, AtomEnum::WINDOW, &[window])?.check()?;
        Ok(window)
    }

    /// Waits for a synthetic `FocusIn` event at the window.
    async fn wait_for_focus_in(&self, window: XWindow) -> Result<()> {
        self.wait_for_event(move |event| {
            let Event::FocusIn(received) = event else { return None };
            (received.event == window && received.response_type & SYNTHETIC != 0).then_some(())
        })
        .await
    }

    async fn wait_for_event<T: Send + 'static>(
        &self,
        wanted: impl Fn(&Event) -> Option<T> + Send + 'static,
    ) -> Result<T> {
        let x = Arc::clone(&self.x);
        let wait = spawn_blocking(move || {
            loop {
                if let Some(found) = wanted(&x.wait_for_event()?) {
                    return Ok(found);
                }
            }
        });
        soon(wait).await??
    }
}

impl Drop for VirtualDesktop {
    fn drop(&mut self) {
        // The server may be gone already.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

const SYNTHETIC: u8 = 0x80;
