import { createHash } from 'node:crypto';

/** The P2WSH output of a script that needs no signature. */
export function p2wshScript(script: Uint8Array): { script: Uint8Array; scriptPubKey: string } {
  return { script, scriptPubKey: `0020${createHash('sha256').update(script).digest('hex')}` };
}
