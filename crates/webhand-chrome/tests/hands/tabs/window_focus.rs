//! Working in a window that a person can see, while they are busy with another.

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
    let desk = Desk::set_up()?;
    let stage = launched(|launch| {
        launch.window = Window::Visible;
        launch.further.push(format!("--display=:{}", desk.display).into());
        launch.further.push("--ozone-platform=x11".into());
    })
    .await?;
    stage.site.page("/", "<button onclick='this.textContent = \"Gone\"'>Go</button><button>Stay</button>");
    stage.open("/").await?;
    let window = desk.appears().await?;
    desk.is_told(window).await?;

    click(&stage, "Go").await?;
    assert!(stage.text().await?.contains("Gone"));
    assert_eq!(desk.focus()?, desk.persons);

    // They have a look, and turn to their own work again.
    desk.turn_to(window)?;
    desk.turn_to(desk.persons)?;
    desk.is_told(window).await?;
    click(&stage, "Stay").await?;
    assert_eq!(desk.focus()?, desk.persons);
    Ok(())
}

/// A window that has just come up is still being laid out, and a press in the middle of that goes nowhere.
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

/// A screen with a window of the person's, which has the focus, and with nobody else who gives it to anyone.
struct Desk {
    display: u32,
    x: Arc<RustConnection>,
    root: XWindow,
    persons: XWindow,
    server: Child,
}

impl Desk {
    fn set_up() -> Result<Self> {
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
        let persons = x.generate_id()?;
        let (kind, look) = (WindowClass::INPUT_OUTPUT, CreateWindowAux::new().override_redirect(1));
        x.create_window(COPY_DEPTH_FROM_PARENT, persons, root, 0, 0, 100, 100, 0, kind, 0, &look)?.check()?;
        x.map_window(persons)?.check()?;
        let desk = Self { display, x: Arc::new(x), root, persons, server };
        desk.turn_to(persons)?;
        Ok(desk)
    }

    fn turn_to(&self, window: XWindow) -> Result<()> {
        Ok(self.x.set_input_focus(InputFocus::PARENT, window, x11rb::CURRENT_TIME)?.check()?)
    }

    fn focus(&self) -> Result<XWindow> {
        Ok(self.x.get_input_focus()?.reply()?.focus)
    }

    /// The browser's window, entered into the list that window managers keep.
    async fn appears(&self) -> Result<XWindow> {
        let window = self
            .hears(|event| {
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

    /// Waits until somebody has told the window that it has the focus, although it has not.
    async fn is_told(&self, window: XWindow) -> Result<()> {
        self.hears(move |event| {
            let Event::FocusIn(told) = event else { return None };
            (told.event == window && told.response_type & SENT_BY_A_PROGRAM != 0).then_some(())
        })
        .await
    }

    async fn hears<T: Send + 'static>(&self, wanted: impl Fn(&Event) -> Option<T> + Send + 'static) -> Result<T> {
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

impl Drop for Desk {
    fn drop(&mut self) {
        // A server that is gone already is what is wanted.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

const SENT_BY_A_PROGRAM: u8 = 0x80;
