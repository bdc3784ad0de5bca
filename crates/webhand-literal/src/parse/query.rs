//! Instructions that search or read: the query, the place to search in, and the use of the results.

use crate::language::pattern::PatternSlot;
use crate::language::phrase::{Phrase, raw};
use crate::language::tokens::{WordToken, words};
use crate::language::{Language, concept, languages};
use crate::page::is_entry;
use crate::parse::Parser;
use crate::parse::address::address;
use crate::parse::clause::MatchedClause;
use crate::parse::instruction::{Instruction, SearchGoal, SearchInstruction};

impl Parser<'_> {
    /// A search for the query as the task words it, without articles; "messages from X" searches the mail for X.
    pub(crate) fn build_search(&self, clause: &MatchedClause<'_>) -> Option<Instruction> {
        let query = self.without_articles(clause.slot(PatternSlot::Query)?);
        let place = clause.phrase(PatternSlot::Place);
        // "Find" asks for less than "search": something in view is found already.
        let finds = clause.tokens.first().is_some_and(|verb| self.language.finding.contains(&verb.folded));
        if let Some((mailbox, rest)) = self.split_mail_query(query) {
            let search = self.search_for(rest, place.or(Some(mailbox)));
            return Some(Instruction::Search(SearchInstruction { wants: SearchGoal::Nothing, finds, ..search }));
        }
        let text = self.typed_text(query);
        let from = clause.tokens.iter().position(|token| Some(token) == query.first()).unwrap_or(0);
        let whole = if place.is_some() { raw(self.source, &clause.tokens[from..]) } else { text.clone() };
        let wants = SearchGoal::Nothing;
        Some(Instruction::Search(SearchInstruction { query: text, extra: Vec::new(), place, whole, wants, finds }))
    }

    /// A question that a search answers.
    pub(crate) fn build_look_up(&self, clause: &MatchedClause<'_>) -> Option<Instruction> {
        Some(Instruction::Search(self.search_for(clause.slot(PatternSlot::Query)?, clause.phrase(PatternSlot::Place))))
    }

    /// A search for the words of a question that identify something: names and quotations, else all content words.
    fn search_for(&self, question: &[WordToken], place: Option<Phrase>) -> SearchInstruction {
        let content: Vec<&WordToken> = question.iter().filter(|token| self.is_worth_searching(token)).collect();
        let mut chosen: Vec<&WordToken> = content.iter().filter(|token| is_proper(token)).copied().collect();
        if chosen.is_empty() {
            chosen.clone_from(&content);
        }
        let query = chosen.iter().map(|token| token.text.as_str()).collect::<Vec<_>>().join(" ");
        let extra =
            content.iter().filter(|token| !chosen.contains(token)).flat_map(|token| words(&token.text)).collect();
        let query = if query.is_empty() { raw(self.source, question) } else { query };
        let wants = if question.len() > chosen.len() { SearchGoal::Texts } else { SearchGoal::Entries };
        SearchInstruction { whole: query.clone(), query, extra, place, wants, finds: false }
    }

    /// "What did Ernesto send?": a search in the mail, where the question names a person and does not speak of this page.
    pub(crate) fn build_message_search(&self, clause: &MatchedClause<'_>) -> Option<Instruction> {
        let question = clause.slot(PatternSlot::Query)?;
        let telling = |token: &WordToken| self.language.telling.contains(&token.folded);
        let here = |token: &WordToken| self.language.whole.contains(&token.folded) && !telling(token);
        let asks = question.iter().any(telling) && question.iter().any(is_proper);
        let mail = Phrase::of_words(MAIL, vec![MAIL.to_owned()]);
        (asks && !question.iter().any(here)).then(|| Instruction::Search(self.search_for(question, Some(mail))))
    }

    /// The instructions of a request to read: a search in the mail, an entry that is opened first, or this page.
    pub(crate) fn build_reading(&self, about: &[WordToken]) -> Vec<Instruction> {
        let bare = self.without_articles(about);
        if let Some((mailbox, rest)) = self.split_mail_query(bare).filter(|(_, rest)| rest.iter().any(is_proper)) {
            let search = SearchInstruction { wants: SearchGoal::Texts, ..self.search_for(rest, Some(mailbox)) };
            return vec![Instruction::Search(search)];
        }
        if let Some(at) = about.iter().position(|token| address(&token.text).is_some()) {
            let there = Phrase::new(self.source, &about[at..=at], self.language);
            return vec![Instruction::Open { place: there }, Instruction::Read { about: String::new() }];
        }
        let phrase = Phrase::new(self.source, about, self.language);
        let some_entry =
            phrase.readings.iter().any(|one| one.name.is_empty() && one.roles.iter().any(|role| is_entry(role)));
        let about = raw(self.source, about);
        if phrase.ordinal.is_some() && some_entry {
            return vec![Instruction::Open { place: phrase }, Instruction::Read { about: String::new() }];
        }
        vec![Instruction::Read { about }]
    }

    /// "Messages from X": the mailbox, and X.
    fn split_mail_query<'t>(&self, tokens: &'t [WordToken]) -> Option<(Phrase, &'t [WordToken])> {
        let (kind, rest) = tokens.split_first()?;
        let mail = !kind.quoted && matches!(concept(&kind.folded), Some(MAIL | "message"));
        let (joint, rest) = rest.split_first()?;
        let joined = !joint.quoted && !self.language.is_content(&joint.folded);
        let mailbox = Phrase::of_words(MAIL, vec![MAIL.to_owned()]);
        (mail && joined && !rest.is_empty()).then_some((mailbox, rest))
    }

    fn is_worth_searching(&self, token: &WordToken) -> bool {
        let said = self.language.telling.contains(&token.folded);
        let mail = matches!(concept(&token.folded), Some(MAIL | "message"));
        token.quoted || (self.language.is_content(&token.folded) && !said && !mail)
    }

    pub(crate) fn without_articles<'t>(&self, tokens: &'t [WordToken]) -> &'t [WordToken] {
        let article = |token: &&WordToken| !token.quoted && self.language.articles.contains(&token.folded);
        let count = tokens.iter().take_while(article).count();
        if count < tokens.len() { &tokens[count..] } else { tokens }
    }
}

