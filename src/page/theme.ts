import { signal } from '@preact/signals';

type Theme = 'system' | 'light' | 'dark';
const THEMES: readonly Theme[] = ['system', 'light', 'dark'];
const KEY = 'stacks-devnet-theme';

function stored(): Theme {
  try {
    return THEMES.find((theme) => theme === localStorage.getItem(KEY)) ?? 'system';
  } catch {
    return 'system'; // a browser that keeps nothing
  }
}

export const theme = signal<Theme>(stored());
apply();

export function nextTheme(): void {
  theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? 'system';
  apply();
  try {
    localStorage.setItem(KEY, theme.value);
  } catch {
    // The choice lasts as long as the page.
  }
}

function apply(): void {
  if (theme.value === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme.value;
}
