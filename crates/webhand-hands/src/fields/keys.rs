//! The keys of a US keyboard as data: name, code and text for key events, and the parser of chords.

/// One key, with the values that key events carry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Key {
    /// `KeyboardEvent.key`: `Enter`, `a`.
    pub(crate) name: String,
    pub(crate) code: &'static str,
    pub(crate) virtual_code: u32,
    /// The text that the key types, or empty.
    pub(crate) text: String,
    pub(crate) shift: bool,
}

impl Key {
    /// `KeyboardEvent.location`: 1 left, 2 right, 3 numeric keypad, else 0.
    pub(crate) fn location(&self) -> u8 {
        let is_held = ["Shift", "Control", "Alt", "Meta"].iter().any(|name| self.code.starts_with(name));
        match self.code {
            code if code.starts_with("Numpad") => 3,
            code if is_held && code.ends_with("Left") => 1,
            code if is_held && code.ends_with("Right") => 2,
            _ => 0,
        }
    }
}

/// One step of typing.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Stroke<'a> {
    Key(Key),
    /// Consecutive characters without a key: an emoji of several characters, a word in another script.
    Text(&'a str),
}

pub(crate) fn strokes(text: &str) -> Vec<Stroke<'_>> {
    let mut strokes = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if let Some(key) = key_for_character(first) {
            // Windows writes a line break as two characters.
            let length = if rest.starts_with("\r\n") { 2 } else { first.len_utf8() };
            rest = &rest[length..];
            strokes.push(Stroke::Key(key));
            continue;
        }
        let end = rest.find(|character| key_for_character(character).is_some()).unwrap_or(rest.len());
        strokes.push(Stroke::Text(&rest[..end]));
        rest = &rest[end..];
    }
    strokes
}

/// Keys pressed together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Chord {
    /// The modifier bits: Alt 1, Control 2, Meta 4, Shift 8.
    pub(crate) modifiers: u8,
    pub(crate) key: Key,
}

impl Chord {
    /// Returns the modifier keys with their bits, without the pressed key itself.
    pub(crate) fn modifier_keys(&self) -> Vec<(u8, Key)> {
        let held = MODIFIERS.iter().filter(|(bit, name)| self.modifiers & bit != 0 && self.key.name != *name);
        held.filter_map(|(bit, name)| Some((*bit, find_key(name)?))).collect()
    }
}

/// Shortcuts that fields and editors have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shortcut {
    Enter,
    Delete,
    Escape,
    SelectAll,
    /// Moves the caret behind the last character.
    MoveToEnd,
    /// Starts a new line, also where Enter submits.
    NewLine,
}

impl Shortcut {
    pub(crate) fn chord_text(self) -> &'static str {
        match self {
            Self::Enter => "Enter",
            Self::Delete => "Delete",
            Self::Escape => "Escape",
            Self::SelectAll => "ControlOrMeta+a",
            Self::MoveToEnd if cfg!(target_os = "macos") => "Meta+ArrowDown",
            Self::MoveToEnd => "Control+End",
            Self::NewLine => "Shift+Enter",
        }
    }
}

/// Parses `Enter`, `a`, `Control+A`, `Shift+Tab`; the error names the part that is wrong.
pub(crate) fn parse_chord(written: &str) -> Result<Chord, String> {
    let mut modifiers = 0;
    let mut rest = written.trim();
    // A lone or last "+" is the key itself.
    while let Some((name, after)) = rest.split_once('+').filter(|(name, after)| !name.is_empty() && !after.is_empty()) {
        modifiers |= modifier_bit(name)
            .ok_or_else(|| format!("\"{name}\" is not a key that is held; use Control, Alt, Shift or Meta"))?;
        rest = after;
    }
    // In a chord a letter of either case means its key; alone it means the character.
    let lower = rest.to_ascii_lowercase();
    let meant = if modifiers & !SHIFT != 0 && rest.len() == 1 { &lower } else { rest };
    let mut key = find_key(meant).ok_or_else(|| {
        format!("there is no key \"{rest}\"; use names such as Enter, Tab, Escape, ArrowDown, F5, or one character")
    })?;
    if key.shift {
        modifiers |= SHIFT;
    }
    if modifiers & SHIFT != 0
        && let [letter] = *key.name.as_bytes()
        && letter.is_ascii_lowercase()
    {
        key = key_for_character(char::from(letter.to_ascii_uppercase())).unwrap_or(key);
    }
    if modifiers & !SHIFT != 0 {
        key.text.clear();
    }
    Ok(Chord { modifiers, key })
}

