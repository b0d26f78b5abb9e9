import type { Method } from '../method.js';
import { lazyMethods } from './all-methods.js';
import { CORE_METHODS } from './core/core-methods.js';

/** Looks up a method by its name. */
export type MethodLookup = (name: string) => Method | undefined | Promise<Method | undefined>;

/** Creates a lookup that is synchronous for core methods, and for all methods once the lazy ones are loaded. */
export function createMethodLookup(): MethodLookup {
  const core = byName(CORE_METHODS);
  let lazy: Map<string, Method> | undefined;
  const load = async (name: string) => {
    lazy ??= byName(await lazyMethods());
    return lazy.get(name);
  };
  return (name) => core.get(name) ?? (lazy === undefined ? load(name) : lazy.get(name));
}

const byName = (methods: readonly Method[]): Map<string, Method> => new Map(methods.map((method) => [method.name, method]));
