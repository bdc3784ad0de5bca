//! The permissions of a run: the person's policy, their approvals, which text was read on which origin, and the names
//! of secrets.
//!
//! Invariant: an action or a held request leaves the run only with a proof that the guard made; this part is the only
//! one that asks the guard.

pub(crate) mod read_texts;
pub(crate) mod secrets;

use std::borrow::Cow;

use webhand_guard::{
    Approved, FactsChanged, LoginTicket, PendingApproval, PendingRequest, PersonsYes, Policy, QuestionTopic,
    RefusedKinds, RequestResolution, RequestVerdict, TextSource, Ticket, Verdict, YesScope, judge, judge_request,
    names_address, opened_address, redact_frames,
};
use webhand_model::{
    Action, DecisionSource, Facts, GuardRules, HeldRequest, Origin, Outcome, SecretName, Snapshot, Task, WebUrl,
};

use crate::person::debugger_question::DebuggerUse;
use read_texts::ReadTexts;
use secrets::SecretNames;

#[derive(Debug)]
pub(crate) struct Permissions {
    policy: Policy,
    /// An approval given while the page was gone: valid once, for the same action with the same values.
    standing_approval: Option<(PendingApproval, YesScope)>,
    standing_requests: Vec<(PendingRequest, YesScope)>,
    /// The log-in that the person allowed together with its password.
    login: Option<LoginTicket>,
    refusals: u32,
    refused_kinds: RefusedKinds,
    read_texts: ReadTexts,
    /// The texts that the person said while the run worked.
    told: Vec<String>,
    pub(crate) secrets: SecretNames,
    pub(crate) debugger: DebuggerUse,
}

/// After this many refusals a run ends, because more questions would wear the person down.
const MOST_REFUSALS: u32 = 3;
/// How many texts of the person count as words of the task.
const MOST_TOLD: usize = 100;

/// How a line of changes begins that names an element which is no longer there.
const GONE_LINE: &str = "- - ";

impl Permissions {
    pub(crate) fn new(task: &Task) -> Self {
        Self {
            policy: Policy::of(task),
            standing_approval: None,
            standing_requests: Vec::new(),
            login: None,
            refusals: 0,
            refused_kinds: RefusedKinds::default(),
            read_texts: ReadTexts::from_task(task),
            told: Vec::new(),
            secrets: SecretNames::default(),
            debugger: DebuggerUse::default(),
        }
    }

    pub(crate) fn judge(&self, action: Action, facts: &Facts) -> Verdict {
        judge(action, facts, &self.policy)
    }

    /// Judges a held request; a ticket that covers it is spent.
    pub(crate) fn judge_request(
        &mut self,
        request: HeldRequest,
        ticket: &mut Option<Ticket>,
        task: &str,
    ) -> RequestVerdict {
        if let Some(at) = self.standing_requests.iter().position(|(asked, _)| asked.is_about(&request)) {
            let (asked, scope) = self.standing_requests.remove(at);
            return RequestVerdict::Resolve(self.approve_request(asked.moved_to(&request), scope));
        }
        if let Some(resolution) = RequestResolution::by_login(&mut self.login, &request) {
            return RequestVerdict::Resolve(resolution);
        }
        let text = self.text_source(&request.fields, &request.to(), task);
        judge_request(request, &self.policy, ticket, text)
    }

    /// Turns the person's yes to a request into a proof; a yes to a navigation lets the run read there.
    pub(crate) fn approve_request(&mut self, asked: PendingRequest, scope: YesScope) -> RequestResolution {
        self.refused_kinds.record_yes(&asked.topic());
        self.policy.learn_navigation(asked.request());
        RequestResolution::by_user(asked, scope, &mut self.policy)
    }

    /// Approves sending the form of a log-in that the person allowed with its password.
    pub(crate) fn take_login(&mut self, action: &Action, facts: &Facts) -> Option<(Approved, Option<Ticket>)> {
        Approved::by_login(&mut self.login, action, facts, &self.policy)
    }

    fn text_source(&self, fields: &[[String; 2]], to: &Origin, task: &str) -> TextSource {
        let words = self.words(task);
        let is_foreign = |value: &str| !self.read_texts.find_elsewhere(value, to, &words).is_empty();
        if fields.iter().any(|[_, value]| is_foreign(value)) { TextSource::OtherOrigin } else { TextSource::Own }
    }

