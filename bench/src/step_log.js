const who = new URLSearchParams(location.search).get('as');
const tell = (what) => {
  const query = encodeURIComponent(what.replaceAll(' ', '_'));
  fetch(`/noted?as=${who}&what=${query}`);
};
const say = (what) => {
  document.getElementById('status').textContent = what;
  tell(what);
};
const name = (element) =>
  (element.ariaLabel ?? element.labels?.[0]?.textContent ?? element.textContent).trim();
document.addEventListener('click', ({ target }) => {
  const control = target.closest('a, button');
  if (control) say(`clicked ${name(control)}`);
});
document.addEventListener('change', ({ target }) => {
  if (target.type === 'checkbox') say(`ticked ${target.checked} ${name(target)}`);
  if (target.localName === 'select') say(`chose ${target.value} in ${name(target)}`);
});
document.addEventListener('input', ({ target }) => {
  if (target.type === 'search') say(`filled ${target.value} in ${name(target)}`);
});
addEventListener('scroll', () => tell('scrolled'));
addEventListener('hashchange', () => tell(`at ${location.hash || 'start'}`));
tell(`opened ${location.pathname.slice(1)}`);