/// Returns the key that types a character on this keyboard.
pub(crate) fn key_for_character(character: char) -> Option<Key> {
    let plain = |name: String, code, virtual_code, shift| Key { text: name.clone(), name, code, virtual_code, shift };
    match character {
        '\n' | '\r' => find_key("Enter"),
        ' ' => Some(plain(" ".to_owned(), "Space", 32, false)),
        'a'..='z' | 'A'..='Z' => {
            let upper = character.to_ascii_uppercase();
            let code = LETTERS[usize::from(upper as u8 - b'A')];
            Some(plain(character.to_string(), code, u32::from(upper), character.is_ascii_uppercase()))
        }
        '0'..='9' => {
            Some(plain(character.to_string(), DIGITS[usize::from(character as u8 - b'0')], u32::from(character), false))
        }
        _ => {
            let (code, virtual_code, bare, _) =
                PUNCTUATION.iter().find(|(.., bare, shifted)| character == *bare || character == *shifted)?;
            Some(plain(character.to_string(), code, *virtual_code, character != *bare))
        }
    }
}

/// The key with this name, or the one that types this character.
pub(crate) fn find_key(written: &str) -> Option<Key> {
    let mut characters = written.chars();
    if let (Some(character), None) = (characters.next(), characters.next()) {
        return key_for_character(character);
    }
    let same = |name: &str| name.eq_ignore_ascii_case(written);
    let (_, name, code, virtual_code, text) =
        NAMED_KEYS.iter().find(|(names, ..)| names.iter().any(|name| same(name)))?;
    Some(Key { name: (*name).to_owned(), code, virtual_code: *virtual_code, text: (*text).to_owned(), shift: false })
}

fn modifier_bit(name: &str) -> Option<u8> {
    let lower = name.trim().to_ascii_lowercase();
    Some(match lower.as_str() {
        "alt" | "option" => 1,
        "controlormeta" | "commandorcontrol" | "mod" => {
            if cfg!(target_os = "macos") {
                4
            } else {
                2
            }
        }
        "control" | "ctrl" => 2,
        "meta" | "command" | "cmd" | "super" | "win" | "windows" => 4,
        "shift" => SHIFT,
        _ => return None,
    })
}

const SHIFT: u8 = 8;
const MODIFIERS: [(u8, &str); 4] = [(2, "Control"), (1, "Alt"), (4, "Meta"), (SHIFT, "Shift")];

type NamedKey = (&'static [&'static str], &'static str, &'static str, u32, &'static str);

