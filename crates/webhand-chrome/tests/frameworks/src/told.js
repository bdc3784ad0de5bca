// The model of the framework, not the document, is what a test reads: it is told in the title.

export function tell(model) {
  document.title = JSON.stringify(model);
}

/** An element for an editor, named for people and screen readers. */
export function place() {
  const element = document.createElement('div');
  element.style.cssText = 'width: 600px; height: 200px; border: 1px solid';
  document.body.append(element);
  return element;
}
