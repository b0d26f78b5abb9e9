/** `OP_RETURN`, a push of up to 255 bytes, the magic bytes `T3`, and the operation of SIP-001: `[` block commit, `^` key registration. */
const MINER_OUTPUT = /^6a(?:4c[0-9a-f]{2}|[0-9a-f]{2})54335[be]/;
/** The parent's hash, then the seed (32 bytes) and the positions of parent and key (12 bytes), then the byte that names the target. */
const COMMIT = /^6a(?:4c[0-9a-f]{2}|[0-9a-f]{2})54335b(?<parent>[0-9a-f]{64})[0-9a-f]{88}(?<target>[0-9a-f]{2})/;
/** The low bits of the target's byte contain the number of blocks before the target, modulo `WINDOW`. */
const TARGET_BITS = 7;
const WINDOW = 5;

/** The magic bytes in miners' outputs, which stacks-node is configured with. */
export const MAGIC_BYTES = 'T3';

/** A block commit: a miner's bid for the Stacks blocks of one Bitcoin block. */
export type Commit = {
  /** Hex. From Epoch 3.0 on it is the id of the first block of the tenure that was active when the miner sent the commit. */
  parent: string;
  /** Whether the commit is meant for the Bitcoin block after `tip`. In every other block it elects nobody. */
  follows(tip: number): boolean;
};

/** Whether an output script (hex) is a Stacks miner's block commit or key registration. */
export function isProducerOutput(script: string): boolean {
  return MINER_OUTPUT.test(script);
}

/** Reads an output script (hex). @returns undefined if it is no block commit */
export function readCommit(script: string): Commit | undefined {
  const { parent, target } = COMMIT.exec(script)?.groups ?? {};
  if (parent === undefined || target === undefined) return undefined;
  const before = Number.parseInt(target, 16) & TARGET_BITS;
  return { parent, follows: (tip) => tip % WINDOW === before };
}
