import { toHex } from '../../protocol/codec/hex.js';
import { type Transaction, type TxIn, type TxOut, transactionWeight } from '../../protocol/codec/transaction.js';
import type { Descriptor } from '../../protocol/descriptor/descriptor.js';
import { instructions } from '../../protocol/script/instruction.js';
import { isStrictDer } from '../../protocol/script/interpreter/encoding.js';
import { matchScript, type ScriptPattern } from '../../protocol/script/pattern.js';
import { produceSignature } from '../../protocol/script/signing/produce-signature.js';
import { LARGE_PLACEHOLDER_CREATOR, PLACEHOLDER_CREATOR, type SignatureCreator } from '../../protocol/script/signing/signature-creator.js';
import { emptySignatureData } from '../../protocol/script/signing/signature-data.js';
import { NO_KEYS, type SigningKeys } from '../../protocol/script/signing/signing-keys.js';
import { RPC_CODE, RpcError } from '../rpc/error.js';
import { keysFor } from './keys.js';
import type { WalletState } from './state.js';

/** The weight of the marker and flag of a segwit transaction. */
const SEGWIT_WEIGHT = 2;
const EMPTY_WEIGHT = transactionWeight({ version: 2, inputs: [], outputs: [], lockTime: 0 });

/** The inputs of a descriptor have one size, those of `combo` one for each form of script. */
const known = new WeakMap<Descriptor, Map<ScriptPattern['type'], InputWeight>>();

/** The weights of an input: without witness, and of its witness, if it has one. */
export type InputWeight = { base: number; witness: number; isGiven?: boolean };

/** The sum of the weights of inputs: one more is added without a look at the others. `bare` inputs have no witness. */
export type WeightSum = { weight: number; bare: number; witnessed: number };
export const NO_INPUTS: WeightSum = { weight: 0, bare: 0, witnessed: 0 };

export function addWeight({ weight, bare, witnessed }: WeightSum, { base, witness, isGiven = false }: InputWeight): WeightSum {
  const isBare = witness === 0;
  return {
    weight: weight + base + witness,
    bare: isBare && !isGiven ? bare + 1 : bare,
    witnessed: isBare ? witnessed : witnessed + 1,
  };
}

/** The weight that a call gives for an input, with whatever it needs in a segwit transaction. */
export function givenWeight(weight: number, isSegwit: boolean): InputWeight {
  return isSegwit ? { base: weight - 1, witness: 1, isGiven: true } : { base: weight, witness: 0, isGiven: true };
}

/** Returns the weight of inputs, and of the marker and the empty witnesses if one has a witness. */
export function totalWeight({ weight, bare, witnessed }: WeightSum): number {
  return witnessed === 0 ? weight : weight + bare + SEGWIT_WEIGHT;
}

/** Returns the virtual bytes of an input in a segwit transaction, with those that its witness begins. */
export function inputSize({ base, witness, isGiven = false }: InputWeight): number {
  return Math.ceil((base + witness + (witness === 0 && !isGiven ? 1 : 0)) / 4);
}

/** Returns the weight of an input with its signatures. @throws RpcError −4 if the wallet cannot spend it */
export function inputWeight(state: WalletState, script: Uint8Array): InputWeight {
  const own = state.scripts.get(toHex(script));
  const descriptor = own && state.descriptors.get(own.descriptor)?.descriptor;
  const weigh = () => measure(script, keysFor(state, [script]), creatorOf(state));
  if (descriptor === undefined) return weigh();
  const { type } = matchScript(script);
  const byType = known.get(descriptor) ?? new Map<ScriptPattern['type'], InputWeight>();
  const weight = byType.get(type) ?? weigh();
  known.set(descriptor, byType.set(type, weight));
  return weight;
}

/** The same for a coin that is not the wallet's. @param keys what the call says about it */
export function foreignWeight(state: WalletState, script: Uint8Array, keys = NO_KEYS): InputWeight {
  return measure(script, keys, creatorOf(state));
}

/** The keys of a watch-only wallet are elsewhere, and nobody knows how they sign. */
function creatorOf({ privateKeys }: WalletState): SignatureCreator {
  return privateKeys ? PLACEHOLDER_CREATOR : LARGE_PLACEHOLDER_CREATOR;
}

function measure(script: Uint8Array, keys: SigningKeys, creator: SignatureCreator): InputWeight {
  const { scriptSig, witness, complete } = produceSignature(script, creator, keys, emptySignatureData());
  if (!complete) throw new RpcError(RPC_CODE.WALLET_ERROR, 'Missing solving data for estimating transaction size');
  const weigh = (items: Uint8Array[]) => {
    const input = { previous: { hash: new Uint8Array(32), index: 0 }, scriptSig, sequence: 0, witness: items };
    return transactionWeight({ version: 2, inputs: [input], outputs: [], lockTime: 0 }) - EMPTY_WEIGHT;
  };
  const base = weigh([]);
  // Core expects a Schnorr signature with a hash type.
  const more = matchScript(script).type === 'witness_v1_taproot' ? 1 : 0;
  return { base, witness: witness.length === 0 ? 0 : weigh(witness) - SEGWIT_WEIGHT - base + more };
}

/** The size of the largest signature that is standard, with its hash type. */
const MAX_SIGNATURE_SIZE = 72;
/** Bytes of an input without a witness count four times. */
const WITNESS_SCALE = 4;

/** Returns the weight that an input of others has at most when it is signed again: its own, with signatures of the largest size. */
export function resignedWeight(input: TxIn): InputWeight {
  const weigh = (witness: Uint8Array[]) =>
    transactionWeight({ version: 2, inputs: [{ ...input, witness }], outputs: [], lockTime: 0 }) - EMPTY_WEIGHT;
  const growth = (items: (Uint8Array | undefined)[]) =>
    items.reduce((sum, item) => sum + (item !== undefined && isStrictDer(item) ? MAX_SIGNATURE_SIZE - item.length : 0), 0);
  const base = weigh([]);
  const pushed = [...instructions(input.scriptSig)].map(({ data }) => data);
  const { witness } = input;
  return {
    base: base + WITNESS_SCALE * growth(pushed),
    witness: witness.length === 0 ? 0 : weigh(witness) - SEGWIT_WEIGHT - base + growth(witness),
  };
}

/**
 * Returns the virtual size of a transaction once it is signed. @param others the weights of inputs that are not the wallet's, by place
 * @throws RpcError −4 if the wallet cannot spend an input
 */
export function signedSize(state: WalletState, tx: Transaction, coins: TxOut[], others: (InputWeight | undefined)[] = []): number {
  const inputs = coins.map(({ scriptPubKey }, at) => others[at] ?? inputWeight(state, scriptPubKey));
  return Math.ceil((transactionWeight({ ...tx, inputs: [] }) + totalWeight(inputs.reduce(addWeight, NO_INPUTS))) / 4);
}
