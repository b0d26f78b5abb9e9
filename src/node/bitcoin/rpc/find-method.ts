import { EVERYDAY_METHODS } from './everyday-methods.js';
import type { Method } from './method.js';
import { otherMethods } from './methods.js';

/** Looks up a method by its name. */
export type MethodLookup = (name: string) => Method | undefined | Promise<Method | undefined>;

/** A lookup that answers at once for everyday methods, and for all once it was asked for another. */
export function createMethodLookup(): MethodLookup {
  const known = byName(EVERYDAY_METHODS);
  let others: Map<string, Method> | undefined;
  const search = async (name: string) => {
    others ??= byName(await otherMethods());
    return others.get(name);
  };
  return (name) => known.get(name) ?? (others === undefined ? search(name) : others.get(name));
}

const byName = (methods: readonly Method[]): Map<string, Method> => new Map(methods.map((method) => [method.name, method]));
