import { toHex } from '../../../protocol/codec/hex.js';
import { createWriter } from '../../../protocol/codec/writer.js';
import { hash160 } from '../../../protocol/crypto/hash.js';
import type { Ingredients } from '../../../protocol/descriptor/descriptor.js';
import type { DerivedKey } from '../../../protocol/descriptor/key-expression.js';
import type { SigningKeys, TaprootOutput } from '../../../protocol/script/signing/signing-keys.js';
import { taprootOutput } from '../../../protocol/script/taproot/taproot-output.js';
import { scanScripts } from './descriptor.js';

/** Returns the keys, scripts and output scripts of descriptors, each a string or `{desc, range}`. @throws RpcError */
export async function descriptorKeys(list: unknown[]): Promise<SigningKeys & { outputScripts: Uint8Array[] }> {
  const { ingredients, keys } = collectKeys();
  const outputScripts = await scanScripts(list, ingredients);
  return { ...keys, outputScripts };
}

/** Returns the keys and scripts of the parts that are given to `ingredients`. */
export function collectKeys(): { ingredients: Ingredients; keys: SigningKeys } {
  const keys = new Map<string, DerivedKey>();
  const byHash = new Map<string, Uint8Array>();
  /** By the hash of the last 32 bytes, which a tapscript has. */
  const byShortHash = new Map<string, Uint8Array>();
  const scripts = new Map<string, Uint8Array>();
  const outputs = new Map<string, TaprootOutput>();
  // The first entry wins.
  const note = <T>(map: Map<string, T>, key: Uint8Array, value: T) => {
    if (!map.has(toHex(key))) map.set(toHex(key), value);
  };
  const ingredients: Ingredients = {
    key: (key: DerivedKey) => {
      const known = keys.get(toHex(key.publicKey));
      keys.set(toHex(key.publicKey), { ...key, ...known, privateKey: known?.privateKey ?? key.privateKey });
      if (known !== undefined) return;
      note(byHash, hash160(key.publicKey), key.publicKey);
      note(byShortHash, hash160(key.publicKey.subarray(1)), key.publicKey);
    },
    script: (script: Uint8Array) => note(scripts, hash160(script), script),
    taproot: (...parts: Parameters<typeof taprootOutput>) => {
      const output = taprootOutput(...parts);
      if (output !== undefined) outputs.set(toHex(output.key), output);
    },
  };
  const signing: SigningKeys = {
    privateKey: (publicKey) => keys.get(toHex(publicKey))?.privateKey,
    publicKey: (hash) => byHash.get(toHex(hash)) ?? byShortHash.get(toHex(hash)),
    script: (hash) => scripts.get(toHex(hash)),
    origin: (publicKey) => {
      const origin = keys.get(toHex(publicKey))?.origin;
      return origin && serializeOrigin(origin);
    },
    taproot: (outputKey) => outputs.get(toHex(outputKey)),
  };
  return { ingredients, keys: signing };
}

function serializeOrigin({ fingerprint, path }: DerivedKey['origin']): Uint8Array {
  const writer = createWriter(fingerprint.length + path.length * 4);
  writer.bytes(fingerprint);
  for (const step of path) writer.uint32(step);
  return writer.finish();
}
