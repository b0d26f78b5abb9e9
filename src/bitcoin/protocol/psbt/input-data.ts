import { fromHex, toHex } from '../codec/hex.js';
import { createReader } from '../codec/reader.js';
import { emptySignatureData, leafKey, type SignatureData } from '../script/signing/signature-data.js';
import { taprootOrigin, written } from './field.js';
import { field, fieldKey, fields, INPUT, type PsbtMap, removeFields, setField } from './psbt.js';

/** The types of preimage fields, by the names of the hashes. */
const PREIMAGES = { ripemd160: INPUT.RIPEMD160, sha256: INPUT.SHA256, hash160: INPUT.HASH160, hash256: INPUT.HASH256 };

/** Returns a PSBT input's data for spending its coin (Core's `FillSignatureData`). */
export function inputData(input: PsbtMap): SignatureData {
  const data = emptySignatureData();
  const scriptSig = field(input, INPUT.FINAL_SCRIPT_SIG);
  const witness = field(input, INPUT.FINAL_SCRIPT_WITNESS);
  data.scriptSig = scriptSig ?? data.scriptSig;
  data.witness = witness === undefined ? [] : readWitness(witness);
  if (scriptSig !== undefined || witness !== undefined) return { ...data, complete: true };
  data.redeemScript = field(input, INPUT.REDEEM_SCRIPT);
  data.witnessScript = field(input, INPUT.WITNESS_SCRIPT);
  data.signatures = byKey(input, INPUT.PARTIAL_SIG);
  data.origins = byKey(input, INPUT.BIP32_DERIVATION);
  data.keySignature = field(input, INPUT.TAP_KEY_SIG);
  data.scriptSignatures = byKey(input, INPUT.TAP_SCRIPT_SIG);
  data.taproot = { internalKey: field(input, INPUT.TAP_INTERNAL_KEY), merkleRoot: field(input, INPUT.TAP_MERKLE_ROOT), leaves: new Map() };
  for (const { data: control, value } of fields(input, INPUT.TAP_LEAF_SCRIPT)) {
    const leaf = { script: value.subarray(0, -1), version: value.at(-1) ?? 0 };
    const controls = data.taproot.leaves.get(leafKey(leaf))?.controls ?? [];
    data.taproot.leaves.set(leafKey(leaf), { ...leaf, controls: [...controls, control] });
  }
  data.taprootOrigins = taprootOrigins(input, INPUT.TAP_BIP32_DERIVATION);
  for (const [name, type] of Object.entries(PREIMAGES)) {
    for (const [hash, preimage] of byKey(input, type)) data.preimages.set(`${name}${hash}`, preimage);
  }
  return data;
}

/** Stores data in an input. A complete input keeps only its final scripts (Core's `FromSignatureData`). */
export function applyInputData(input: PsbtMap, data: SignatureData): void {
  if (data.complete) {
    for (const type of [INPUT.PARTIAL_SIG, INPUT.BIP32_DERIVATION, INPUT.REDEEM_SCRIPT, INPUT.WITNESS_SCRIPT]) removeFields(input, type);
    if (data.scriptSig.length > 0) setField(input, INPUT.FINAL_SCRIPT_SIG, data.scriptSig);
    if (data.witness.length > 0) setField(input, INPUT.FINAL_SCRIPT_WITNESS, writeWitness(data.witness));
    return;
  }
  addMissing(input, INPUT.PARTIAL_SIG, data.signatures);
  addScripts(input, data, INPUT.REDEEM_SCRIPT, INPUT.WITNESS_SCRIPT);
  addMissing(input, INPUT.BIP32_DERIVATION, data.origins);
  if (data.keySignature !== undefined) setField(input, INPUT.TAP_KEY_SIG, data.keySignature);
  addMissing(input, INPUT.TAP_SCRIPT_SIG, data.scriptSignatures);
  const { internalKey, merkleRoot, leaves } = data.taproot;
  if (internalKey !== undefined) setField(input, INPUT.TAP_INTERNAL_KEY, internalKey);
  if (merkleRoot !== undefined) setField(input, INPUT.TAP_MERKLE_ROOT, merkleRoot);
  const known = new Set(fields(input, INPUT.TAP_LEAF_SCRIPT).map(({ value }) => toHex(value)));
  for (const [leaf, { controls }] of leaves) {
    if (known.has(leaf)) continue;
    for (const control of controls) input.set(fieldKey(INPUT.TAP_LEAF_SCRIPT, control), fromHex(leaf));
  }
  addTaprootOrigins(input, INPUT.TAP_BIP32_DERIVATION, data);
}

/** Returns the values of a type by the hex of their key data. */
export function byKey(map: PsbtMap, type: number): Map<string, Uint8Array> {
  return new Map(fields(map, type).map(({ data, value }) => [toHex(data), value]));
}

/** Adds fields with new keys. @param values by the hex of their key data */
export function addMissing(map: PsbtMap, type: number, values: Map<string, Uint8Array>): void {
  for (const [name, value] of values) {
    const key = `${fieldKey(type)}${name}`;
    if (!map.has(key)) map.set(key, value);
  }
}

/** Adds new scripts. */
export function addScripts(map: PsbtMap, { redeemScript, witnessScript }: SignatureData, redeemType: number, witnessType: number): void {
  setField(map, redeemType, field(map, redeemType) ?? redeemScript);
  setField(map, witnessType, field(map, witnessType) ?? witnessScript);
}

export function taprootOrigins(map: PsbtMap, type: number): SignatureData['taprootOrigins'] {
  return new Map(
    fields(map, type).map(({ data, value }) => {
      const { leaves, origin } = splitTaprootOrigin(value);
      return [toHex(data), { leaves: new Set(leaves.map(toHex)), origin }];
    }),
  );
}

export function addTaprootOrigins(map: PsbtMap, type: number, { taprootOrigins: origins }: SignatureData): void {
  addMissing(map, type, new Map([...origins].map(([key, { leaves, origin }]) => [key, taprootOrigin([...leaves].map(fromHex), origin)])));
}

/** Decodes a taproot derivation: the hashes of the leaves that contain a key, and its origin. */
export function splitTaprootOrigin(value: Uint8Array): { leaves: Uint8Array[]; origin: Uint8Array } {
  const reader = createReader(value);
  const leaves = Array.from({ length: reader.compactSize() }, () => reader.bytes(32));
  return { leaves, origin: reader.bytes(reader.remaining()) };
}

/** Decodes the items of a witness. */
export function readWitness(value: Uint8Array): Uint8Array[] {
  const reader = createReader(value);
  return Array.from({ length: reader.compactSize() }, () => reader.varBytes());
}

function writeWitness(items: Uint8Array[]): Uint8Array {
  return written((writer) => {
    writer.compactSize(items.length);
    for (const item of items) writer.varBytes(item);
  });
}
