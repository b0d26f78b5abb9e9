/** Paths as on Linux, of files that a browser does not have: messages name some. */
export const sep = '/';

export const join = (...parts: string[]): string => normalized(parts.filter((part) => part !== '').join('/'));
export const isAbsolute = (path: string): boolean => path.startsWith('/');
export const dirname = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/'))) || (path.startsWith('/') ? '/' : '.');
export const pathToFileURL = (path: string): URL => new URL(`file://${path}`);
export const relative = (from: string, to: string): string => (to.startsWith(`${from}/`) ? to.slice(from.length + 1) : to);

export function resolve(...parts: string[]): string {
  const start = parts.findLastIndex(isAbsolute);
  return join(...(start === -1 ? ['/', ...parts] : parts.slice(start)));
}

export function basename(path: string, end = ''): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return end !== '' && name.endsWith(end) ? name.slice(0, -end.length) : name;
}

function normalized(path: string): string {
  const kept: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') kept.pop();
    else if (part !== '' && part !== '.') kept.push(part);
  }
  return `${path.startsWith('/') ? '/' : ''}${kept.join('/')}` || '.';
}
