import { encodeAddress } from '../../address/address.js';
import { inferDescriptor } from '../../address/infer-descriptor.js';
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
