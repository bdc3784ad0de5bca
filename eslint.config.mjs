import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

export default defineConfig(
  { ignores: ['**/dist/**', '**/node_modules/**', '**/generated/**', 'target/**'] },
  {
    files: ['page/src/**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { project: './page/tsconfig.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      'eqeqeq': 'error',
      'max-lines': ['error', { max: 300, skipComments: true, skipBlankLines: true }],
      'max-lines-per-function': ['error', { max: 60, skipComments: true, skipBlankLines: true }],
      'no-restricted-globals': [
        'error',
        'chrome',
        'fetch',
        'XMLHttpRequest',
        'WebSocket',
        'localStorage',
        'sessionStorage',
      ],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['ui/src/**/*.ts', 'ui/src/**/*.tsx'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { project: './ui/tsconfig.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      'eqeqeq': 'error',
      'max-lines': ['error', { max: 300, skipComments: true, skipBlankLines: true }],
      // A component is mostly markup, which is one thing however long.
      'max-lines-per-function': ['error', { max: 80, skipComments: true, skipBlankLines: true }],
      'no-restricted-globals': ['error', 'chrome', 'XMLHttpRequest', 'WebSocket'],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    },
  },
  {
    files: ['extension/src/**/*.ts', 'extension/src/**/*.tsx'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { project: './extension/tsconfig.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      'eqeqeq': 'error',
      'max-lines': ['error', { max: 300, skipComments: true, skipBlankLines: true }],
      'max-lines-per-function': ['error', { max: 80, skipComments: true, skipBlankLines: true }],
      'no-restricted-globals': ['error', 'XMLHttpRequest', 'localStorage', 'sessionStorage'],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
    },
  },
  { files: ['**/*.mjs'], rules: { 'eqeqeq': 'error', 'no-undef': 'off' } },
);
