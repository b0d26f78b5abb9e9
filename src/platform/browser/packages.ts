import { DevnetError } from '../../base/error.js';

const bundled = new Map<string, () => unknown>();

/** Says what `require` of a package returns: packages are bundled, and none is loaded at run time. @param load evaluates it once */
export function provide(name: string, load: () => unknown): void {
  bundled.set(name, load);
}

export const createRequire = () => (name: string) => {
  const load = bundled.get(name);
  if (load === undefined)
    throw new DevnetError('UNSUPPORTED', `the bundle for browsers has no ${name}. Import it, and give it devnet.fetch.`);
  return load();
};
