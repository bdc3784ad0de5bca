// Light or dark: what the system says, until the person says otherwise.

const PLACE = 'webhand-theme';

const chosen = localStorage.getItem(PLACE);
if (chosen) document.documentElement.dataset['theme'] = chosen;

/** Returns how to change between both. */
export function useTheme(): () => void {
  return () => {
    const root = document.documentElement;
    const isDark =
      (root.dataset['theme'] ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';
    const next = isDark ? 'light' : 'dark';
    root.dataset['theme'] = next;
    localStorage.setItem(PLACE, next);
  };
}
