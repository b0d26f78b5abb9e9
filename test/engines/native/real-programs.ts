import { nativeHost, resolveOptions } from '#dist/config/resolve.js';
import { type FoundProgram, findPrograms, identifyProgram } from '#dist/engines/native/programs.js';

const options = { binaries: resolveOptions().binaries, environment: nativeHost().environment };

/** The machine's bitcoind, where it has one. */
export async function realBitcoind(): Promise<FoundProgram | undefined> {
  return identifyProgram('bitcoind', options).catch(() => undefined);
}

/** Whether the machine has all three programs; suites that need them are skipped by name where not. */
export async function hasRealNodes(): Promise<boolean> {
  return findPrograms(options).then(
    () => true,
    () => false,
  );
}
