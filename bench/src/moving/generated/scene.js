// Two items, Alpha and Beta, with the same controls, and a ledger of the item that each trusted event reached.
//
// An action is meant for Alpha. The ledger records the item at the moment when an event begins, because what a page does
// with an event that it was given is the page's own business.

const CONTROLS = {
  button: () => '<button type=button>Remove</button>',
  submit: (item) =>
    `<form id=form-${item} action=/effect/${item}><input type=hidden name=id value=${item}><button>Save</button></form>`,
  link: (item) => `<a href=/effect/${item}>Read</a>`,
  label: (item) => `<label for=box-${item}>Done</label><input type=checkbox id=box-${item} class=unseen>`,
  box: (item) => `<input type=checkbox aria-label=Ready id=box-${item}>`,
  summary: () => '<details><summary>More</summary>text</details>',
  field: (item) =>
    `<form id=form-${item} action=/effect/${item}><input type=hidden name=id value=${item}><input name=note aria-label=Note><button hidden>Go</button></form>`,
  editable: () => '<div contenteditable role=textbox aria-label=Text></div>',
  list: () => '<select aria-label=Choice><option value=0>None</option><option value=1>Alpha</option><option value=2>Beta</option></select>',
  item: () => '<div class=item role=button tabindex=0>Move</div>',
};
const TARGETS = {
  button: 'button', submit: 'button', link: 'a', label: 'input', box: 'input', summary: 'summary', field: '[name=note]',
  editable: '[contenteditable]', list: 'select', item: '.item',
};
const NAMES = {
  button: 'Remove', submit: 'Save', link: 'Read', label: 'Done', box: 'Ready', summary: 'More', field: 'Note', editable: 'Text',
  list: 'Choice', item: 'Move',
};
const STYLE = `
  .row { position: absolute; left: 20px; height: 60px; width: 500px; background: white }
  .row > span { display: inline-block; width: 120px }
  .row button, .row a, .row .item, .row label, .row summary { display: inline-block; width: 160px; height: 30px }
  .unseen { position: absolute; opacity: 0; width: 1px; height: 1px }
  [contenteditable] { width: 200px; height: 30px; border: 1px solid }
  .grows:hover { padding-top: 1px; transition: padding 10ms; animation: turns 1s }
  @keyframes turns { to { outline-color: red } }`;
const EFFECTS = [
  'pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'dblclick', 'contextmenu', 'keydown', 'beforeinput', 'change',
  'drop', 'dragstart', 'toggle',
];
const HOVERS = ['pointerover', 'mouseover', 'mousemove'];

let ledger = [];
let hovers = [];
let scene = null;
let stop = new AbortController();
let runs = 0;

function itemOf(node) {
  for (let at = node; at; at = at.assignedSlot ?? at.parentNode ?? at.host) if (at.item) return at.item;
  return null;
}
function record(event) {
  const target = event.composedPath()[0];
  if (!event.isTrusted && !(event.type === 'change' && target instanceof HTMLSelectElement)) return;
  // A field that is removed while it is being written into reports its change then.
  if (event.type === 'change' && target.matches('[name=note]')) return;
  const chosen = event.type === 'change' && target instanceof HTMLSelectElement ? target.selectedOptions[0]?.textContent.toLowerCase() : null;
  const item = chosen ?? itemOf(target);
  if (item === null) return;
  (HOVERS.includes(event.type) ? hovers : ledger).push({ type: event.type, item });
}
// Registered before every trigger, so that it sees an event as it arrives.
for (const type of [...EFFECTS, ...HOVERS]) addEventListener(type, record, true);

/** Builds the scene of a kind and returns the name of the control that is meant. */
function build({ trigger, change, control, place }) {
  stop.abort();
  stop = new AbortController();
  runs += 1;
  document.activeElement?.blur();
  document.querySelector('#stage')?.remove();
  const stage = document.createElement('div');
  stage.id = 'stage';
  document.body.append(stage);
  const root = place === 'shadow' ? stage.attachShadow({ mode: 'open' }) : stage;
  const top = 20 + (TRIGGERS[trigger.name].far ? 3000 : 0) + (runs % 5) * 7;
  root.innerHTML = `<style>${STYLE}</style><input aria-label=Before style="position: absolute; left: 700px">` + ['alpha', 'beta']
    .map((item, at) => `<div class=row style="top: ${top + at * 100}px"><span>${item[0].toUpperCase()}${item.slice(1)}</span>${CONTROLS[control](item)}</div>`)
    .join('') + `<div class=row style="top: ${top + 200}px"><div role=button tabindex=0 aria-label=Basket style="width: 200px; height: 60px">Basket</div></div>`;
  scrollTo(0, 0);
  const rows = [...root.querySelectorAll('.row')];
  const controls = rows.slice(0, 2).map((row) => row.querySelector(TARGETS[control]));
  rows.forEach((row, at) => (row.item = ['alpha', 'beta', 'basket'][at]));
  scene = { root, rows, controls, control, alpha: controls[0], beta: controls[1], isChanged: false, isLive: false };
  if (CHANGES[change].prepare) CHANGES[change].prepare(scene);
  if (trigger.name === 'blur') root.querySelector('[aria-label=Before]').focus();
  ledger = [];
  hovers = [];
  scene.fire = () => {
    if (scene.isChanged || !scene.isLive) return;
    scene.isChanged = true;
    CHANGES[change].apply(scene);
  };
  TRIGGERS[trigger.name].install(scene, trigger, stop.signal);
  return NAMES[control];
}
/** The page has been looked at: triggers count from now on, and those that need no input begin. */
function go() {
  scene.isLive = true;
  scene.start?.();
}
/** Lets the change happen that waits for the guard's verdict. */
function afterVerdict() { scene.judged() }
function focusAlpha() { scene.alpha.focus() }
/** Where the middle of Alpha's control is. */
function middle() {
  const { x, y, width, height } = scene.alpha.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}
function result() {
  if (scene === null) return { isChanged: true, right: [], wrong: [], hovered: 0, basket: 0 };
  const { root, control, isChanged } = scene;
  const written = (row) => row.querySelector(TARGETS[control])?.value ?? row.querySelector('[contenteditable]')?.textContent ?? '';
  const misplaced = ['field', 'editable'].includes(control) ? [...root.querySelectorAll('.row')].filter((row) => row.item === 'beta' && row.contains(scene.beta) && written(row) !== '') : [];
  const wrong = ledger.filter(({ item }) => item === 'beta').map(({ type }) => type);
  return {
    isChanged,
    right: ledger.filter(({ item }) => item === 'alpha').map(({ type }) => type),
    wrong: [...wrong, ...misplaced.map(() => 'text')],
    hovered: hovers.filter(({ item }) => item === 'beta').length,
    basket: ledger.filter(({ item }) => item === 'basket').length,
  };
}