/// The concept under which every language has its words for a mailbox.
const MAIL: &str = "mail";

fn is_proper(token: &WordToken) -> bool {
    token.quoted || token.text.chars().next().is_some_and(char::is_uppercase)
}

/// "Search … and tell me": one instruction, not two.
pub(crate) fn merge_reads_into_searches(found: Vec<Instruction>) -> Vec<Instruction> {
    let mut merged: Vec<Instruction> = Vec::new();
    for instruction in found {
        match (merged.last_mut(), &instruction) {
            (Some(Instruction::Search(search)), Instruction::Read { about })
                if names_nothing(about) || is_mail_search(search) =>
            {
                let texts = search.wants == SearchGoal::Texts || asks_for_texts(about);
                search.wants = if texts { SearchGoal::Texts } else { SearchGoal::Entries };
                shorten_last_condition(&mut merged);
            }
            _ => merged.push(instruction),
        }
    }
    merged
}

/// A condition that covers the last instruction skips one instruction fewer.
fn shorten_last_condition(merged: &mut [Instruction]) {
    let last = merged.len() - 1;
    for (at, instruction) in merged.iter_mut().enumerate() {
        if let Instruction::When { skip, .. } = instruction
            && at + *skip > last
        {
            *skip -= 1;
        }
    }
}

/// Whether a search is in the mail, whose answers stand in the messages and not in their list.
fn is_mail_search(search: &SearchInstruction) -> bool {
    search.place.as_ref().is_some_and(is_mailbox)
}

/// "My mail" is a place of its own, not the page that is open.
pub(crate) fn is_mailbox(place: &Phrase) -> bool {
    place.words.iter().any(|word| concept(word) == Some(MAIL))
}

/// "Read them" and "what he says" ask for the texts of the results; "tell me" and "the results" ask for the list of them.
fn asks_for_texts(about: &str) -> bool {
    let about = words(about);
    let known =
        |list: fn(&Language) -> &Vec<String>, word: &String| languages().iter().any(|one| list(one).contains(word));
    let telling = about.iter().any(|word| known(|one| &one.telling, word));
    let results = about.iter().any(|word| known(|one| &one.whole, word));
    telling || (!about.is_empty() && !results)
}

/// Whether a request to read names nothing in particular.
pub(crate) fn names_nothing(about: &str) -> bool {
    let empty = |word: &String| {
        languages().iter().any(|language| {
            !language.is_content(word) || language.telling.contains(word) || language.whole.contains(word)
        })
    };
    words(about).iter().all(empty)
}
