// All kinds: every trigger with every change, on every action that both can meet.

const ACTIONS = {
  click: { on: ANY.filter((control) => !['list'].includes(control)), by: 'mouse' },
  dblclick: { on: ['button', 'submit', 'item'], by: 'mouse' },
  click_at: { on: ['button', 'submit', 'link', 'item'], by: 'mouse' },
  check: { on: ['box', 'label'], by: 'mouse' },
  hover: { on: ['button', 'item'], by: 'mouse' },
  drag: { on: ['item'], by: 'mouse' },
  fill: { on: ['field', 'editable'], by: 'keys' },
  type: { on: ['field', 'editable'], by: 'keys' },
  enter: { on: ['field', 'button', 'submit', 'link'], by: 'keys' },
  submit: { on: ['field'], by: 'keys' },
  focused_enter: { on: ['field', 'submit'], by: 'keys' },
  focused_type: { on: ['field', 'editable'], by: 'keys' },
  select: { on: ['list'], by: 'script' },
};
const MOUSE = ['pointerover', 'mouseover', 'pointerenter', 'mouseenter', 'pointermove', 'mousemove', 'pointerdown', 'mousedown', 'pointerup', 'mouseup', 'move_frame', 'move_timer', 'mutation', 'resize', 'transition', 'animation', 'dragstart', 'dragover'];
const KEYS = ['keydown', 'beforeinput', 'input', 'keyup'];
const ALWAYS = ['before', 'judged', 'timer', 'frame', 'scroll', 'intersection', 'focus', 'focusin', 'blur'];
const REACHED_BY = { mouse: [...ALWAYS, ...MOUSE], keys: [...ALWAYS, ...KEYS], script: [...ALWAYS, 'input', 'change'] };
const DRAGS = ['dragstart', 'dragover'];
const PLACES = ['light', 'shadow', 'frame'];

function kinds() {
  const found = [];
  for (const [action, { on, by }] of Object.entries(ACTIONS))
    for (const [change, { on: changed, places = PLACES }] of Object.entries(CHANGES))
      for (const control of on.filter((name) => changed.includes(name)))
        for (const name of REACHED_BY[by].filter((name) => action === 'drag' || !DRAGS.includes(name)))
          for (const phase of TRIGGERS[name].phases ?? ['target'])
            for (const isLater of TRIGGERS[name].phases === undefined ? [false] : [false, true])
              for (const place of places)
                if (change !== 'none' || name === 'before') found.push({ action, change, control, trigger: { name, phase, isLater }, place });
  return found;
}

// The outer document holds the frames; each of them is this page again.
const frameOf = (at) => document.querySelectorAll('iframe')[at];
function place(frame, top) { Object.assign(frame.style, { position: 'absolute', left: '0', top: `${top}px`, width: '900px', height: '330px', border: '0' }) }
function swapFrames() { const [a, b] = document.querySelectorAll('iframe'); [a.style.top, b.style.top] = [b.style.top, a.style.top] }
function replaceFrame() { frameOf(0).src = '/inner' }
let current = window;
async function reset(kind) {
  document.querySelectorAll('iframe').forEach((frame) => frame.remove());
  document.querySelector('#stage')?.remove();
  scrollTo(0, 0);
  current = window;
  if (kind.place === 'frame') {
    const loaded = [0, 1].slice(0, kind.change === 'frames_swapped' ? 2 : 1).map((at) => {
      const frame = document.createElement('iframe');
      frame.src = '/inner';
      place(frame, at * 340);
      document.body.append(frame);
      return new Promise((resolve) => (frame.onload = () => { frame.onload = null; resolve(frame) }));
    });
    const frames = await Promise.all(loaded);
    frames.slice(1).forEach((frame) => { frame.contentWindow.build({ ...kind, change: 'none', trigger: { name: 'before' } }); frame.contentWindow.claim('beta') });
    current = frames[0].contentWindow;
  }
  return current.build(kind);
}
/** Everything in a document belongs to this item, as in a frame of another row. */
function claim(item) { scene.rows.forEach((row) => (row.item = item)); parent.foreign = window }
function outcome() {
  const own = current.result?.() ?? { isChanged: true, right: [], wrong: [], hovered: 0, basket: 0 };
  const other = window.foreign?.result?.().wrong ?? [];
  window.foreign = undefined;
  return { ...own, wrong: [...own.wrong, ...other] };
}
/** The frames begin at the upper left corner, so their points are those of the view. */
const point = () => current.middle();