    /// Records what the person says while the run works: their words count as those of the task.
    pub(crate) fn record_told(&mut self, text: &str) {
        self.policy.learn_words(text);
        if self.told.len() < MOST_TOLD {
            self.told.push(text.to_owned());
        }
    }

    pub(crate) fn learn_saved(&mut self, url: &WebUrl) {
        self.policy.learn_saved(url);
    }

    /// The person's words: the task, and what they said since.
    fn words<'a>(&self, task: &'a str) -> Cow<'a, str> {
        if self.told.is_empty() { task.into() } else { format!("{task}\n{}", self.told.join("\n")).into() }
    }

    /// Whether this very address stood in a link, or the person named or saved it. Each text is read by itself, because a
    /// quotation in one must not end in another.
    fn knows_link(&self, url: &WebUrl, task: &Task) -> bool {
        self.read_texts.knows_link(url, &task.text)
            || self.told.iter().any(|text| names_address(text, url))
            || task.tools.iter().any(|tool| tool.url == *url)
    }

    /// Turns the person's yes into a proof, if the facts are still those they saw.
    pub(crate) fn approve(
        &mut self,
        asked: PendingApproval,
        facts: &Facts,
        scope: YesScope,
    ) -> Result<(Approved, Option<Ticket>), FactsChanged> {
        self.refused_kinds.record_yes(&asked.topic());
        let PersonsYes { approved, ticket, login } = Approved::by_user(asked, facts, scope, &mut self.policy)?;
        if login.is_some() {
            self.login = login;
        }
        Ok((approved, ticket))
    }

    /// Adds to the browser's facts those that only the run knows: where the text and the address come from.
    pub(crate) fn complete_facts(&self, action: &Action, facts: Facts, cautions: Vec<String>, task: &Task) -> Facts {
        let mut facts = facts;
        let words = self.words(&task.text);
        if let (Some(text), Some(origin)) = (action.composed_text(), &facts.origin) {
            facts.read_on = self.read_texts.find_elsewhere(text, origin, &words);
        }
        if let Some(form) = facts.target.as_ref().and_then(|target| target.form.as_ref()) {
            let source = self.text_source(&form.fields, &Origin::from_url(&form.action), &task.text);
            facts.sends_foreign_text = source == TextSource::OtherOrigin;
        }
        facts.entrusted = self.secrets.is_entrusted(action, &facts);
        // Hands that cannot hold what a page sends have their own, and facts may come here twice.
        for caution in cautions {
            if !facts.cautions.contains(&caution) {
                facts.cautions.push(caution);
            }
        }
        facts.known_link = action.destination().is_some_and(|url| self.knows_link(url, task));
        facts.unseen_address = task.decided_by == DecisionSource::Brain
            && !facts.known_link
            && action.destination().is_some_and(|url| !url.is_blank() && !self.read_texts.has_seen_address(url));
        let href = facts.target.as_ref().and_then(|target| WebUrl::parse(target.href.as_deref()?).ok());
        let address = action.destination().cloned().or(href).filter(|_| action.composed_text().is_none());
        if let Some(url) = address.filter(|url| !self.knows_link(url, task)) {
            facts.read_on = self.policy.texts_carried_by(url.as_str());
        }
        if facts.read_on.is_empty()
            && task.guard_rules == GuardRules::JoinedAddresses
            && let Some(url) = self.composed_address(action, &facts, &task.text)
        {
            facts.read_on = self.policy.texts_completed_by(&url);
        }
        facts
    }

    /// The address that an action opens, where no page named it and the person did not.
    fn composed_address(&self, action: &Action, facts: &Facts, task: &str) -> Option<String> {
        let is_known = |url: &str| WebUrl::parse(url).is_ok_and(|url| self.read_texts.knows_link(&url, task));
        opened_address(action, facts).filter(|url| action.composed_text().is_none() && !is_known(url))
    }

    /// Records an address that the brain composed and that leaves now: its site may join it with later ones.
    pub(crate) fn record_composed(&mut self, action: &Action, facts: &Facts, task: &str) {
        if let Some(url) = self.composed_address(action, facts, task) {
            self.policy.record_composed(&url);
        }
    }

    pub(crate) fn keep_approval(&mut self, asked: PendingApproval, scope: YesScope) {
        self.standing_approval = Some((asked, scope));
    }

    pub(crate) fn keep_request_approvals(&mut self, asked: Vec<PendingRequest>, scope: YesScope) {
        self.standing_requests = asked.into_iter().map(|asked| (asked, scope)).collect();
    }

    /// The standing approval that is about this action, moved to it; it is spent by the call.
    pub(crate) fn take_standing(&mut self, action: &Action, facts: &Facts) -> Option<(PendingApproval, YesScope)> {
        let (asked, scope) = self.standing_approval.take_if(|(asked, _)| asked.is_about(action, facts))?;
        Some((asked.moved_to(action.clone(), facts)?, scope))
    }

    /// A refusal of the guard or of the person; `topic` is what the person was asked about.
    pub(crate) fn count_refusal(&mut self, topic: Option<QuestionTopic>) {
        self.refusals += 1;
        if let Some(topic) = topic {
            self.refused_kinds.record_refusal(topic);
        }
    }

    /// Whether the person refused such a question so often that they are not asked again.
    pub(crate) fn is_refused_for_good(&self, topic: &QuestionTopic, task: &Task) -> bool {
        let most = task.limits.refusals.filter(|_| task.decided_by == DecisionSource::Outside);
        most.is_some_and(|most| self.refused_kinds.is_refused_for_good(topic, most))
    }

    pub(crate) fn has_many_refusals(&self) -> bool {
        self.refusals >= MOST_REFUSALS
    }

    /// Removes the frames that a brain may not read, and records the rest as read on its origin.
    pub(crate) fn admit_page(&mut self, page: Snapshot) -> Snapshot {
        let page = redact_frames(page, &self.policy);
        let carries_typed = |link: &str| self.read_texts.is_typed_in(link);
        let untyped: Vec<&str> =
            page.nodes.iter().filter_map(|node| node.href.as_deref()).filter(|link| !carries_typed(link)).collect();
        let texts = page.nodes.iter().flat_map(|node| [Some(&node.name), node.value.as_ref()]).flatten();
        self.policy.record_read(&page.origin(), texts.map(String::as_str));
        if let Ok(url) = WebUrl::parse(&page.url) {
            self.read_texts.record_address(&url, &[]);
        }
        let links: Vec<String> = untyped.into_iter().map(str::to_owned).collect();
        self.read_texts.record_page(&page, &links);
        page
    }

    /// Records text that an action read on a page: it may be more than a look shows.
    pub(crate) fn record_text(&mut self, origin: Origin, text: &str) {
        self.policy.record_read(&origin, text.lines());
        self.read_texts.record_text(origin, text);
    }

    /// Records what an outside agent is shown of a page: it looks by its own calls.
    pub(crate) fn record_shown(&mut self, origin: &Origin, outcome: &Outcome, rules: GuardRules) {
        // A line about what is gone quotes the page before, perhaps of another site: it must not count as this one's text.
        let is_shown = |line: &&str| rules == GuardRules::First || !line.starts_with(GONE_LINE);
        let changes = outcome.visible_changes.iter().flat_map(|changes| changes.lines()).filter(is_shown);
        self.policy.record_read(origin, outcome.text.lines().chain(changes));
    }

    /// Records the GET form around an element that the run looks at closely: its address is the page's own.
    pub(crate) fn record_form(&mut self, facts: &Facts) {
        let Some(form) = facts.target.as_ref().and_then(|target| target.form.as_ref()) else { return };
        if let Some(url) = WebUrl::parse(&form.action).ok().filter(|_| form.method == "get") {
            self.read_texts.record_address(&url, &form.fields);
        }
    }

    /// Records the text that an action types: a link that shows it afterwards is composed.
    pub(crate) fn record_action(&mut self, approved: &Approved) {
        let Some(text) = approved.action().composed_text().filter(|text| SecretName::in_placeholder(text).is_none())
        else {
            return;
        };
        if let Some(origin) = approved.origin() {
            self.policy.record_typed(origin, text);
        }
        self.read_texts.record_typed(text);
    }
}
