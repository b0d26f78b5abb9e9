import { computed, signal } from '@preact/signals';

const hash = signal(location.hash);
addEventListener('hashchange', () => {
  hash.value = location.hash;
});

/** Where the page is: `#/tx/0x12?from=3` is `{ view: 'tx', id: '0x12', query }`. */
export const route = computed(() => {
  const [path = '', query = ''] = hash.value.replace(/^#\/?/, '').split('?');
  const [view = '', ...rest] = path.split('/').map(decode);
  return { view: view === '' ? 'overview' : view, id: rest.join('/'), query: new URLSearchParams(query) };
});

/** The link to a view. @param query is left out where a value is undefined */
export function link(view: string, id?: string | number, query: Readonly<Record<string, string | number | undefined>> = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, `${value}`]]));
  const search = new URLSearchParams(pairs).toString();
  return `#/${view}${id === undefined ? '' : `/${encodeURIComponent(id)}`}${search === '' ? '' : `?${search}`}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
