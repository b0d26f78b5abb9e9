import { describe, test } from 'vitest';
import { type FoundProgram, findPrograms, identifyProgram } from '#dist/engines/real-nodes/launch/native/programs.js';
import { nativeHost } from '#dist/project/config/hosts.js';
import { resolveOptions } from '#dist/project/config/resolve.js';

const options = { binaries: resolveOptions().binaries, environment: nativeHost().environment };

/** The bitcoind of this machine, if it has one. */
export async function realBitcoind(): Promise<FoundProgram | undefined> {
  return identifyProgram('bitcoind', options).catch(() => undefined);
}

const missing = await findPrograms(options).then(
  () => false,
  () => true,
);

/** For tests that need bitcoind, stacks-node and stacks-signer. Skipped if a program is missing on this machine. */
export const testWithNodes: ReturnType<typeof test.skipIf> = test.skipIf(missing);
export const describeWithNodes: ReturnType<typeof describe.skipIf> = describe.skipIf(missing);
