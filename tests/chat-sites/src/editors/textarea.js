// A plain text field that grows with its text.

export function mountTextarea(element, { label, onChange, onEnter, attributes = {} }) {
    const field = document.createElement('textarea');
    for (const [name, value] of Object.entries({
        'aria-label': label,
        'placeholder': label,
        'rows': '1',
        ...attributes,
    }))
        if (value !== undefined) field.setAttribute(name, value);
    field.addEventListener('input', () => onChange(field.value));
    field.addEventListener('keydown', (event) => {
        if (event.key === 'Enter' && onEnter(event)) event.preventDefault();
    });
    element.append(field);
    const set = (text) => {
        field.value = text;
        onChange(text);
    };
    return { text: () => field.value, set, clear: () => set(''), destroy: () => field.remove() };
}
