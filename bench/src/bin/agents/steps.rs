//! The twenty steps.

/// One thing a person would ask for.
#[derive(Debug, Clone, Copy)]
pub enum Step {
    Open(&'static str),
    Click(&'static str),
    Tick(&'static str),
    Fill(&'static str, &'static str),
    Choose(&'static str, &'static str),
    Scroll,
    Back,
}

/// Ten on five hundred letters, ten on two thousand plants; some of what they need is far out of view.
pub const STEPS: [Step; 20] = [
    Step::Open("inbox"),
    Step::Fill("Look through letters", "invoice"),
    Step::Tick("Tick 0001"),
    Step::Tick("Tick 0002"),
    Step::Click("Flag 0002"),
    Step::Click("Errand 03"),
    Step::Click("Letter 0003"),
    Step::Back,
    Step::Scroll,
    Step::Click("Put away 0444"),
    Step::Open("shop"),
    Step::Tick("Colour 03"),
    Step::Fill("Look for a plant", "lily"),
    Step::Choose("Order of plants", "By price"),
    Step::Click("Order plant 0002"),
    Step::Click("Keep plant 0001"),
    Step::Click("Plant 0003"),
    Step::Back,
    Step::Click("Order plant 1500"),
    Step::Click("Keep plant 1999"),
];

impl Step {
    /// The beginning of the page's log entry for it.
    pub fn note(self) -> String {
        let note = match self {
            Self::Open(page) => format!("opened {page}"),
            Self::Click(name) => format!("clicked {name}"),
            Self::Tick(name) => format!("ticked true {name}"),
            Self::Fill(name, value) => format!("filled {value} in {name}"),
            Self::Choose(name, value) => format!("chose {value} in {name}"),
            Self::Scroll => "scrolled".to_owned(),
            Self::Back => "at start".to_owned(),
        };
        note.replace(' ', "_")
    }
}
