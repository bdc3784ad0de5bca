// Everything that a selector can name passes through here, so that a page can lose its test ids or half of its names.

/** A function that creates elements: `create(tag, attributes, ...children)` with names as the settings have them. */
export function markedElements(create, { reduced, renamed }, names) {
    // Every second name, so that each part of the page keeps some of them.
    const lost = new Map(
        renamed ? names.filter((_, index) => index % 2 === 0).map((name) => [name, `x-${hash(name)}`]) : [],
    );
    const rename = (word) => lost.get(word) ?? word;
    return (tag, attributes, ...children) => {
        const marked = {};
        for (const [name, value] of Object.entries(attributes ?? {})) {
            if (reduced && name === 'data-testid') continue;
            const isText = typeof value === 'string' && name !== 'aria-label' && name !== 'value';
            marked[rename(name)] = isText ? value.split(' ').map(rename).join(' ') : value;
        }
        return create(typeof tag === 'string' ? rename(tag) : tag, marked, ...children);
    };
}

function hash(name) {
    let sum = 7;
    for (const character of name) sum = (sum * 31 + character.codePointAt(0)) % 46_656;
    return sum.toString(36).padStart(3, '0');
}

/** Creates plain elements: attributes, listeners named `onClick`, and children that are elements, text, lists or nothing. */
export function createElement(tag, attributes, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes ?? {})) {
        if (value === undefined || value === null || value === false || name === 'key') continue;
        if (name.startsWith('on')) element.addEventListener(name.slice(2).toLowerCase(), value);
        else if (name === 'ref') value(element);
        else element.setAttribute(name, value === true ? '' : value);
    }
    element.append(
        ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
    );
    return element;
}
