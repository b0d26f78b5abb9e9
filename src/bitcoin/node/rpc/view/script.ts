import { encodeAddress } from '../../../../chains/bitcoin/address/address.js';
import { toHex } from '../../../../chains/bitcoin/codec/hex.js';
import { inferDescriptor } from '../../../../chains/bitcoin/descriptor/infer-descriptor.js';
import { toAsm } from '../../../../chains/bitcoin/script/asm.js';
import { matchScript } from '../../../../chains/bitcoin/script/pattern.js';
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
