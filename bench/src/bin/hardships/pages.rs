//! The pages: each begins with a button that must stay usable.

pub(crate) const HARDSHIPS: [&str; 8] =
    ["frames", "text", "controls", "deep", "deep_unpainted", "dialogs", "dialogs_for_ever", "navigations"];

/// Every page with its path, and the frames in them.
pub(crate) fn all(port: u16) -> Vec<(String, String)> {
    let foreign = format!("http://localhost:{port}");
    let page = |name: &str, body: &str| (format!("/{name}"), format!("<!doctype html>{FIRST}{body}"));
    vec![
        page("frames", &FRAMES.replace("FOREIGN", &foreign)),
        page("text", TEXT),
        page("controls", CONTROLS),
        page("deep", DEEP),
        page("deep_unpainted", &format!("<style>#all {{ display: none }}</style>{DEEP}")),
        page("dialogs", DIALOGS),
        page("dialogs_for_ever", DIALOGS_FOR_EVER),
        page("navigations", NAVIGATIONS),
        ("/inner".to_owned(), "<button>Inner</button>".to_owned()),
    ]
}

const FIRST: &str = "<title>before</title><button onclick='document.title = \"clicked\"'>First</button>";

/// Five hundred, in turn of this origin, of another, without an address, and written by the page.
const FRAMES: &str = "<div id=all></div><script>
    for (let n = 0; n < 500; n += 1) {
        const frame = document.createElement('iframe');
        frame.width = 90; frame.height = 40;
        if (n % 4 === 0) frame.src = '/inner';
        if (n % 4 === 1) frame.src = 'FOREIGN/inner';
        if (n % 4 === 2) frame.srcdoc = '<button>Inner</button>';
        all.append(frame);
    }</script>";

/// Ten million letters.
const TEXT: &str = "<div id=all></div><script>
    const words = 'The quarterly figures arrived late and nobody could say why. '.repeat(16);
    all.innerHTML = `<p>${words}</p>`.repeat(1e7 / words.length)</script>";

const CONTROLS: &str = "<div id=all></div><script>
    all.innerHTML = Array.from({length: 1e5}, (_, n) => `<p><button>Control ${n}</button></p>`).join('')</script>";

/// More than a browser can lay out: the page crashes, and that must be reported.
const DEEP: &str = "<div id=all></div><script>
    let at = all;
    for (let n = 0; n < 20000; n += 1) at = at.appendChild(document.createElement('div'));
    at.innerHTML = '<button>Deepest</button>'</script>";

const DIALOGS: &str = "<script>setInterval(() => confirm('Really?'), 50)</script>";

const DIALOGS_FOR_EVER: &str = "<button onclick='for (;;) alert(1)'>Never</button><script>
    setTimeout(() => { for (;;) alert('again') }, 300)</script>";

const NAVIGATIONS: &str =
    "<p>A page that comes again and again</p><script>setTimeout(() => location.reload(), 80)</script>";
