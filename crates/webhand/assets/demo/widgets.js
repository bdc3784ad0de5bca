// One small example each of what makes real pages hard: shadow roots, native and modal dialogs, tabs.
async function post(path, data) {
  const answer = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(data),
  });
  if (!answer.ok) throw new Error(answer.statusText);
}

class RatingStars extends HTMLElement {
  connectedCallback() {
    const root = this.attachShadow({ mode: 'open' });
    root.innerHTML = `<style>
      div { display: flex; gap: .25rem; margin-inline-start: -.6rem }
      button { font: 1.75rem/1 system-ui, sans-serif; inline-size: 2.75rem; block-size: 2.75rem; padding: 0; border: 0; border-radius: .5rem;
               background: none; color: var(--line-strong); cursor: pointer }
      button[aria-pressed=true] { color: var(--gold) }
      button:hover { background: var(--tint) }
      button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
    </style><div role="group" aria-label="Rating"></div>`;
    const group = root.querySelector('div');
    for (let stars = 1; stars <= 5; stars += 1) {
      const button = document.createElement('button');
      button.textContent = '★';
      button.setAttribute('aria-label', stars === 1 ? '1 star' : `${stars} stars`);
      button.setAttribute('aria-pressed', 'false');
      button.addEventListener('click', () => void this.#rate(group, stars));
      group.append(button);
    }
  }

  async #rate(group, stars) {
    const status = document.getElementById('rating');
    try {
      await post('/api/rating', { stars });
      [...group.children].forEach((button, index) => button.setAttribute('aria-pressed', String(index < stars)));
      status.textContent = `Thank you: ${stars} of 5 stars.`;
    } catch {
      status.textContent = 'Your rating was not saved. Please try again.';
    }
  }
}
customElements.define('rating-stars', RatingStars);

const cookies = document.getElementById('cookies');
if (localStorage.getItem('cookies') !== 'accepted') cookies.showModal();
cookies.addEventListener('submit', () => localStorage.setItem('cookies', 'accepted'));

const berth = document.getElementById('berth');
document.getElementById('give-up').addEventListener('click', async (event) => {
  const button = event.currentTarget;
  if (!confirm('Give up berth 12? Someone else may take it.')) {
    berth.textContent = 'You kept berth 12.';
    return;
  }
  try {
    await post('/api/berth', { berth: 12 });
    berth.textContent = 'Berth 12 is free again.';
    button.disabled = true;
  } catch {
    berth.textContent = 'The harbour office did not answer. Berth 12 is still yours.';
  }
});

const tabs = [...document.querySelectorAll('[role=tab]')];
function show(chosen) {
  for (const tab of tabs) {
    tab.setAttribute('aria-selected', String(tab === chosen));
    tab.tabIndex = tab === chosen ? 0 : -1;
    document.getElementById(tab.getAttribute('aria-controls')).hidden = tab !== chosen;
  }
}
tabs.forEach((tab, index) => {
  tab.addEventListener('click', () => show(tab));
  tab.addEventListener('keydown', ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (!step) return;
    const next = tabs[(index + step + tabs.length) % tabs.length];
    show(next);
    next.focus();
  });
});
