// Which language the texts are in: the one that the person chose, else the first of the browser that there are texts in.

const PLACE = 'webhand-language';

export const languages: readonly (readonly [string, string])[] = [
  ['en', 'English'],
  ['es', 'Español'],
];

const known = (name: string | undefined) => languages.some(([one]) => one === name);

export const language: string =
  [localStorage.getItem(PLACE) ?? '', ...navigator.languages]
    .map((name) => name.slice(0, 2).toLowerCase())
    .find(known) ?? 'en';

/** Holds from the next load on. */
export function chooseLanguage(name: string): void {
  localStorage.setItem(PLACE, name);
}

export type Translate<Key extends string> = (key: Key, places?: Record<string, string | number>) => string;

export function translator<Key extends string>(texts: Record<Key, string>): Translate<Key> {
  return (key, places = {}) => texts[key].replace(/\{(\w+)\}/g, (whole, name: string) => String(places[name] ?? whole));
}
