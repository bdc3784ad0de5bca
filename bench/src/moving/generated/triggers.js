// When a change happens: on an event at some phase, at once or in a microtask, or without any event.

const EVENTS = [
  'pointerover', 'mouseover', 'pointerenter', 'mouseenter', 'pointermove', 'mousemove', 'pointerdown', 'mousedown', 'focus', 'focusin',
  'pointerup', 'mouseup', 'keydown', 'beforeinput', 'input', 'change', 'blur', 'keyup', 'scroll', 'dragstart', 'dragover',
];
const LISTENERS = { capture: () => [window, true], bubble: () => [document, false], target: ({ alpha }) => [alpha, true] };

function onEvent(type) {
  return {
    far: type === 'scroll',
    phases: type === 'scroll' || type === 'blur' ? ['capture'] : Object.keys(LISTENERS),
    install(scene, { phase, isLater }, signal) {
      const [on, capture] = LISTENERS[phase](scene);
      const fire = isLater ? () => queueMicrotask(scene.fire) : scene.fire;
      on.addEventListener(type, (event) => event.isTrusted && fire(), { capture, signal });
    },
  };
}
/** A trigger that the first movement of the mouse starts. */
const onMove = (start) => (scene, _trigger, signal) =>
  addEventListener('mousemove', () => start(scene), { capture: true, signal, once: true });

const TRIGGERS = {
  before: { install: (scene) => (scene.start = scene.fire) },
  judged: { install: (scene) => (scene.judged = scene.fire) },
  timer: { install: (scene) => (scene.start = () => setTimeout(scene.fire, runs % 12)) },
  frame: { install: (scene) => (scene.start = () => requestAnimationFrame(() => requestAnimationFrame(scene.fire))) },
  move_frame: { install: onMove((scene) => requestAnimationFrame(scene.fire)) },
  move_timer: { install: onMove((scene) => setTimeout(scene.fire, 0)) },
  mutation: {
    install(scene, trigger, signal) {
      const seen = new MutationObserver(scene.fire);
      seen.observe(scene.rows[2], { attributes: true });
      signal.addEventListener('abort', () => seen.disconnect());
      onMove(() => scene.rows[2].setAttribute('data-moved', ''))(scene, trigger, signal);
    },
  },
  resize: {
    install(scene, _trigger, signal) {
      scene.alpha.classList.add('grows');
      const { height } = scene.alpha.getBoundingClientRect();
      const seen = new ResizeObserver(() => scene.alpha.getBoundingClientRect().height !== height && scene.fire());
      seen.observe(scene.alpha, { box: 'border-box' });
      signal.addEventListener('abort', () => seen.disconnect());
    },
  },
  intersection: {
    far: true,
    install(scene, _trigger, signal) {
      const seen = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && scene.fire());
      seen.observe(scene.alpha);
      signal.addEventListener('abort', () => seen.disconnect());
    },
  },
  transition: {
    install(scene, _trigger, signal) {
      scene.alpha.classList.add('grows');
      addEventListener('transitionrun', scene.fire, { capture: true, signal });
    },
  },
  animation: {
    install(scene, _trigger, signal) {
      scene.alpha.classList.add('grows');
      addEventListener('animationstart', scene.fire, { capture: true, signal });
    },
  },
  ...Object.fromEntries(EVENTS.map((type) => [type, onEvent(type)])),
};
