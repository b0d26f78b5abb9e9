import type { ResolvedConfig } from './devnet-config.js';

/** Returns the first setting that names a file for the state of the network; undefined if none does. */
export function stateFileSetting({
  state,
  loadState,
  dumpState,
}: Pick<ResolvedConfig, 'state' | 'loadState' | 'dumpState'>): string | undefined {
  return Object.entries({ state, loadState, dumpState }).find(([, file]) => file !== undefined)?.[0];
}
