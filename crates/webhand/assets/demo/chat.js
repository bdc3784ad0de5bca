// Lives in a frame from another origin: the page around it can neither read nor touch it.
const open = document.getElementById('open');
const room = document.getElementById('window');
const log = document.getElementById('log');
const form = document.getElementById('form');

function say(who, text) {
  const line = document.createElement('li');
  const name = document.createElement('b');
  name.textContent = `${who}:`;
  line.append(name, ` ${text}`);
  log.append(line);
  log.scrollTop = log.scrollHeight;
}

open.addEventListener('click', () => {
  open.hidden = true;
  room.hidden = false;
  form.elements.text.focus();
});

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const text = form.elements.text.value.trim();
  if (!text) return;
  form.reset();
  say('You', text);
  try {
    const answer = await fetch('/api/chat', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text }),
    });
    if (!answer.ok) throw new Error(answer.statusText);
    say('Office', (await answer.json()).reply);
  } catch {
    say('Office', 'Your message did not arrive. Please send it again.');
  }
});
