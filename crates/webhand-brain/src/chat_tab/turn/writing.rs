//! Writing a message: piece by piece, each read back, by the ways that suit the editor.

use std::time::Duration;

use webhand_wire::chat::{ChatCommand, ChatEditor, ComposerReading, WritePlace, WriteWay};

use super::super::failure::ChatFailure;
use super::super::mend::comparable;
use super::super::parts::split_to_write;
use super::{Message, TurnStep, call};

/// How far a message is written.
#[derive(Debug)]
pub(super) struct Writing {
    /// The kind of the editor, once the composer was read.
    editor: Option<ChatEditor>,
    /// The place of the way in the methods of the editor.
    method: usize,
    /// How often pieces were made smaller because an attachment appeared.
    halvings: u32,
    /// The pieces that are still to be written, the next one last.
    left: Vec<String>,
    /// The text that the composer should hold now.
    expected: String,
    stage: Stage,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// The composer is being emptied.
    Clearing,
    RemovingChips,
    /// A piece was written and is read back.
    Piece,
    /// The piece is not there as it should be; the editor may be late.
    Again,
    Focusing,
}

/// How text gets into a composer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WriteMethod {
    Script(WriteWay),
    /// By the browser, at the focus.
    Browser,
}

pub(super) enum Written {
    Next(TurnStep),
    /// The composer holds exactly the message.
    Whole,
    Failed(ChatFailure),
}

impl Writing {
    pub fn new() -> Self {
        Self { editor: None, method: 0, halvings: 0, left: Vec::new(), expected: String::new(), stage: Stage::Clearing }
    }

    /// The next step after a pause, an insertion or a focus.
    pub fn proceed(&mut self, _message: &Message<'_>) -> TurnStep {
        match self.stage {
            Stage::Focusing => {
                self.stage = Stage::Piece;
                TurnStep::Insert(self.next_piece())
            }
            Stage::Clearing | Stage::RemovingChips | Stage::Piece | Stage::Again => call(ChatCommand::ReadComposer {}),
        }
    }

    pub fn composer_read(&mut self, message: &Message<'_>, reading: &ComposerReading, chips_before: u32) -> Written {
        let editor = self.editor(message, reading);
        if let Some(failure) = ChatFailure::of_state(&reading.state) {
            return Written::Failed(failure);
        }
        if reading.chips > chips_before {
            return self.chip_appeared(reading.chips, chips_before);
        }
        match self.stage {
            Stage::Clearing | Stage::RemovingChips => {
                if !reading.text.trim().is_empty() {
                    return self.next_way(editor, "the composer cannot be emptied");
                }
                self.begin(message, editor);
                Written::Next(self.write_next(editor))
            }
            Stage::Piece | Stage::Again => {
                if comparable(&reading.text) == comparable(&self.expected) {
                    if self.left.is_empty() {
                        return Written::Whole;
                    }
                    return Written::Next(self.write_next(editor));
                }
                if self.stage == Stage::Piece {
                    self.stage = Stage::Again;
                    return Written::Next(TurnStep::Pause(LATE_EDITOR));
                }
                self.next_way(editor, "the composer does not hold what was written")
            }
            Stage::Focusing => Written::Next(self.proceed(message)),
        }
    }

    /// The script says that the way does not suit the editor.
    pub fn wrong_way(&mut self) -> Written {
        let editor = self.editor.unwrap_or_default();
        self.next_way(editor, "no way to write suits the editor")
    }

    fn editor(&mut self, message: &Message<'_>, reading: &ComposerReading) -> ChatEditor {
        let known = message.adapter.editor;
        let editor = if reading.editor == ChatEditor::Any { known } else { reading.editor };
        *self.editor.get_or_insert(editor)
    }

    fn begin(&mut self, message: &Message<'_>, editor: ChatEditor) {
        let most = self.piece_size(message, editor);
        self.left = split_to_write(&message.text, most);
        self.left.reverse();
        self.expected.clear();
    }

