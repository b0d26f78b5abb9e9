import { EVERYDAY_METHODS } from './everyday-methods.js';
import type { Method } from './method.js';
import { controlMethods } from './methods/control.js';

/** The methods that are loaded when one of them is called. */
export async function otherMethods(): Promise<Method[]> {
  const { OTHER_METHODS } = await import('./other-methods.js');
  return [...OTHER_METHODS, ...controlMethods(allMethods)];
}

/** Every method, sorted by name. There is no wallet: its methods are unknown, as with bitcoind's `-disablewallet`. */
export async function allMethods(): Promise<Method[]> {
  return [...EVERYDAY_METHODS, ...(await otherMethods())].sort((a, b) => (a.name < b.name ? -1 : 1));
}
