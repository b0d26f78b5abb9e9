import { mapInTurns } from '../../../../base/turns.js';
import { encodeBase58Check } from '../../../protocol/address/encoding/base58.js';
import { toHex } from '../../../protocol/codec/hex.js';
import { createReader } from '../../../protocol/codec/reader.js';
import { MAX_MONEY, parseTransaction } from '../../../protocol/codec/transaction.js';
import { readCoin } from '../../../protocol/psbt/coin.js';
import { type Entry, sortedEntries } from '../../../protocol/psbt/encode.js';
import type { Field } from '../../../protocol/psbt/field.js';
import { GLOBAL_FIELDS, INPUT_FIELDS, OUTPUT_FIELDS } from '../../../protocol/psbt/fields.js';
import { readWitness, splitTaprootOrigin } from '../../../protocol/psbt/input-data.js';
import { field, GLOBAL, INPUT, OUTPUT, type Psbt, type PsbtMap } from '../../../protocol/psbt/psbt.js';
import { hashTypeField } from '../../../protocol/psbt/sign.js';
import { readTapTree } from '../../../protocol/psbt/tap-tree.js';
import { toAsm } from '../../../protocol/script/asm.js';
import { recordTx } from '../../chain/tx-record.js';
import { hashTypeName } from '../arguments/hash-type.js';
import type { Json, JsonObject } from '../json/json.js';
import { scriptJson } from './script.js';
import { transactionJson } from './transaction.js';

const KEY_SIZE = 33;

/** Formats a PSBT as `decodepsbt` does. Other calls are answered meanwhile. */
export async function psbtJson({ tx, global, inputs, outputs }: Psbt): Promise<JsonObject> {
  const entries = grouped(global, GLOBAL_FIELDS);
  const spent = total(await mapInTurns(inputs.entries(), ([index, input]) => coinValue(input, tx.inputs[index]?.previous.index ?? 0)));
  const paid = total(tx.outputs.map(({ value }) => value));
  return {
    tx: transactionJson(recordTx(tx), { hex: false }),
    global_xpubs: entries(GLOBAL.XPUB).map(({ key, value }) => ({ xpub: encodeBase58Check(key.subarray(1)), ...originJson(value) })),
    psbt_version: 0,
    proprietary: entries(GLOBAL.PROPRIETARY).map(proprietaryJson),
    unknown: hexObject(entries('unknown'), 0),
    inputs: await mapInTurns(inputs, inputJson),
    outputs: await mapInTurns(outputs, outputJson),
    fee: spent === undefined || paid === undefined ? undefined : spent - paid,
  };
}

