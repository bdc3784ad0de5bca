//! The keys of a US keyboard, as data: what a page is told when one is pressed.

/// One key as the protocol describes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Key {
    /// What a page is told was pressed: `Enter`, `a`.
    pub(super) name: String,
    pub(super) code: &'static str,
    pub(super) virtual_code: u32,
    /// What it types, if anything.
    pub(super) text: String,
    pub(super) shift: bool,
}

/// Keys pressed together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Chord {
    /// Those held: Alt 1, Control 2, Meta 4, Shift 8.
    pub(super) modifiers: u8,
    pub(super) key: Key,
}

/// Keys that fields and editors understand alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shortcut {
    Enter,
    Delete,
    Escape,
    /// Selects everything.
    All,
    /// Puts the caret behind everything.
    End,
}

impl Shortcut {
    pub(super) fn written(self) -> &'static str {
        match self {
            Self::Enter => "Enter",
            Self::Delete => "Delete",
            Self::Escape => "Escape",
            Self::All => "ControlOrMeta+a",
            Self::End if cfg!(target_os = "macos") => "Meta+ArrowDown",
            Self::End => "Control+End",
        }
    }
}

/// Reads `Enter`, `a`, `Control+A`, `Shift+Tab`; the error says what is wrong.
pub(super) fn parse_chord(written: &str) -> Result<Chord, String> {
    let mut modifiers = 0;
    let mut rest = written.trim();
    // A lone or last "+" is the key itself.
    while let Some((name, after)) = rest.split_once('+').filter(|(name, after)| !name.is_empty() && !after.is_empty()) {
        modifiers |= modifier(name)
            .ok_or_else(|| format!("\"{name}\" is not a key that is held; use Control, Alt, Shift or Meta"))?;
        rest = after;
    }
    // In a chord a letter means its key, however it is written; alone it means the character.
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
        key = of_character(char::from(letter.to_ascii_uppercase())).unwrap_or(key);
    }
    if modifiers & !SHIFT != 0 {
        key.text.clear();
    }
    Ok(Chord { modifiers, key })
}

/// The key that types a character on this keyboard.
pub(super) fn of_character(character: char) -> Option<Key> {
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

fn find_key(written: &str) -> Option<Key> {
    let mut characters = written.chars();
    if let (Some(character), None) = (characters.next(), characters.next()) {
        return of_character(character);
    }
    let same = |name: &str| name.eq_ignore_ascii_case(written);
    let (_, name, code, virtual_code, text) = NAMED.iter().find(|(names, ..)| names.iter().any(|name| same(name)))?;
    Some(Key { name: (*name).to_owned(), code, virtual_code: *virtual_code, text: (*text).to_owned(), shift: false })
}

fn modifier(name: &str) -> Option<u8> {
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

type Named = (&'static [&'static str], &'static str, &'static str, u32, &'static str);

/// Names people use, then key, code, virtual code and typed text.
const NAMED: &[Named] = &[
    (&["Enter", "Return"], "Enter", "Enter", 13, "\r"),
    (&["Tab"], "Tab", "Tab", 9, ""),
    (&["Escape", "Esc"], "Escape", "Escape", 27, ""),
    (&["Backspace"], "Backspace", "Backspace", 8, ""),
    (&["Delete", "Del"], "Delete", "Delete", 46, ""),
    (&["Insert"], "Insert", "Insert", 45, ""),
    (&["Space", "Spacebar"], " ", "Space", 32, " "),
    (&["ArrowUp", "Up"], "ArrowUp", "ArrowUp", 38, ""),
    (&["ArrowDown", "Down"], "ArrowDown", "ArrowDown", 40, ""),
    (&["ArrowLeft", "Left"], "ArrowLeft", "ArrowLeft", 37, ""),
    (&["ArrowRight", "Right"], "ArrowRight", "ArrowRight", 39, ""),
    (&["Home"], "Home", "Home", 36, ""),
    (&["End"], "End", "End", 35, ""),
    (&["PageUp"], "PageUp", "PageUp", 33, ""),
    (&["PageDown"], "PageDown", "PageDown", 34, ""),
    (&["ContextMenu"], "ContextMenu", "ContextMenu", 93, ""),
    (&["Shift"], "Shift", "ShiftLeft", 16, ""),
    (&["Control", "Ctrl"], "Control", "ControlLeft", 17, ""),
    (&["Alt"], "Alt", "AltLeft", 18, ""),
    (&["Meta", "Command"], "Meta", "MetaLeft", 91, ""),
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