/// Accepted names, then key, code, virtual code and typed text.
const NAMED_KEYS: &[NamedKey] = &[
    (&["Enter", "Return"], "Enter", "Enter", 13, "\r"),
    (&["Tab"], "Tab", "Tab", 9, ""),
    (&["Escape", "Esc"], "Escape", "Escape", 27, ""),
    (&["Backspace"], "Backspace", "Backspace", 8, ""),
    (&["Delete", "Del"], "Delete", "Delete", 46, ""),
    (&["Insert", "Ins"], "Insert", "Insert", 45, ""),
    (&["Space", "Spacebar"], " ", "Space", 32, " "),
    (&["ArrowUp", "Up"], "ArrowUp", "ArrowUp", 38, ""),
    (&["ArrowDown", "Down"], "ArrowDown", "ArrowDown", 40, ""),
    (&["ArrowLeft", "Left"], "ArrowLeft", "ArrowLeft", 37, ""),
    (&["ArrowRight", "Right"], "ArrowRight", "ArrowRight", 39, ""),
    (&["Home"], "Home", "Home", 36, ""),
    (&["End"], "End", "End", 35, ""),
    (&["PageUp", "PgUp"], "PageUp", "PageUp", 33, ""),
    (&["PageDown", "PgDn"], "PageDown", "PageDown", 34, ""),
    (&["ContextMenu", "Menu", "Apps"], "ContextMenu", "ContextMenu", 93, ""),
    (&["Shift", "ShiftLeft"], "Shift", "ShiftLeft", 16, ""),
    (&["Control", "Ctrl", "ControlLeft"], "Control", "ControlLeft", 17, ""),
    (&["Alt", "Option", "AltLeft"], "Alt", "AltLeft", 18, ""),
    (&["Meta", "Command", "Cmd", "Super", "Win", "MetaLeft"], "Meta", "MetaLeft", 91, ""),
    (&["ShiftRight"], "Shift", "ShiftRight", 16, ""),
    (&["ControlRight"], "Control", "ControlRight", 17, ""),
    (&["AltRight"], "Alt", "AltRight", 18, ""),
    (&["MetaRight"], "Meta", "MetaRight", 92, ""),
    (&["CapsLock"], "CapsLock", "CapsLock", 20, ""),
    (&["NumLock"], "NumLock", "NumLock", 144, ""),
    (&["ScrollLock"], "ScrollLock", "ScrollLock", 145, ""),
    (&["Pause", "Break"], "Pause", "Pause", 19, ""),
    (&["PrintScreen"], "PrintScreen", "PrintScreen", 44, ""),
    (&["Numpad0"], "0", "Numpad0", 96, "0"),
    (&["Numpad1"], "1", "Numpad1", 97, "1"),
    (&["Numpad2"], "2", "Numpad2", 98, "2"),
    (&["Numpad3"], "3", "Numpad3", 99, "3"),
    (&["Numpad4"], "4", "Numpad4", 100, "4"),
    (&["Numpad5"], "5", "Numpad5", 101, "5"),
    (&["Numpad6"], "6", "Numpad6", 102, "6"),
    (&["Numpad7"], "7", "Numpad7", 103, "7"),
    (&["Numpad8"], "8", "Numpad8", 104, "8"),
    (&["Numpad9"], "9", "Numpad9", 105, "9"),
    (&["NumpadMultiply"], "*", "NumpadMultiply", 106, "*"),
    (&["NumpadAdd"], "+", "NumpadAdd", 107, "+"),
    (&["NumpadSubtract"], "-", "NumpadSubtract", 109, "-"),
    (&["NumpadDecimal"], ".", "NumpadDecimal", 110, "."),
    (&["NumpadDivide"], "/", "NumpadDivide", 111, "/"),
    (&["NumpadEnter"], "Enter", "NumpadEnter", 13, "\r"),
    (&["F1"], "F1", "F1", 112, ""),
    (&["F2"], "F2", "F2", 113, ""),
    (&["F3"], "F3", "F3", 114, ""),
    (&["F4"], "F4", "F4", 115, ""),
    (&["F5"], "F5", "F5", 116, ""),
    (&["F6"], "F6", "F6", 117, ""),
    (&["F7"], "F7", "F7", 118, ""),
    (&["F8"], "F8", "F8", 119, ""),
    (&["F9"], "F9", "F9", 120, ""),
    (&["F10"], "F10", "F10", 121, ""),
    (&["F11"], "F11", "F11", 122, ""),
    (&["F12"], "F12", "F12", 123, ""),
    (&["F13"], "F13", "F13", 124, ""),
    (&["F14"], "F14", "F14", 125, ""),
    (&["F15"], "F15", "F15", 126, ""),
    (&["F16"], "F16", "F16", 127, ""),
    (&["F17"], "F17", "F17", 128, ""),
    (&["F18"], "F18", "F18", 129, ""),
    (&["F19"], "F19", "F19", 130, ""),
    (&["F20"], "F20", "F20", 131, ""),
    (&["F21"], "F21", "F21", 132, ""),
    (&["F22"], "F22", "F22", 133, ""),
    (&["F23"], "F23", "F23", 134, ""),
    (&["F24"], "F24", "F24", 135, ""),
];

/// Code, virtual code, and the character without and with Shift.
const PUNCTUATION: &[(&str, u32, char, char)] = &[
    ("Digit1", 49, '1', '!'),
    ("Digit2", 50, '2', '@'),
    ("Digit3", 51, '3', '#'),
    ("Digit4", 52, '4', '$'),
    ("Digit5", 53, '5', '%'),
    ("Digit6", 54, '6', '^'),
    ("Digit7", 55, '7', '&'),
    ("Digit8", 56, '8', '*'),
    ("Digit9", 57, '9', '('),
    ("Digit0", 48, '0', ')'),
    ("Minus", 189, '-', '_'),
    ("Equal", 187, '=', '+'),
    ("BracketLeft", 219, '[', '{'),
    ("BracketRight", 221, ']', '}'),
    ("Backslash", 220, '\\', '|'),
    ("Semicolon", 186, ';', ':'),
    ("Quote", 222, '\'', '"'),
    ("Backquote", 192, '`', '~'),
    ("Comma", 188, ',', '<'),
    ("Period", 190, '.', '>'),
    ("Slash", 191, '/', '?'),
];

const LETTERS: [&str; 26] = [
    "KeyA", "KeyB", "KeyC", "KeyD", "KeyE", "KeyF", "KeyG", "KeyH", "KeyI", "KeyJ", "KeyK", "KeyL", "KeyM", "KeyN",
    "KeyO", "KeyP", "KeyQ", "KeyR", "KeyS", "KeyT", "KeyU", "KeyV", "KeyW", "KeyX", "KeyY", "KeyZ",
];
const DIGITS: [&str; 10] =
    ["Digit0", "Digit1", "Digit2", "Digit3", "Digit4", "Digit5", "Digit6", "Digit7", "Digit8", "Digit9"];

#[cfg(test)]
mod tests;
