import type { Method } from './method.js';
import { METHOD_GROUPS } from './methods.js';

/** Looks up a method by its name. */
export type MethodLookup = (name: string) => Method | undefined | Promise<Method | undefined>;

/** A lookup that loads the groups one after another until one of them has the name, and remembers what they had. */
export function createMethodLookup(): MethodLookup {
  const known = new Map<string, Method>();
  const search = async (name: string) => {
    for (const load of METHOD_GROUPS) {
      for (const method of await load()) known.set(method.name, method);
      if (known.has(name)) break;
    }
    return known.get(name);
  };
  return (name) => known.get(name) ?? search(name);
}
