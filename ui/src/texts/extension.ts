// The texts that only the extension's pages have.

import { extensionEn } from './extension_en.ts';
import { extensionEs } from './extension_es.ts';
import { language, translator } from './language.ts';

export type ExtensionText = keyof typeof extensionEn;

export const x = translator<ExtensionText>(language === 'es' ? extensionEs : extensionEn);
