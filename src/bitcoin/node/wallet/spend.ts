import { hashToHex } from '../../protocol/codec/hex.js';
import { MAX_BIP125, MAX_NONFINAL } from '../../protocol/codec/sequence.js';
import { outPointKey, type Transaction, type TxOut, transactionWeight } from '../../protocol/codec/transaction.js';
import type { SigningKeys } from '../../protocol/script/signing/signing-keys.js';
import { feeFor } from '../mempool/policy/policy.js';
import { dustOutputs } from '../mempool/policy/standard-tx.js';
import type { AddressType } from '../rpc/arguments/address-type.js';
import { RPC_CODE, RpcError } from '../rpc/error.js';
import { createBumpFee } from './bump-fee.js';
import { peekChange } from './change.js';
import {
  type CoinConditions,
  checkVersions,
  chooseCoins,
  createLimitCheck,
  inputOf,
  leastDepth,
  outPointText,
  type PaymentInput,
  spendable,
} from './coin-choice.js';
import { unspentCoin, type WalletCoin } from './coins.js';
import type { WalletView } from './history.js';
import { lockTimeFor } from './lock-time.js';
import { checkChain, checkStandardWeight, checkWeight, largest, leastChange, maxWeight, TRUC_VERSION } from './payment-limits.js';
import {
  addWeight,
  foreignWeight,
  givenWeight,
  type InputWeight,
  inputSize,
  inputWeight,
  NO_INPUTS,
  totalWeight,
  type WeightSum,
} from './sizes.js';

/** A payment before its inputs are chosen. */
export type Payment = CoinConditions & {
  outputs: TxOut[];
  /** Sats per 1,000 virtual bytes. */
  feeRate: bigint;
  /** Accept a fee rate below the minimum of the node. */
  anyFeeRate: boolean;
  /** The outputs that pay the fee instead of the change. */
  subtractFrom: number[];
  /** Inputs that must be spent, and whether others may be added. */
  inputs: { input: PaymentInput; coin: TxOut; weight?: number | InputWeight | undefined }[];
  /** What is known for spending inputs that are not the wallet's. */
  solvingKeys?: SigningKeys | undefined;
  addInputs: boolean;
  replaceable: boolean;
  lockTime: number;
  version: number;
  changeScript?: Uint8Array | undefined;
  changeType?: AddressType | undefined;
  changePosition?: number | undefined;
  /** The maximum weight of the transaction. @default that of standard ones */
  maxWeight?: number | undefined;
};

/** Core's message for a payment that needs no coin: without inputs it is no transaction. */
const NOTHING_TO_PAY = 'Transaction requires one destination of non-zero value, a non-zero feerate, or a pre-selected input';

/** Core counts the marker of segwit with the outputs, in whole virtual bytes. */
const MARKER_WEIGHT = 4;

/** An input with its virtual bytes, its part of the fee, and what its unconfirmed ancestors cost. */
type Picked = { input: PaymentInput; output: TxOut; weight: InputWeight; size: number; fee: bigint; bump: bigint };

/** The sums of inputs: each is added once. As in Core, bytes and fees of each are rounded up while inputs are chosen. */
type Sum = Pick<Picked, 'size' | 'fee' | 'bump'> & { value: bigint; weights: WeightSum };
const NOTHING: Sum = { value: 0n, weights: NO_INPUTS, size: 0, fee: 0n, bump: 0n };

function addInput(sum: Sum, { output, weight, size, fee, bump }: Picked): Sum {
  return {
    value: sum.value + output.value,
    weights: addWeight(sum.weights, weight),
    size: sum.size + size,
    fee: sum.fee + fee,
    bump: sum.bump + bump,
  };
}

export type Funded = { tx: Transaction; fee: bigint; changePosition: number };

