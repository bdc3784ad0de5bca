// Runs in every state and their events, as the real programs describe them.

const NOW = Date.now();
const HOSTILE = '<img src=x onerror="document.title=\'broken\'"><script>document.title="broken"</script>';

const run = (id, task, state, more = {}) => ({
  id,
  task,
  state,
  started: NOW - 90_000 * Number.parseInt(id, 36),
  updated: NOW,
  steps: 7,
  tokens: 18_204,
  cost: 21_400,
  brain: 'openai/gpt-5-mini',
  mode: 'autonomous',
  max_steps: 50,
  url: 'https://shop.example/',
  ...more,
});

export const QUESTION = {
  no: 12,
  topic: 'approval',
  text: 'https://shop.example: click button "Place order for €30.00"? It sends something that cannot be taken back.',
  details: ['POST https://shop.example/checkout', 'total = "30.00"'],
  content: [
    ['name', 'Ana Torres'],
    ['address', 'Muelle 3'],
    ['note', HOSTILE],
  ],
  options: [],
  this_kind: 'POST https://shop.example/checkout',
};

export const RUNS = [
  run('1', 'Order the tide clock for Ana Torres, Muelle 3, and tell me when it arrives', 'waiting', {
    question: QUESTION,
  }),
  run('2', 'Compare the prices of these three lamps and tell me which is the cheapest', 'working'),
  run('3', 'Read my mails and say what Ernesto sent', 'over', {
    outcome: {
      kind: 'done',
      text: 'Ernesto sent the budget for 2027 at 14:02; it has three pages.',
      evidence: ['“Budget 2027.pdf”'],
    },
  }),
  run('4', `Look at ${HOSTILE}`, 'over', {
    outcome: { kind: 'failed', text: 'The site did not answer.', evidence: [] },
  }),
  run('5', 'Fill in the form of the town hall with my address', 'taken_over', {
    question: {
      ...QUESTION,
      topic: 'hand_over',
      text: 'Solve the captcha, please.',
      content: [],
      details: [],
      this_kind: undefined,
    },
  }),
  run('6', 'Cancel the newsletter', 'parked', {
    reason: 'webhand ended while a POST request was being sent: it may or may not have arrived',
  }),
  run('7', 'Look for trains to Porto on Friday', 'queued', { place: 2, steps: 0, tokens: 0, cost: 0 }),
  run('8', 'Log in at the library', 'waiting', {
    question: {
      ...QUESTION,
      topic: 'secret',
      text: 'The page wants the code from your phone.',
      content: [],
      details: [],
      this_kind: undefined,
    },
  }),
  run('9', 'Watch the price of the desk', 'paused'),
  run('a', 'Book a table for two', 'over', { outcome: { kind: 'cancelled', text: 'Cancelled.', evidence: [] } }),
];

const LINES = [
  ['open https://shop.example/', 'Shop', 'I open the shop.'],
  ['click link "Clocks"', 'Clocks', 'The tide clock must be among the clocks.'],
  ['click button "Add Tide clock to basket"', 'Clocks', 'There it is, for €24.'],
  ['open https://shop.example/basket', 'Basket', ''],
  ['fill textbox "Name" ← Ana Torres', 'Basket', 'Now the address of Ana.'],
  ['fill textbox "Address" ← Muelle 3', 'Basket', ''],
];

export function events(info) {
  let seq = 0;
  const all = [];
  const add = (what) => all.push({ seq: ++seq, at: seq * 420, wall: info.started + seq * 420, what });
  add({ type: 'started', task: info.task, url: null, brain: info.brain, mode: 'autonomous', max_steps: 50 });
  if (info.state === 'queued') return all;
  LINES.forEach(([text, title, said], index) => {
    const picture = `${index}.png`;
    add({ type: 'looked', url: 'https://shop.example/clocks', title, elements: 42, picture, viewport: [1280, 800] });
    add({ type: 'thinking' });
    add({ type: 'answered', text: said, calls: [{ name: 'click', arguments: {} }], tokens: 2600, cost: 3000 });
    const touched = { x: 80 + 60 * index, y: 330, width: 260, height: 44, label: 'button "Add"', picture };
    add({ type: 'acting', no: seq, action: 'click', text, approved_by_person: index === 3, touched });
    add({
      type: 'acted',
      no: seq - 1,
      status: index === 2 ? 'covered' : 'done',
      text: 'done; the page shows more',
      picture: null,
    });
  });
  if (info.question) add({ type: 'asked', question: info.question });
  if (info.outcome) add({ type: 'ended', outcome: info.outcome });
  return all;
}

/** The details of one event, as the real programs read them from the journal. */
export function details(info, seq) {
  const event = events(info).find((one) => one.seq === seq);
  const look = { seq: 2, url: 'https://shop.example/clocks', title: 'Clocks', text: '- button "Add Tide clock" [e4]' };
  if (event?.what.type === 'thinking') {
    const prompt = { system: 'You work in a browser.', task: info.task, turns: [], notes: [], page: look.text };
    return { event, look, prompt, answer: 'There it is.\nclick {"ref":"e4"}', requests: [], console: [] };
  }
  return {
    event,
    look,
    changes: '+ status "1 in the basket"',
    requests: [{ method: 'POST', url: 'https://shop.example/basket', by: 'person', count: 1 }],
    console: ['warning: slow network'],
    picture_before: '0.png',
    picture_after: '1.png',
  };
}

export const SCHEDULES = [
  {
    id: 's1',
    name: 'Weather in the morning',
    when: { type: 'cron', expression: '0 8 * * mon-fri', zone: 'Europe/Madrid' },
    run: { task: 'Tell me the weather' },
    enabled: true,
    next: NOW + 3_600_000,
    last_run: '3',
    last_begun: NOW - 3_600_000,
    missed: 1,
  },
  {
    id: 's2',
    name: 'Price of the desk',
    when: { type: 'page_change', url: 'https://shop.example/desk', part: 'Price', every_minutes: 60 },
    run: { task: 'Say the new price' },
    enabled: false,
    missed: 0,
    problem: 'the page did not answer at 09:00',
  },
];
