import { encodeAddress } from '../../address/address.js';
import { addChecksum } from '../../address/descriptor-checksum.js';
import { toHex } from '../../codec/hex.js';
import { toAsm } from '../../script/asm.js';
import { matchScript } from '../../script/pattern.js';
import type { JsonObject } from '../json.js';

/** An output script as Core's `ScriptToUniv` shows it. */
export function scriptJson(script: Uint8Array): JsonObject {
  return {
    asm: toAsm(script),
    desc: inferDescriptor(script),
    hex: toHex(script),
    address: encodeAddress(script),
    type: matchScript(script).type,
  };
}

/** The descriptor of a script of which nothing else is known, with its checksum. */
export function inferDescriptor(script: Uint8Array): string {
  return addChecksum(descriptorPayload(script));
}

function descriptorPayload(script: Uint8Array): string {
  const pattern = matchScript(script);
  if (pattern.type === 'pubkey') return `pk(${toHex(pattern.key)})`;
  if (pattern.type === 'multisig') return `multi(${pattern.required},${pattern.keys.map(toHex).join(',')})`;
  if (pattern.type === 'witness_v1_taproot') return `rawtr(${toHex(pattern.program)})`;
  const address = encodeAddress(script);
  return address === undefined ? `raw(${toHex(script)})` : `addr(${address})`;
}