/** Chooses inputs for a payment and adds its change. The transaction is unsigned. @throws RpcError −4, with Core's messages */
export function fund(view: WalletView, payment: Payment): Funded {
  const { policy } = view.core.mempool;
  const most = maxWeight(payment.version, payment.maxWeight);
  const total = payment.outputs.reduce((sum, { value }) => sum + value, 0n);
  if (payment.outputs.length === 0) throw walletError('Transaction must have at least one recipient');
  if (dustOutputs(payment.outputs, policy).length > 0) throw walletError('Transaction amount too small');
  const rate = payment.feeRate;
  if (!payment.anyFeeRate) checkFeeRate(view, rate);
  const change =
    payment.changeScript === undefined
      ? peekChange(view, payment.outputs, payment.changeType ?? view.core.walletDefaults.changeType)
      : undefined;
  const changeScript = payment.changeScript ?? change?.script ?? new Uint8Array();
  const base = { version: payment.version, lockTime: payment.lockTime };
  const weightOf = (outputs: TxOut[]) => transactionWeight({ ...base, inputs: [], outputs });
  const emptyWeight = weightOf(payment.outputs);
  const changeOutput = { value: 0n, scriptPubKey: changeScript };
  const changeWeight = weightOf([...payment.outputs, changeOutput]) - emptyWeight;
  const changeSize = virtual(weightOf([changeOutput]) - weightOf([]));

  for (const { input } of payment.inputs) {
    const own = unspentCoin(view, outPointKey(input.previous));
    if (own !== undefined) checkVersions(own, payment.version, walletError);
  }
  const presets = new Map<PaymentInput, InputWeight>();
  // In Core's order of coins: an error names the first one that nobody knows how to spend.
  for (const { input, coin, weight } of [...payment.inputs].sort((a, b) => byOutPoint(a.input, b.input))) {
    presets.set(
      input,
      typeof weight === 'number'
        ? givenWeight(weight, isSegwit(view, input, coin, payment.solvingKeys))
        : (weight ?? presetWeight(view, input, coin, payment.solvingKeys)),
    );
  }
  const feeOf = (size: number) => feeFor(rate, size);
  const bumpFee = createBumpFee(view.core, rate);
  const pick = (input: PaymentInput, output: TxOut, weight: InputWeight, bump = bumpFee([input.previous])): Picked => {
    const size = inputSize(weight);
    return { input, output, weight, size, fee: feeOf(size), bump };
  };
  const picked: Picked[] = payment.inputs.map(({ input, coin }) => pick(input, coin, presets.get(input) as InputWeight));
  const paysOutputs = payment.subtractFrom.length > 0;
  const outputsWeight = emptyWeight + MARKER_WEIGHT;
  const outputsFee = paysOutputs ? 0n : feeOf(virtual(outputsWeight));
  const missing = ({ value, fee, bump }: Sum) => total + (paysOutputs ? 0n : outputsFee + fee + bump) - value;

  const preset = picked.reduce(addInput, NOTHING);
  let sum = preset;
  if (picked.length === 0 && missing(sum) === 0n) throw walletError(NOTHING_TO_PAY);
  if (payment.addInputs && missing(sum) > 0n) {
    const keys = new Set(payment.inputs.map(({ input }) => outPointKey(input.previous)));
    const candidates = new Map<string, Picked>();
    const asPicked = (coin: WalletCoin) => {
      const known = candidates.get(coin.key);
      if (known !== undefined) return known;
      const weight = inputWeight(view.state, coin.output.scriptPubKey);
      const made = pick(inputOf(coin), coin.output, weight, coin.depth > 0 ? 0n : undefined);
      candidates.set(coin.key, made);
      return made;
    };
    const add = (sum: Sum, coin: WalletCoin) => addInput(sum, asPicked(coin));
    const cost = ({ fee, bump }: Picked) => (paysOutputs ? 0n : fee + bump);
    const isUseful = (coin: WalletCoin) => !keys.has(coin.key) && coin.output.value > cost(asPicked(coin));
    const chosen = chooseCoins(view, payment, { start: sum, add, isUseful, suffices: (sum) => missing(sum) <= 0n });
    if (chosen === undefined) {
      const least = leastDepth(view, payment);
      const isWithinLimits = createLimitCheck(view);
      const all = spendable(view, payment).filter((coin) => isUseful(coin) && (coin.depth >= least || !isWithinLimits(coin)));
      throw walletError(missing(all.reduce(add, sum)) < 0n ? TOO_LONG_CHAIN : 'Insufficient funds');
    }
    const added = chosen.map(asPicked);
    picked.push(...added);
    // As in Core, added coins with ancestors in common pay for them each while they are chosen, and once in the fee.
    sum = { ...picked.reduce(addInput, NOTHING), bump: preset.bump + bumpFee(added.map(({ input }) => input.previous)) };
  }
  if (missing(sum) > 0n) throw walletError(TOO_LITTLE);
  const isChild =
    payment.version === TRUC_VERSION && picked.some(({ input }) => view.core.mempool.pool.get(hashToHex(input.previous.hash)));
  const inputsWeight = totalWeight(sum.weights);
  if (picked.length > payment.inputs.length) {
    const sizes = { change: changeSize * 4, added: (sum.size - preset.size) * 4, preset: preset.size * 4 };
    checkWeight({ outputs: outputsWeight, ...sizes, most }, isChild);
  }

  const sequence = payment.replaceable ? MAX_BIP125 : MAX_NONFINAL;
  const inputs = picked.map(({ input }) => ({ ...input, sequence: input.sequence ?? sequence }));
  const outputs = payment.outputs.map((output) => ({ ...output }));
  const rest = sum.value - total;
  const feeWithChange = feeOf(virtual(emptyWeight + inputsWeight + changeWeight)) + sum.bump;
  const changeValue = rest - (paysOutputs ? 0n : feeWithChange);
  const isDust = -missing(sum) - (paysOutputs ? 0n : feeOf(changeSize)) < leastChange(view, changeScript);
  let position = -1;
  let fee = paysOutputs ? feeOf(virtual(emptyWeight + inputsWeight)) + sum.bump : rest;
  if (!isDust) {
    fee = feeWithChange;
    position = payment.changePosition ?? Math.floor(Math.random() * (outputs.length + 1));
    change?.check();
  }
  if (paysOutputs) {
    subtract(outputs, payment.subtractFrom, fee - (isDust ? rest : 0n));
    if (dustOutputs(outputs, policy).length > 0)
      throw walletError('The transaction amount is too small to send after the fee has been deducted');
  }
  if (position >= 0) outputs.splice(position, 0, { scriptPubKey: changeScript, value: changeValue });
  if (fee > view.core.walletDefaults.maxFee) throw walletError('Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)');
  const tx = { ...base, inputs, outputs };
  const weight = transactionWeight({ ...tx, inputs: [] }) + inputsWeight;
  checkStandardWeight(weight);
  checkChain(view, tx, virtual(weight));
  // Core keeps the address of each of its two attempts at a payment. The second one takes that of the change of the first, if it has any.
  change?.use(position < 0 && fee > 0n ? 2 : 1);
  return { tx, fee, changePosition: position };
}

