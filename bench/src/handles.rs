//! Finds the handle of a control in the output of a tool, as a model would read it.

/// How a tool writes its handles.
#[derive(Debug, Clone, Copy)]
pub enum HandleStyle {
    /// `[ref=e7]`, and `{e7 button Name}` where several share a line.
    Webhand,
    /// `[ref=e7]`.
    Ref,
    /// `uid=1_7`.
    Uid,
}

impl HandleStyle {
    /// The handle of the control of this name, from the last line that shows it.
    #[must_use]
    pub fn find(self, text: &str, name: &str) -> Option<String> {
        text.lines().rev().filter(|line| line.contains(name)).find_map(|line| self.read(line, name))
    }

    fn read(self, line: &str, name: &str) -> Option<String> {
        match self {
            Self::Webhand if line.contains("{e") || line.contains("{f") => packed(line, name),
            Self::Webhand | Self::Ref if is_control(line, name) => after(line, "ref="),
            Self::Uid if is_control(line, name) => after(line, "uid="),
            Self::Webhand | Self::Ref | Self::Uid => None,
        }
    }
}

/// The name of a row contains the names of its controls, so the role before the name decides.
fn is_control(line: &str, name: &str) -> bool {
    let Some((before, rest)) = line.split_once('"') else { return false };
    rest.starts_with(name) && CONTROLS.iter().any(|role| before.trim_end().ends_with(role))
}

fn after(line: &str, mark: &str) -> Option<String> {
    let rest = line.split_once(mark)?.1;
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
    Some(rest[..end].to_owned())
}

fn packed(line: &str, name: &str) -> Option<String> {
    line.replace("\\{", "").split('{').skip(1).find_map(|control| {
        let shown = control.split('}').next().unwrap_or_default();
        let (written, rest) = shown.split_once(' ')?;
        let (_, shown) = rest.split_once(' ')?;
        shown.starts_with(name).then(|| written.to_owned())
    })
}

const CONTROLS: [&str; 6] = ["link", "button", "checkbox", "searchbox", "textbox", "combobox"];
