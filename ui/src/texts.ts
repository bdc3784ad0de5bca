// All texts of the dashboard in each language; a language without one of them does not compile.

import { en } from './texts/en.ts';
import { es } from './texts/es.ts';
import { language, translator } from './texts/language.ts';

export { chooseLanguage, language, languages } from './texts/language.ts';
export type TextKey = keyof typeof en;

/** A text with its places filled: `{name}` becomes `places.name`. */
export const t = translator<TextKey>(language === 'es' ? es : en);

export function isTextKey(key: string): key is TextKey {
  return key in en;
}
