import { encodeAddress } from '../../../protocol/address/address.js';
import { toHex } from '../../../protocol/codec/hex.js';
import { inferDescriptor } from '../../../protocol/descriptor/infer-descriptor.js';
import { toAsm } from '../../../protocol/script/asm.js';
import { matchScript } from '../../../protocol/script/pattern.js';
import type { JsonObject } from '../json/json.js';

/** Formats an output script as Core's `ScriptToUniv`. */
export function scriptJson(script: Uint8Array): JsonObject {
  return {
    asm: toAsm(script),
    desc: inferDescriptor(script),
    hex: toHex(script),
    address: encodeAddress(script),
    type: matchScript(script).type,
  };
}