function inputJson(input: PsbtMap): JsonObject {
  const entries = grouped(input, INPUT_FIELDS);
  const coin = field(input, INPUT.WITNESS_UTXO);
  const funding = field(input, INPUT.NON_WITNESS_UTXO);
  const scriptSig = field(input, INPUT.FINAL_SCRIPT_SIG);
  const witness = field(input, INPUT.FINAL_SCRIPT_WITNESS);
  const hashType = hashTypeField(input);
  return {
    witness_utxo: coin && coinJson(coin),
    non_witness_utxo: funding && transactionJson(recordTx(parseTransaction(funding)), { hex: false }),
    partial_signatures: some(hexObject(entries(INPUT.PARTIAL_SIG))),
    sighash: hashType === undefined ? undefined : hashTypeName(hashType & 0xff),
    ...scriptsJson(input, INPUT.REDEEM_SCRIPT, INPUT.WITNESS_SCRIPT),
    bip32_derivs: list(entries(INPUT.BIP32_DERIVATION), derivationJson),
    final_scriptSig: scriptSig && { asm: toAsm(scriptSig, { sighashNames: true }), hex: toHex(scriptSig) },
    final_scriptwitness: witness && readWitness(witness).map(toHex),
    ripemd160_preimages: some(hexObject(entries(INPUT.RIPEMD160))),
    sha256_preimages: some(hexObject(entries(INPUT.SHA256))),
    hash160_preimages: some(hexObject(entries(INPUT.HASH160))),
    hash256_preimages: some(hexObject(entries(INPUT.HASH256))),
    taproot_key_path_sig: hexField(input, INPUT.TAP_KEY_SIG),
    taproot_script_path_sigs: list(entries(INPUT.TAP_SCRIPT_SIG), ({ key, value }) => ({
      pubkey: toHex(key.subarray(1, 33)),
      leaf_hash: toHex(key.subarray(33)),
      sig: toHex(value),
    })),
    taproot_scripts: leafScriptsJson(entries(INPUT.TAP_LEAF_SCRIPT)),
    taproot_bip32_derivs: list(entries(INPUT.TAP_BIP32_DERIVATION), taprootDerivationJson),
    taproot_internal_key: hexField(input, INPUT.TAP_INTERNAL_KEY),
    taproot_merkle_root: hexField(input, INPUT.TAP_MERKLE_ROOT),
    musig2_participant_pubkeys: list(entries(INPUT.MUSIG2_PARTICIPANTS), participantsJson),
    musig2_pubnonces: list(entries(INPUT.MUSIG2_PUB_NONCE), ({ key, value }) => ({ ...musigJson(key), pubnonce: toHex(value) })),
    musig2_partial_sigs: list(entries(INPUT.MUSIG2_PARTIAL_SIG), ({ key, value }) => ({ ...musigJson(key), partial_sig: toHex(value) })),
    proprietary: list(entries(INPUT.PROPRIETARY), proprietaryJson),
    unknown: some(hexObject(entries('unknown'), 0)),
  };
}

function outputJson(output: PsbtMap): JsonObject {
  const entries = grouped(output, OUTPUT_FIELDS);
  const tree = field(output, OUTPUT.TAP_TREE);
  return {
    ...scriptsJson(output, OUTPUT.REDEEM_SCRIPT, OUTPUT.WITNESS_SCRIPT),
    bip32_derivs: list(entries(OUTPUT.BIP32_DERIVATION), derivationJson),
    taproot_internal_key: hexField(output, OUTPUT.TAP_INTERNAL_KEY),
    taproot_tree: tree && readTapTree(tree).map(({ depth, version, script }) => ({ depth, leaf_ver: version, script: toHex(script) })),
    taproot_bip32_derivs: list(entries(OUTPUT.TAP_BIP32_DERIVATION), taprootDerivationJson),
    musig2_participant_pubkeys: list(entries(OUTPUT.MUSIG2_PARTICIPANTS), participantsJson),
    proprietary: list(entries(OUTPUT.PROPRIETARY), proprietaryJson),
    unknown: some(hexObject(entries('unknown'), 0)),
  };
}

/** Returns the entries of a map by their type, in wire order. */
function grouped(map: PsbtMap, known: Field[]): (type: number | 'unknown') => Entry[] {
  const entries = sortedEntries(map, known);
  const isKnown = ({ key }: Entry) => known.some(({ type }) => type === key[0]);
  return (type) => entries.filter((entry) => (type === 'unknown' ? !isKnown(entry) : entry.key[0] === type));
}

/** Formats values by their keys, both in hex. @param skip leading bytes of the key to omit. @default the type */
function hexObject(entries: Entry[], skip = 1): JsonObject {
  return Object.fromEntries(entries.map(({ key, value }) => [toHex(key.subarray(skip)), toHex(value)]));
}

function some(object: JsonObject): JsonObject | undefined {
  return Object.keys(object).length === 0 ? undefined : object;
}

function list(entries: Entry[], json: (entry: Entry) => Json): Json[] | undefined {
  return entries.length === 0 ? undefined : entries.map(json);
}

function hexField(map: PsbtMap, type: number): string | undefined {
  const value = field(map, type);
  return value && toHex(value);
}

