import type { Method } from '../method.js';
import { CORE_METHODS } from './core/core-methods.js';

/** Loads the methods that are not part of {@link CORE_METHODS}. */
export async function lazyMethods(): Promise<Method[]> {
  const [{ LAZY_METHODS }, { WALLET_METHODS }, { controlMethods }] = await Promise.all([
    import('./lazy/lazy-methods.js'),
    import('./lazy/wallet/wallet-methods.js'),
    import('./lazy/control.js'),
  ]);
  return [...LAZY_METHODS, ...WALLET_METHODS, ...controlMethods(allMethods)];
}

/** Returns every method, sorted by name. */
export async function allMethods(): Promise<Method[]> {
  return [...CORE_METHODS, ...(await lazyMethods())].sort((a, b) => (a.name < b.name ? -1 : 1));
}
