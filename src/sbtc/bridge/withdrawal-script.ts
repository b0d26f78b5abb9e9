import { toHex } from '../../bitcoin/codec.js';
import { buildScript, matchScript, OP, pushData } from '../../bitcoin/script.js';

/** The recipient of a withdrawal, as pox contracts write Bitcoin addresses: `hash` is hex. */
export type WithdrawalRecipient = { version: number; hash: string };

/** Returns the output script of a recipient, as hex; undefined for an unknown version. */
export function recipientScript({ version, hash }: WithdrawalRecipient): string | undefined {
  const bytes = Buffer.from(hash, 'hex');
  switch (version) {
    case 0:
      return toHex(buildScript([OP.DUP, OP.HASH160, bytes, OP.EQUALVERIFY, OP.CHECKSIG]));
    case 1:
    case 2:
    case 3:
      return toHex(buildScript([OP.HASH160, bytes, OP.EQUAL]));
    case 4:
    case 5:
      return toHex(Uint8Array.of(0, ...pushData(bytes)));
    case 6:
      return toHex(Uint8Array.of(0x51, ...pushData(bytes)));
    default:
      return undefined;
  }
}

/** Returns the recipient of an output script; undefined if a withdrawal cannot pay to it. */
export function scriptRecipient(script: Uint8Array): WithdrawalRecipient | undefined {
  const pattern = matchScript(script);
  switch (pattern.type) {
    case 'pubkeyhash':
      return { version: 0, hash: toHex(pattern.hash) };
    case 'scripthash':
      return { version: 1, hash: toHex(pattern.hash) };
    case 'witness_v0_keyhash':
      return { version: 4, hash: toHex(pattern.program) };
    case 'witness_v0_scripthash':
      return { version: 5, hash: toHex(pattern.program) };
    case 'witness_v1_taproot':
      return { version: 6, hash: toHex(pattern.program) };
    default:
      return undefined;
  }
}
