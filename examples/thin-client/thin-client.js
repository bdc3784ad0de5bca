// A thin client for webhand: the hands of a run in the page that this script runs in.
//
// It tells the server what the page shows, does what the server asks for, and decides nothing. The server has to be started with
// `webhand serve --thin-client-page ORIGIN` for the origin of the page; TOKEN is the text of its file `server-token`.
//
//   const client = new ThinClient('http://127.0.0.1:7878', TOKEN);
//   const outcome = await client.run('add the tide clock to the basket', (question) => prompt(question.text));
//
// A click that loads another page ends this script. Load it there again and call `client.resume(id)`; the run waits.

class ThinClient {
  #server;
  #token;
  #numbers = new WeakMap(); // element → its number, which stays the same while the element lives
  #elements = new Map();
  #last = 0;

  constructor(server, token) {
    this.#server = server;
    this.#token = token;
  }

  /** Begins a run and works until it is over. `answer` gets each question and returns yes, no or a text. */
  async run(task, answer) {
    const { id } = await this.#post('/agent/run/start', { task, url: location.href });
    return this.resume(id, answer);
  }

  async resume(id, answer) {
    sessionStorage.setItem('thin-client-run', id);
    let result;
    for (;;) {
      const reply = await this.#post(`/agent/run/${id}/step`, { page: this.look(), result });
      result = undefined;
      if (reply.status === 'over') {
        sessionStorage.removeItem('thin-client-run');
        return reply.outcome;
      }
      if (reply.status === 'act') result = await this.#act(reply);
      if (reply.status === 'ask') await this.#answer(id, reply.question, answer);
      if (reply.status === 'rests') await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }

  /** What the page shows, in reading order. */
  look() {
    const nodes = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node && nodes.length < 2000; node = walker.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement;
      if (!element || !element.checkVisibility()) continue;
      if (node instanceof Text) {
        const text = node.data.trim();
        // The text of a control is its name.
        if (text && !element.closest('a, button, select, label, script, style')) nodes.push({ role: 'text', name: text });
      } else if (element.matches(CONTROLS)) {
        nodes.push(this.#describe(element));
      } else if (/^H[1-6]$/.test(element.tagName)) {
        nodes.push({ role: 'heading', name: element.textContent.trim() });
      }
    }
    return { url: location.href, title: document.title, document: Math.round(performance.timeOrigin), nodes };
  }

  #describe(element) {
    const node = { id: this.#number(element), role: roleOf(element), name: nameOf(element) };
    if (element.href) node.href = element.href;
    if (element instanceof HTMLInputElement) node.input = element.type;
    if (element.type === 'checkbox' || element.type === 'radio') node.value = element.checked ? 'checked' : 'unchecked';
    else if ('value' in element && element.type !== 'password' && roleOf(element) !== 'button') node.value = element.value;
    const form = element.form;
    const sends = roleOf(element) === 'button' ? element.type === 'submit' : element instanceof HTMLInputElement;
    if (form && sends) node.form = describeForm(form, element);
    return node;
  }

  #number(element) {
    if (!this.#numbers.has(element)) {
      this.#numbers.set(element, ++this.#last);
      this.#elements.set(this.#last, new WeakRef(element));
    }
    return this.#numbers.get(element);
  }

  async #act({ no, action, element: number, arguments: given }) {
    try {
      const element = number === null ? document.activeElement : this.#elements.get(number)?.deref();
      if (number !== null && !element?.isConnected) throw new Error('the element is gone');
      const text = await perform(action, element, given);
      // What a page does with it is seen in the next look.
      await new Promise((resolve) => setTimeout(resolve, 300));
      return { no, ok: true, text: text ?? '' };
    } catch (error) {
      return { no, ok: false, text: String(error.message) };
    }
  }

  async #answer(id, question, answer) {
    const said = await answer(question);
    const words = { yes: 'yes', no: 'no' };
    const word = words[said] ?? (question.topic === 'brain' ? 'text' : 'no');
    // A question of the guard is for the person: the agent's token cannot answer it, so the run waits for the dashboard.
    if (question.topic !== 'brain') return new Promise((resolve) => setTimeout(resolve, 1000));
    await this.#post(`/agent/run/${id}/answer`, { question: question.no, answer: word, text: word === 'text' ? said : undefined });
  }

  async #post(path, body) {
    const response = await fetch(this.#server + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer = response.status === 204 ? {} : await response.json();
    if (!response.ok) throw new Error(answer.detail ?? response.statusText);
    return answer;
  }
}

const CONTROLS = 'a[href], button, input:not([type=hidden]), select, textarea, [role=button], [role=link], [contenteditable=true]';

function roleOf(element) {
  const named = element.getAttribute('role');
  if (named) return named;
  if (element.tagName === 'A') return 'link';
  if (element.tagName === 'BUTTON' || ['submit', 'button', 'reset', 'image'].includes(element.type)) return 'button';
  if (element.tagName === 'SELECT') return 'combobox';
  return ['checkbox', 'radio'].includes(element.type) ? element.type : 'textbox';
}

function nameOf(element) {
  const label = element.labels?.[0]?.textContent;
  const own = roleOf(element) === 'textbox' ? '' : element.textContent;
  const named = [element.getAttribute('aria-label'), label, own, element.type === 'submit' && element.value];
  return ([...named, element.placeholder, element.title, element.name].find((name) => name?.trim()) ?? '').trim().slice(0, 200);
}

function describeForm(form, submitter) {
  const fields = [...new FormData(form)].map(([name, value]) => {
    const isSecret = [...form.elements].some((field) => field.name === name && field.type === 'password');
    return [name, isSecret ? '…' : String(value).slice(0, 500)];
  });
  const action = submitter.hasAttribute('formaction') ? submitter.formAction : form.action;
  return { action, method: submitter.getAttribute('formmethod') ?? form.method, fields };
}

async function perform(action, element, given) {
  switch (action) {
    case 'click':
      return element.click();
    case 'fill':
    case 'type':
      return enter(element, given.value ?? given.text, given.submit);
    case 'clear':
      return enter(element, '');
    case 'select': {
      const option = [...element.options].find((option) => [option.value, option.text.trim()].includes(given.value));
      if (!option) throw new Error('there is no such option');
      element.value = option.value;
      return void element.dispatchEvent(new Event('change', { bubbles: true }));
    }
    case 'check':
    case 'uncheck':
      return void (element.checked === (action === 'check') || element.click());
    case 'press':
      if (given.key === 'Enter' && element.form) return element.form.requestSubmit();
      return void element.dispatchEvent(new KeyboardEvent('keydown', { key: given.key, bubbles: true }));
    case 'scroll':
      return void scrollBy({ top: given.direction === 'up' ? -innerHeight : innerHeight });
    case 'open':
      if (given.url === location.href) return;
      return void location.assign(given.url);
    case 'back':
      return history.back();
    case 'wait':
      return new Promise((resolve) => setTimeout(resolve, Math.min(given.ms ?? 1000, 10_000)));
    default:
      throw new Error(`this client cannot ${action}`);
  }
}

function enter(element, text, submit) {
  element.focus();
  if (element.isContentEditable) element.textContent = text;
  else Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value').set.call(element, text);
  element.dispatchEvent(new InputEvent('input', { bubbles: true, data: text }));
  element.dispatchEvent(new Event('change', { bubbles: true }));
  if (submit) element.form?.requestSubmit();
}

globalThis.ThinClient = ThinClient;
