//! Questions that are answered by a search: what to search for, where, and what is wanted of the results.

use crate::language::phrase::{Phrase, raw};
use crate::language::tokens::{Token, words};
use crate::language::{Language, concept, languages};
use crate::page::is_entry;
use crate::parse::Parser;
use crate::parse::address::address;
use crate::parse::instruction::{Instruction, Search, SearchGoal};

impl Parser<'_> {
    /// What to search for as it was said, without articles; "messages from X" means X in the mail.
    pub(crate) fn search(&self, query: &[Token], clause: &[Token], place: Option<Phrase>) -> Search {
        let query = self.without_articles(query);
        if let Some((mailbox, rest)) = self.in_the_mail(query) {
            return Search {
                wants: SearchGoal::Nothing,
                finds: self.finds(clause),
                ..self.look_up(rest, place.or(Some(mailbox)))
            };
        }
        let text = self.value(query);
        let from = clause.iter().position(|token| Some(token) == query.first()).unwrap_or(0);
        let whole = if place.is_some() { raw(self.source, &clause[from..]) } else { text.clone() };
        Search { query: text, extra: Vec::new(), place, whole, wants: SearchGoal::Nothing, finds: self.finds(clause) }
    }

    /// "Find" is less than "search": what is in sight is found.
    fn finds(&self, clause: &[Token]) -> bool {
        clause.first().is_some_and(|verb| self.language.finding.contains(&verb.folded))
    }

    /// The words of a question that are worth searching for: names and quotations, else what is left without them.
    pub(crate) fn look_up(&self, question: &[Token], place: Option<Phrase>) -> Search {
        let content: Vec<&Token> = question.iter().filter(|token| self.is_worth_searching(token)).collect();
        let mut chosen: Vec<&Token> = content.iter().filter(|token| is_proper(token)).copied().collect();
        if chosen.is_empty() {
            chosen.clone_from(&content);
        }
        let query = chosen.iter().map(|token| token.text.as_str()).collect::<Vec<_>>().join(" ");
        let extra =
            content.iter().filter(|token| !chosen.contains(token)).flat_map(|token| words(&token.text)).collect();
        let query = if query.is_empty() { raw(self.source, question) } else { query };
        let wants = if question.len() > chosen.len() { SearchGoal::Texts } else { SearchGoal::Entries };
        Search { whole: query.clone(), query, extra, place, wants, finds: false }
    }

    /// "What did Ernesto send?": somebody with a name said something, and not this page.
    pub(crate) fn what_someone_said(&self, question: &[Token]) -> Option<Search> {
        let telling = |token: &Token| self.language.telling.contains(&token.folded);
        let here = |token: &Token| self.language.whole.contains(&token.folded) && !telling(token);
        let asks = question.iter().any(telling) && question.iter().any(is_proper);
        let mail = Phrase::of_words(MAIL, vec![MAIL.to_owned()]);
        (asks && !question.iter().any(here)).then(|| self.look_up(question, Some(mail)))
    }

    /// What a request to read comes to: a search in the mail, an entry to be opened first, or this page.
    pub(crate) fn reading(&self, about: &[Token]) -> Vec<Instruction> {
        let bare = self.without_articles(about);
        if let Some((mailbox, rest)) = self.in_the_mail(bare).filter(|(_, rest)| rest.iter().any(is_proper)) {
            let search = Search { wants: SearchGoal::Texts, ..self.look_up(rest, Some(mailbox)) };
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
    fn in_the_mail<'t>(&self, tokens: &'t [Token]) -> Option<(Phrase, &'t [Token])> {
        let (kind, rest) = tokens.split_first()?;
        let mail = !kind.quoted && matches!(concept(&kind.folded), Some(MAIL | "message"));
        let (joint, rest) = rest.split_first()?;
        let joined = !joint.quoted && !self.language.is_content(&joint.folded);
        let mailbox = Phrase::of_words(MAIL, vec![MAIL.to_owned()]);
        (mail && joined && !rest.is_empty()).then_some((mailbox, rest))
    }

    fn is_worth_searching(&self, token: &Token) -> bool {
        let said = self.language.telling.contains(&token.folded);
        let mail = matches!(concept(&token.folded), Some(MAIL | "message"));
        token.quoted || (self.language.is_content(&token.folded) && !said && !mail)
    }

    pub(crate) fn without_articles<'t>(&self, tokens: &'t [Token]) -> &'t [Token] {
        let article = |token: &&Token| !token.quoted && self.language.articles.contains(&token.folded);
        let count = tokens.iter().take_while(article).count();
        if count < tokens.len() { &tokens[count..] } else { tokens }
    }
}

/// The concept under which every language has its words for a mailbox.
const MAIL: &str = "mail";

fn is_proper(token: &Token) -> bool {
    token.quoted || token.text.chars().next().is_some_and(char::is_uppercase)
}

/// "Search … and tell me": one instruction, not two.
pub(crate) fn joined(found: Vec<Instruction>) -> Vec<Instruction> {
    let mut joined: Vec<Instruction> = Vec::new();
    for instruction in found {
        match (joined.last_mut(), &instruction) {
            (Some(Instruction::Search(search)), Instruction::Read { about })
                if says_nothing(about) || is_in_the_mail(search) =>
            {
                let texts = search.wants == SearchGoal::Texts || asks_for_texts(about);
                search.wants = if texts { SearchGoal::Texts } else { SearchGoal::Entries };
                shorten_the_condition(&mut joined);
            }
            _ => joined.push(instruction),
        }
    }
    joined
}

/// A condition over the last instruction has one less to skip.
fn shorten_the_condition(joined: &mut [Instruction]) {
    let last = joined.len() - 1;
    for (at, instruction) in joined.iter_mut().enumerate() {
        if let Instruction::When { skip, .. } = instruction
            && at + *skip > last
        {
            *skip -= 1;
        }
    }
}

/// What is asked about mail stands in the messages, not in their list.
fn is_in_the_mail(search: &Search) -> bool {
    search.place.as_ref().is_some_and(is_mailbox)
}

/// "My mail" is a place of its own, not the page that is open.
pub(crate) fn is_mailbox(place: &Phrase) -> bool {
    place.words.iter().any(|word| concept(word) == Some(MAIL))
}

/// "Read them", "what he says" are about what the results say; "tell me", "the results" about which there are.
fn asks_for_texts(about: &str) -> bool {
    let about = words(about);
    let known =
        |list: fn(&Language) -> &Vec<String>, word: &String| languages().iter().any(|one| list(one).contains(word));
    let telling = about.iter().any(|word| known(|one| &one.telling, word));
    let results = about.iter().any(|word| known(|one| &one.whole, word));
    telling || (!about.is_empty() && !results)
}

/// Whether a request to read names nothing in particular.
pub(crate) fn says_nothing(about: &str) -> bool {
    let empty = |word: &String| {
        languages().iter().any(|language| {
            !language.is_content(word) || language.telling.contains(word) || language.whole.contains(word)
        })
    };
    words(about).iter().all(empty)
}