/** Returns whole virtual bytes of a weight. */
function virtual(weight: number): number {
  return Math.ceil(weight / 4);
}

/** By the bytes of the hash as they are in a transaction, then by the index. */
function byOutPoint({ previous: a }: PaymentInput, { previous: b }: PaymentInput): number {
  return Buffer.compare(a.hash, b.hash) || a.index - b.index;
}

/** Returns the weight of an input that a call names. @throws RpcError −4 if nobody knows how to spend it */
function presetWeight(
  { state }: WalletView,
  { previous }: PaymentInput,
  { scriptPubKey }: TxOut,
  keys: SigningKeys | undefined,
): InputWeight {
  try {
    // A coin of a transaction that the wallet does not have is a foreign one, also with a script of the wallet.
    return state.owned.has(outPointKey(previous)) ? inputWeight(state, scriptPubKey) : foreignWeight(state, scriptPubKey, keys);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    throw walletError(`Not solvable pre-selected input ${outPointText(previous)}`);
  }
}

/** Whether it is known that an input has a witness. */
function isSegwit(...args: Parameters<typeof presetWeight>): boolean {
  try {
    return presetWeight(...args).witness > 0;
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return false;
  }
}

/** Divides the fee among outputs; the first one pays the remainder. A negative fee is what the inputs have too much. */
function subtract(outputs: TxOut[], from: number[], fee: bigint): void {
  const share = fee / BigInt(from.length);
  from.forEach((index, place) => {
    const output = outputs[index];
    if (output === undefined) return;
    output.value -= share + (place === 0 ? fee % BigInt(from.length) : 0n);
    if (output.value < 0n) throw walletError('The transaction amount is too small to pay the fee');
  });
}

const TOO_LITTLE =
  'The preselected coins total amount does not cover the transaction target. ' +
  'Please allow other inputs to be automatically selected or include more coins manually';

/** The coins suffice only with those whose chains of unconfirmed transactions are too long. */
const TOO_LONG_CHAIN =
  'Unconfirmed UTXOs are available, but spending them creates a chain of transactions that will be rejected by the mempool';

/** Returns the lowest fee rate of a payment, or the highest of higher given ones. */
export function leastFeeRate({ core }: WalletView, ...given: bigint[]): bigint {
  const rates = [...given, core.walletDefaults.minFeeRate, core.mempool.policy.minRelayFeeRate];
  return largest(rates);
}

/** @throws RpcError −4 below {@link leastFeeRate} */
function checkFeeRate(view: WalletView, rate: bigint): void {
  const least = leastFeeRate(view);
  if (rate < least) throw walletError(`Fee rate (${satPerByte(rate)}) is lower than the minimum fee rate setting (${satPerByte(least)})`);
}

/** Formats a fee rate in sats per 1,000 virtual bytes. */
export function satPerByte(rate: bigint): string {
  return `${rate / 1000n}.${`${rate % 1000n}`.padStart(3, '0')} sat/vB`;
}

function walletError(message: string): RpcError {
  return new RpcError(RPC_CODE.WALLET_ERROR, message);
}

/** A payment without inputs of its own, with the wallet's defaults. */
export function paymentOf(view: WalletView, outputs: TxOut[], changes: Partial<Payment> = {}): Payment {
  return {
    outputs,
    feeRate: view.core.walletDefaults.fallbackFee,
    anyFeeRate: false,
    subtractFrom: [],
    inputs: [],
    addInputs: true,
    includeUnsafe: false,
    replaceable: true,
    lockTime: lockTimeFor(view, []),
    version: 2,
    ...changes,
  };
}
