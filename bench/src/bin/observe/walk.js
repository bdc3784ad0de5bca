// The least a look can cost: one pass over the document, visibility as the browser itself tells it, one text out.
(() => {
  const usable = new Set(['A', 'BUTTON', 'INPUT', 'SELECT', 'TEXTAREA', 'SUMMARY']);
  const strictly = { opacityProperty: true, visibilityProperty: true };
  const lines = [];
  let number = 0;
  const name = (element) =>
    element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent.trim() ?? '';
  const visit = (parent) => {
    for (let node = parent.firstChild; node !== null; node = node.nextSibling) {
      if (node.nodeType === Node.TEXT_NODE) {
        const text = node.data.trim();
        if (text !== '') lines.push(text);
      } else if (node.nodeType === Node.ELEMENT_NODE) {
        element(node);
      }
    }
  };
  const element = (node) => {
    const tag = node.tagName;
    if (tag === 'SCRIPT' || tag === 'STYLE' || !node.checkVisibility(strictly)) return;
    if (usable.has(tag) || node.onclick || node.tabIndex >= 0 || node.isContentEditable) {
      lines.push(`[${number++}] ${tag.toLowerCase()} ${name(node)}`.trimEnd());
    }
    if (node.shadowRoot !== null) visit(node.shadowRoot);
    const inner = tag === 'IFRAME' ? node.contentDocument?.body : node;
    if (inner) visit(inner);
  };
  visit(document.body);
  return lines.join('\n');
})()
