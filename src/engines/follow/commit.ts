/** `OP_RETURN`, a push of up to 255 bytes, the magic bytes `T3`, and the operation of SIP-001: `[` block commit, `^` key registration. */
const MINER_OUTPUT = /^6a(?:4c[0-9a-f]{2}|[0-9a-f]{2})54335[be]/;
const COMMIT = /^6a(?:4c[0-9a-f]{2}|[0-9a-f]{2})54335b([0-9a-f]{64})/;

/** The magic bytes in miners' outputs, which stacks-node is configured with. */
export const MAGIC_BYTES = 'T3';

/** Whether an output script (hex) is a Stacks miner's block commit or key registration. */
export function isMinerOutput(script: string): boolean {
  return MINER_OUTPUT.test(script);
}

/**
 * Returns the parent of a block commit as hex; undefined for other output scripts. From Epoch 3.0 on it is the id of the first block
 * of the tenure that was active when the miner sent the commit.
 */
export function committedParent(script: string): string | undefined {
  return COMMIT.exec(script)?.[1];
}
