import { DevnetError } from '../../base/error.js';

const bundled = new Map<string, unknown>();

/** Says what `require` of a package returns: packages are bundled, and none is loaded at run time. */
export function provide(name: string, module: unknown): void {
  bundled.set(name, module);
}

export const createRequire = () => (name: string) => {
  const module = bundled.get(name);
  if (module === undefined)
    throw new DevnetError('UNSUPPORTED', `the bundle for browsers has no ${name}. Import it, and give it devnet.fetch.`);
  return module;
};
