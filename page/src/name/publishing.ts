// The roles of digital publishing (DPUB-ARIA), each mapped to the ARIA role it is a kind of.

/** The ARIA role that a role of digital publishing is a kind of. */
export const plainRole = (role: string): string | undefined => (role.startsWith('doc-') ? PLAIN.get(role) : undefined);

const PLAIN = new Map(
  Object.entries({
    figure: 'example',
    group:
      'abstract acknowledgments afterword appendix bibliography chapter colophon conclusion credit credits dedication endnotes ' +
      'epigraph epilogue errata foreword glossary introduction pagefooter pageheader part preface prologue pullquote qna',
    heading: 'subtitle',
    img: 'cover',
    link: 'backlink biblioref glossref noteref',
    listitem: 'biblioentry endnote',
    navigation: 'index pagelist toc',
    note: 'footnote notice tip',
    separator: 'pagebreak',
  }).flatMap(([plain, kinds]) => kinds.split(' ').map((kind): [string, string] => [`doc-${kind}`, plain])),
);
