import { OP } from '../protocol/script/opcodes.js';
import { matchScript } from '../protocol/script/pattern.js';

/** Esplora's names of output scripts, by Bitcoin Core's. */
const TYPES: Record<string, string> = {
  pubkey: 'p2pk',
  pubkeyhash: 'p2pkh',
  scripthash: 'p2sh',
  witness_v0_keyhash: 'v0_p2wpkh',
  witness_v0_scripthash: 'v0_p2wsh',
  witness_v1_taproot: 'v1_p2tr',
};

/** Names the kind of an output script as Esplora does. */
export function scriptType(script: Uint8Array): string {
  if (script.length === 0) return 'empty';
  if (script[0] === OP.RETURN) return 'op_return';
  return TYPES[matchScript(script).type] ?? 'unknown';
}
