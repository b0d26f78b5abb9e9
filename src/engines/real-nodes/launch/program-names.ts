import type { Program } from './launcher.js';

type Names = {
  /** The configuration key of its path. */
  setting: string;
  /** The environment variable of its path. */
  variable: string;
  /** The arguments that print its version. */
  versionArgs: readonly string[];
};

export const programNames: Readonly<Record<Program, Names>> = {
  bitcoind: { setting: 'binaries.bitcoind', variable: 'BITCOIND', versionArgs: ['--version'] },
  'stacks-node': { setting: 'binaries.stacksNode', variable: 'STACKS_NODE', versionArgs: ['version'] },
  'stacks-signer': { setting: 'binaries.stacksSigner', variable: 'STACKS_SIGNER', versionArgs: ['--version'] },
};