    fn piece_size(&self, message: &Message<'_>, editor: ChatEditor) -> usize {
        let most = match methods(editor).get(self.method) {
            Some(WriteMethod::Script(WriteWay::Setter)) => usize::MAX,
            Some(WriteMethod::Script(WriteWay::Paste | WriteWay::Insert)) | None => match message.adapter.paste_limit {
                0 => PIECE,
                limit => usize::try_from(limit).unwrap_or(PIECE).min(PIECE),
            },
            Some(WriteMethod::Browser) => BROWSER_PIECE,
        };
        (most >> self.halvings).max(SMALLEST_PIECE)
    }

    fn write_next(&mut self, editor: ChatEditor) -> TurnStep {
        match methods(editor).get(self.method) {
            Some(WriteMethod::Script(way)) => {
                let place = if self.expected.is_empty() { WritePlace::Replace } else { WritePlace::End };
                let text = self.next_piece();
                self.stage = Stage::Piece;
                let text = if *way == WriteWay::Setter { self.expected.clone() } else { text };
                let place = if *way == WriteWay::Setter { WritePlace::Replace } else { place };
                call(ChatCommand::Write { text, place, way: *way, settle_ms: WRITE_SETTLE_MS })
            }
            Some(WriteMethod::Browser) | None => {
                self.stage = Stage::Focusing;
                call(ChatCommand::Focus {})
            }
        }
    }

    fn next_piece(&mut self) -> String {
        let piece = self.left.pop().unwrap_or_default();
        self.expected.push_str(&piece);
        piece
    }

    /// An attachment instead of text: it is removed, and smaller pieces follow.
    fn chip_appeared(&mut self, chips: u32, keep: u32) -> Written {
        if self.stage == Stage::RemovingChips || self.halvings >= MOST_HALVINGS {
            return Written::Failed(ChatFailure::NotWritten(format!(
                "the page made an attachment of the text ({chips} in all)"
            )));
        }
        self.halvings += 1;
        self.stage = Stage::RemovingChips;
        Written::Next(call(ChatCommand::RemoveChips { keep, settle_ms: WRITE_SETTLE_MS }))
    }

    fn next_way(&mut self, editor: ChatEditor, why: &str) -> Written {
        self.method += 1;
        if self.method >= methods(editor).len() {
            return Written::Failed(ChatFailure::NotWritten(why.to_owned()));
        }
        self.stage = Stage::Clearing;
        Written::Next(call(ChatCommand::Clear { settle_ms: WRITE_SETTLE_MS }))
    }
}

/// Writes the person's draft back. Nothing is read back: a draft with pictures or marks cannot be restored by anybody.
pub(super) fn write_draft(editor: ChatEditor, text: String) -> TurnStep {
    let way = if editor == ChatEditor::Textarea { WriteWay::Setter } else { WriteWay::Paste };
    call(ChatCommand::Write { text, place: WritePlace::Replace, way, settle_ms: WRITE_SETTLE_MS })
}

fn methods(editor: ChatEditor) -> &'static [WriteMethod] {
    match editor {
        ChatEditor::Textarea => {
            &[WriteMethod::Script(WriteWay::Setter), WriteMethod::Script(WriteWay::Insert), WriteMethod::Browser]
        }
        // `insertText` garbles several lines in Lexical.
        ChatEditor::Lexical => &[WriteMethod::Script(WriteWay::Paste), WriteMethod::Browser],
        ChatEditor::Prosemirror | ChatEditor::Quill | ChatEditor::Editable => {
            &[WriteMethod::Script(WriteWay::Paste), WriteMethod::Script(WriteWay::Insert), WriteMethod::Browser]
        }
        ChatEditor::Any => {
            &[WriteMethod::Script(WriteWay::Paste), WriteMethod::Script(WriteWay::Setter), WriteMethod::Browser]
        }
    }
}

const PIECE: usize = 4_000;
/// Larger single insertions were rewritten by a page that was looked at.
const BROWSER_PIECE: usize = 16_000;
const SMALLEST_PIECE: usize = 200;
const MOST_HALVINGS: u32 = 4;
const WRITE_SETTLE_MS: u32 = 2_000;
const LATE_EDITOR: Duration = Duration::from_millis(400);