function coinJson(value: Uint8Array): JsonObject {
  const coin = readCoin(value);
  return { amount: coin.value, scriptPubKey: scriptJson(coin.scriptPubKey) };
}

function scriptsJson(map: PsbtMap, redeemType: number, witnessType: number): JsonObject {
  const [redeem, witness] = [field(map, redeemType), field(map, witnessType)];
  return { redeem_script: redeem && innerScriptJson(redeem), witness_script: witness && innerScriptJson(witness) };
}

/** Formats a script that is not an output: without address and descriptor. */
function innerScriptJson(script: Uint8Array): JsonObject {
  const { asm, hex, type } = scriptJson(script);
  return { asm, hex, type };
}

/** Formats scripts with their control blocks. */
function leafScriptsJson(entries: Entry[]): Json[] | undefined {
  const leaves = new Map<string, { script: string; leaf_ver: number; control_blocks: string[] }>();
  for (const { key, value } of entries) {
    const leaf = leaves.get(toHex(value)) ?? { script: toHex(value.subarray(0, -1)), leaf_ver: value.at(-1) ?? 0, control_blocks: [] };
    leaf.control_blocks.push(toHex(key.subarray(1)));
    leaves.set(toHex(value), leaf);
  }
  return leaves.size === 0 ? undefined : [...leaves.values()];
}

function derivationJson({ key, value }: Entry): JsonObject {
  return { pubkey: toHex(key.subarray(1)), ...originJson(value) };
}

function taprootDerivationJson({ key, value }: Entry): JsonObject {
  const { leaves, origin } = splitTaprootOrigin(value);
  return { pubkey: toHex(key.subarray(1)), ...originJson(origin), leaf_hashes: leaves.map(toHex) };
}

function originJson(origin: Uint8Array): JsonObject {
  const reader = createReader(origin);
  const fingerprint = toHex(reader.bytes(4));
  let path = 'm';
  while (reader.remaining() > 0) {
    const step = reader.uint32();
    path += `/${step & 0x7fffffff}${step >= 0x80000000 ? 'h' : ''}`;
  }
  return { master_fingerprint: fingerprint, path };
}

function participantsJson({ key, value }: Entry): JsonObject {
  const keys = Array.from({ length: value.length / KEY_SIZE }, (_, index) =>
    toHex(value.subarray(index * KEY_SIZE, (index + 1) * KEY_SIZE)),
  );
  return { aggregate_pubkey: toHex(key.subarray(1)), participant_pubkeys: keys };
}

function musigJson(key: Uint8Array): JsonObject {
  const leaf = key.subarray(1 + 2 * KEY_SIZE);
  return {
    participant_pubkey: toHex(key.subarray(1, 1 + KEY_SIZE)),
    aggregate_pubkey: toHex(key.subarray(1 + KEY_SIZE, 1 + 2 * KEY_SIZE)),
    leaf_hash: leaf.some((byte) => byte !== 0) ? toHex(leaf) : undefined,
  };
}

function proprietaryJson({ key, value }: Entry): JsonObject {
  const reader = createReader(key.subarray(1));
  const identifier = toHex(reader.varBytes());
  return { identifier, subtype: reader.compactSize(), key: toHex(key), value: toHex(value) };
}

/** Returns the sats of an input's coin. The previous transaction takes precedence over the witness UTXO. */
function coinValue(input: PsbtMap, index: number): bigint | undefined {
  const funding = field(input, INPUT.NON_WITNESS_UTXO);
  if (funding !== undefined) return parseTransaction(funding).outputs[index]?.value;
  const coin = field(input, INPUT.WITNESS_UTXO);
  return coin && readCoin(coin).value;
}

/** Undefined if an amount is unknown or invalid. */
function total(values: (bigint | undefined)[]): bigint | undefined {
  return values.reduce<bigint | undefined>((sum, value) => {
    if (sum === undefined || value === undefined || value < 0n || sum + value > MAX_MONEY) return undefined;
    return sum + value;
  }, 0n);
}
