// The answer comes late and is drawn in two stages (grey shapes, then text), as on many real pages.
const SKELETON_MS = 350;
const form = document.getElementById('search');
const status = document.getElementById('status');
const results = document.getElementById('results');
let current; // The newest search; the answer to an older one is never drawn.

function element(name, className, text = '') {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

function say(text, busy) {
  status.textContent = text;
  status.classList.toggle('busy', busy);
  results.setAttribute('aria-busy', String(busy));
}

function skeleton() {
  const item = element('li', 'card skeleton');
  item.setAttribute('aria-hidden', 'true');
  item.append(element('div', 'bar short'), element('div', 'bar'));
  return item;
}

function found({ title, kind, year, text }) {
  const item = element('li', 'card');
  item.append(element('h2', '', title), element('p', 'note', `${kind}, ${year}`), element('p', '', text));
  return item;
}

async function search(query) {
  current?.abort();
  const mine = new AbortController();
  current = mine;
  results.replaceChildren();
  say('Searching…', true);
  try {
    const answer = await fetch(`/api/search?q=${encodeURIComponent(query)}`, { signal: mine.signal });
    if (!answer.ok) throw new Error(answer.statusText);
    const records = await answer.json();
    results.replaceChildren(...records.map(skeleton));
    await new Promise((resolve) => setTimeout(resolve, SKELETON_MS));
    if (mine.signal.aborted) return;
    results.replaceChildren(...records.map(found));
    const many = records.length === 1 ? '1 result' : `${records.length} results`;
    say(`${records.length === 0 ? 'No results' : many} for “${query}”`, false);
  } catch {
    if (!mine.signal.aborted) say('The archive did not answer. Please try again.', false);
  }
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const query = form.elements.q.value.trim();
  if (query) void search(query);
});
