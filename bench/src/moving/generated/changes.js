// The changes: which of the two items lies where, what a control means, and where a form or link leads.

const ANY = Object.keys(CONTROLS);
const FORMS = ['submit', 'field'];
const become = (row, item) => { row.item = item };
const title = (item) => item[0].toUpperCase() + item.slice(1);
const formOf = ({ rows }, at) => rows[at].querySelector('form');

const CHANGES = {
  none: { on: ANY, apply: () => undefined },
  swap_positions: {
    on: ANY,
    apply({ rows: [a, b] }) { [a.style.top, b.style.top] = [b.style.top, a.style.top] },
  },
  swap_rows: {
    on: ANY,
    apply({ rows: [a, b] }) { b.after(a); [a.style.top, b.style.top] = [b.style.top, a.style.top] },
  },
  swap_controls: {
    on: ['button', 'link', 'box', 'editable', 'list', 'item'],
    apply({ alpha, beta }) { const gap = document.createComment(''); alpha.replaceWith(gap); beta.replaceWith(alpha); gap.replaceWith(beta) },
  },
  recycle: {
    on: ANY,
    apply({ rows: [a, b] }) { become(a, 'beta'); become(b, 'alpha'); a.firstChild.textContent = 'Beta'; b.firstChild.textContent = 'Alpha' },
  },
  recycle_data: {
    on: ANY,
    apply({ rows: [a] }) { become(a, 'beta'); a.firstChild.firstChild.data = 'Beta' },
  },
  recycle_numbers: {
    on: ANY,
    prepare({ rows: [a, b] }) { a.firstChild.textContent = 'Invoice 1041'; b.firstChild.textContent = 'Invoice 1042' },
    apply({ rows: [a] }) { become(a, 'beta'); a.firstChild.textContent = 'Invoice 1042' },
  },
  recycle_scrolled: {
    on: ANY,
    prepare({ rows: [a] }) { for (let at = 0; at < 3; at += 1) a.append(document.createElement('i'), 'same') },
    apply({ rows: [a] }) { become(a, 'beta'); a.firstChild.replaceChildren('Beta') },
  },
  relabel: {
    on: ['button', 'submit', 'link', 'summary', 'item'],
    apply({ rows: [a], alpha }) { become(a, 'beta'); alpha.textContent = 'Keep' },
  },
  relabel_aria: {
    on: ['box', 'field', 'editable', 'list', 'button', 'item'],
    prepare({ alpha, control }) { alpha.setAttribute('aria-label', NAMES[control]) },
    apply({ rows: [a], alpha }) { become(a, 'beta'); alpha.setAttribute('aria-label', 'Other') },
  },
  dataset: {
    on: ANY,
    prepare({ rows: [a, b] }) { a.dataset.id = 'alpha'; b.dataset.id = 'beta' },
    apply({ rows: [a] }) { become(a, 'beta'); a.dataset.id = 'beta' },
  },
  dataset_control: {
    on: ANY,
    prepare({ alpha, beta }) { alpha.dataset.key = '1'; beta.dataset.key = '2' },
    apply({ rows: [a], alpha }) { become(a, 'beta'); alpha.dataset.key = '2' },
  },
  id: {
    on: ['button', 'item', 'editable', 'list', 'summary'],
    prepare({ alpha }) { alpha.id = 'alpha' },
    apply({ rows: [a], alpha }) { become(a, 'beta'); alpha.id = 'beta' },
  },
  clone: { on: ANY, apply({ alpha }) { alpha.replaceWith(alpha.cloneNode(true)) } },
  clone_of_beta: {
    on: ANY,
    prepare({ alpha, beta }) { alpha.dataset.id = 'alpha'; beta.dataset.id = 'beta' },
    apply({ alpha, beta }) { const copy = beta.cloneNode(true); copy.item = 'beta'; alpha.replaceWith(copy) },
  },
  row_of_beta: {
    on: ANY,
    apply({ rows: [a, b] }) { const copy = b.cloneNode(true); copy.item = 'beta'; copy.style.top = a.style.top; a.replaceWith(copy) },
  },
  contents_of_beta: { on: ANY, apply({ rows: [a, b] }) { become(a, 'beta'); a.innerHTML = b.innerHTML } },
  reparent: {
    on: ['button', 'link', 'box', 'editable', 'list', 'item', 'summary'],
    apply({ rows: [a, b], alpha }) { b.append(alpha.closest('details') ?? alpha); [a.style.top, b.style.top] = [b.style.top, a.style.top] },
  },
  remove: { on: ANY, apply({ alpha }) { alpha.remove() } },
  remove_over_beta: { on: ANY, apply({ rows: [a, b] }) { b.style.top = a.style.top; a.remove() } },
  overlay: { on: ANY, apply({ rows: [a, b] }) { b.style.top = a.style.top; b.style.opacity = 0; b.style.zIndex = 9 } },
  pointer_events: { on: ANY, apply({ rows: [a, b] }) { b.style.top = a.style.top; b.style.zIndex = -1; a.style.pointerEvents = 'none' } },
  display: { on: ANY, apply({ rows: [a, b] }) { a.style.display = 'none'; b.style.top = a.style.top } },
  shrink: { on: ANY, apply({ rows: [a, b] }) { a.style.transform = 'scale(0.01)'; b.style.top = a.style.top; b.style.zIndex = -1 } },
  form_attribute: { on: FORMS, apply({ alpha }) { alpha.setAttribute('form', 'form-beta') } },
  form_moved: { on: FORMS, apply(scene) { formOf(scene, 1).append(scene.alpha); const [a, b] = scene.rows; [a.style.top, b.style.top] = [b.style.top, a.style.top] } },
  form_ids: { on: FORMS, prepare({ alpha }) { alpha.setAttribute('form', 'form-alpha') }, apply(scene) { formOf(scene, 0).id = 'gone'; formOf(scene, 1).id = 'form-alpha' } },
  form_action: { on: FORMS, apply(scene) { formOf(scene, 0).setAttribute('action', '/effect/beta') } },
  form_method: { on: FORMS, apply(scene) { formOf(scene, 0).method = 'post' } },
  form_action_button: { on: ['submit'], apply({ alpha }) { alpha.formAction = '/effect/beta' } },
  form_method_button: { on: ['submit'], apply({ alpha }) { alpha.formMethod = 'post' } },
  hidden_value: { on: FORMS, apply(scene) { formOf(scene, 0).querySelector('[name=id]').value = 'beta' } },
  hidden_added: { on: FORMS, apply(scene) { formOf(scene, 0).insertAdjacentHTML('beforeend', '<input type=hidden name=also value=beta>') } },
  hidden_taken: { on: FORMS, apply(scene) { formOf(scene, 1).querySelector('[name=id]').setAttribute('form', 'form-alpha') } },
  button_value: { on: ['submit'], prepare({ alpha }) { alpha.name = 'do'; alpha.value = 'alpha' }, apply({ alpha }) { alpha.value = 'beta' } },
  default_button: { on: ['field'], apply(scene) { formOf(scene, 0).insertAdjacentHTML('afterbegin', '<button formaction=/effect/beta style="width: 1px; height: 1px; padding: 0"></button>') } },
  button_type: {
    on: ['submit'],
    prepare(scene) { scene.alpha.type = 'button'; formOf(scene, 0).action = '/effect/beta' },
    apply({ alpha }) { alpha.type = 'submit' },
  },
  base: {
    on: [...FORMS, 'link'],
    prepare({ rows: [a] }) { const at = a.querySelector('form, a'); at.setAttribute(at.action === undefined ? 'href' : 'action', 'alpha') ; document.head.querySelector('base')?.remove(); document.head.insertAdjacentHTML('beforeend', '<base href=/effect/>') },
    apply() { document.head.querySelector('base').href = '/effect/beta/' },
  },
  href: { on: ['link'], apply({ alpha }) { alpha.href = '/effect/beta' } },
  label_for: { on: ['label'], apply({ rows: [a] }) { a.querySelector('label').htmlFor = 'box-beta' } },
  label_ids: { on: ['label'], apply({ alpha, beta }) { [alpha.id, beta.id] = ['box-beta', 'box-alpha'] } },
  options_reordered: { on: ['list'], apply({ alpha }) { alpha.insertBefore(alpha.options[2], alpha.options[1]) } },
  options_relabelled: { on: ['list'], apply({ alpha }) { alpha.options[1].textContent = 'Beta'; alpha.options[2].textContent = 'Alpha' } },
  focus_moved: { on: ['field', 'editable'], apply({ beta }) { beta.focus() } },
  slot: {
    on: ['button', 'box', 'list'],
    prepare(scene) {
      const host = document.createElement('div');
      scene.rows[2].before(host);
      host.attachShadow({ mode: 'open' }).innerHTML = ['alpha', 'beta'].map((item, at) => `<div style="position: absolute; left: 20px; top: ${parseFloat(scene.rows[at].style.top)}px"><span>${title(item)}</span> <slot name=${item}></slot></div>`).join('');
      [...host.shadowRoot.querySelectorAll('div')].forEach((row, at) => (row.item = ['alpha', 'beta'][at]));
      scene.controls.forEach((control, at) => { control.slot = ['alpha', 'beta'][at]; host.append(control); scene.rows[at].remove() });
    },
    apply({ alpha, beta }) { [alpha.slot, beta.slot] = ['beta', 'alpha'] },
  },
  frames_swapped: { on: ['button', 'submit', 'box', 'field'], places: ['frame'], apply: () => parent.swapFrames() },
  frame_replaced: { on: ['button', 'submit', 'field'], places: ['frame'], apply: () => parent.replaceFrame() },
};
