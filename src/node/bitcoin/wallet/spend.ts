import { hashFromHex, toHex } from '../../../chains/bitcoin/codec/hex.js';
import { outPointKey, type Transaction, type TxIn, type TxOut, transactionWeight } from '../../../chains/bitcoin/codec/transaction.js';
import { produceSignature } from '../../../chains/bitcoin/script/signing/produce-signature.js';
import { PLACEHOLDER_CREATOR } from '../../../chains/bitcoin/script/signing/signature-creator.js';
import { emptySignatureData } from '../../../chains/bitcoin/script/signing/signature-data.js';
import { feeFor } from '../mempool/policy/policy.js';
import { dustOutputs } from '../mempool/policy/standard-tx.js';
import { RPC_CODE, RpcError } from '../rpc/error.js';
import { unspentCoins, type WalletCoin } from './coins.js';
import type { WalletView } from './history.js';
import { activeDescriptor, keysFor, takeScript } from './keys.js';
import type { AddressType } from './state.js';

const MAX_BIP125 = 0xfffffffd;
/** bitcoind's `-maxtxfee`, in sats. */
const MAX_FEE = 10_000_000n;

/** A payment before its inputs are chosen. */
export type Payment = {
  outputs: TxOut[];
  /** Sats per 1,000 virtual bytes. */
  feeRate: bigint;
  /** The outputs that pay the fee instead of the change. */
  subtractFrom: number[];
  /** Inputs that must be spent, and whether others may be added. */
  inputs: { input: TxIn; coin: TxOut }[];
  addInputs: boolean;
  includeUnsafe: boolean;
  replaceable: boolean;
  lockTime: number;
  version: number;
  changeScript?: Uint8Array | undefined;
  changeType?: AddressType | undefined;
  changePosition?: number | undefined;
  minDepth?: number | undefined;
};

export type Funded = { tx: Transaction; fee: bigint; changePosition: number };

/** Chooses inputs for a payment and adds its change. The transaction is unsigned. @throws RpcError −4, with Core's messages */
export function fund(view: WalletView, payment: Payment): Funded {
  const { policy } = view.core.mempool;
  const total = payment.outputs.reduce((sum, { value }) => sum + value, 0n);
  if (payment.outputs.length === 0) throw walletError('Transaction must have at least one recipient');
  if (dustOutputs(payment.outputs, policy).length > 0) throw walletError('Transaction amount too small');
  const rate = payment.feeRate;
  // Until it is known whether a change output is needed, its address is not used up.
  const change = payment.changeScript === undefined ? peekChange(view, payment) : { script: payment.changeScript, take: undefined };
  const sizes = inputSizes(view);
  const base = { version: payment.version, lockTime: payment.lockTime };
  const emptyWeight = transactionWeight({ ...base, inputs: [], outputs: payment.outputs });
  const changeOutput = { value: 0n, scriptPubKey: change.script };
  const changeWeight = transactionWeight({ ...base, inputs: [], outputs: [...payment.outputs, changeOutput] }) - emptyWeight;

  const picked: Pick[] = payment.inputs.map(({ input, coin }) => ({ input, output: coin, weight: sizes(coin.scriptPubKey) }));
  const feeOf = (weight: number) => feeFor(rate, Math.ceil(weight / 4));
  const weightOf = (list: Pick[]) => emptyWeight + SEGWIT_WEIGHT + list.reduce((sum, { weight }) => sum + weight, 0);
  const sumOf = (list: Pick[]) => list.reduce((sum, { output }) => sum + output.value, 0n);
  const paysOutputs = payment.subtractFrom.length > 0;
  const missing = (list: Pick[]) => total + (paysOutputs ? 0n : feeOf(weightOf(list))) - sumOf(list);

  if (payment.addInputs && missing(picked) > 0n) {
    const preset = new Set(payment.inputs.map(({ input }) => outPointKey(input.previous)));
    const candidates = spendable(view, payment).filter(({ key }) => !preset.has(key));
    for (const tier of tiers(candidates)) {
      const available = tier.flatMap((coin) => {
        const pick = { input: inputOf(coin), output: coin.output, weight: sizes(coin.output.scriptPubKey) };
        return coin.output.value > (paysOutputs ? 0n : feeOf(pick.weight)) ? [pick] : [];
      });
      const found = choose(picked, available, (list) => missing(list) <= 0n);
      if (found === undefined) continue;
      picked.push(...found);
      break;
    }
  }
  if (missing(picked) > 0n) throw new RpcError(RPC_CODE.WALLET_ERROR, 'Insufficient funds');

  const inputs = picked.map(({ input }) => ({
    ...input,
    sequence: payment.replaceable || input.sequence !== MAX_BIP125 ? input.sequence : MAX_BIP125 + 1,
  }));
  const outputs = payment.outputs.map((output) => ({ ...output }));
  const rest = sumOf(picked) - total;
  const feeWithChange = feeOf(weightOf(picked) + changeWeight);
  const changeValue = rest - (paysOutputs ? 0n : feeWithChange);
  const isDust = changeValue <= 0n || dustOutputs([{ ...changeOutput, value: changeValue }], policy).length > 0;
  let position = -1;
  let fee = paysOutputs ? feeOf(weightOf(picked)) : rest;
  if (!isDust) {
    fee = feeWithChange;
    position = payment.changePosition ?? Math.floor(Math.random() * (outputs.length + 1));
    change.take?.();
  }
  if (paysOutputs) {
    subtract(outputs, payment.subtractFrom, fee - (isDust ? rest : 0n));
    if (isDust && rest > fee) fee = rest;
    if (dustOutputs(outputs, policy).length > 0)
      throw walletError('The transaction amount is too small to send after the fee has been deducted');
  }
  if (position >= 0) outputs.splice(position, 0, { scriptPubKey: change.script, value: changeValue });
  if (fee > MAX_FEE) throw walletError('Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)');
  return { tx: { ...base, inputs, outputs }, fee, changePosition: position };
}

/** The marker and flag of a segwit transaction. */
const SEGWIT_WEIGHT = 2;

type Pick = { input: TxIn; output: TxOut; weight: number };

function inputOf({ tx, index }: WalletCoin): TxIn {
  return { previous: { hash: hashFromHex(tx.record.txid), index }, scriptSig: new Uint8Array(), sequence: MAX_BIP125, witness: [] };
}

/** Returns the coins that a payment may spend by itself. */
function spendable(
  view: WalletView,
  { includeUnsafe, minDepth = 0 }: { includeUnsafe: boolean; minDepth?: number | undefined },
): WalletCoin[] {
  return unspentCoins(view).filter(
    ({ key, trusted, immature, depth }) =>
      !immature && (trusted || includeUnsafe) && depth >= minDepth && !view.state.locked.has(key) && isWithinLimits(view, key, depth),
  );
}

/** Whether a payment with an unconfirmed coin keeps the limits of unconfirmed chains. */
function isWithinLimits({ core }: WalletView, key: string, depth: number): boolean {
  if (depth > 0) return true;
  const { pool, policy } = core.mempool;
  const entry = pool.get(parentOf(key));
  if (entry === undefined) return false;
  const ancestors = pool.ancestors(entry);
  if (ancestors.size + 2 > policy.ancestorCount) return false;
  return [entry, ...ancestors.values()].every((each) => pool.descendants(each).size + 2 <= policy.descendantCount);
}

/** Returns the txid of an `outPointKey`. */
function parentOf(key: string): string {
  return Buffer.from(key.slice(0, 32), 'latin1').reverse().toString('hex');
}

/** Confirmed coins first; with unconfirmed ones only if they do not suffice. */
function tiers(coins: WalletCoin[]): WalletCoin[][] {
  return [coins.filter(({ depth }) => depth > 0), coins];
}

/** Returns the smallest coin that suffices, or else the largest ones. */
function choose(picked: Pick[], available: Pick[], suffices: (list: Pick[]) => boolean): Pick[] | undefined {
  let single: Pick | undefined;
  for (const pick of available) {
    if ((single === undefined || pick.output.value < single.output.value) && suffices([...picked, pick])) single = pick;
  }
  if (single !== undefined) return [single];
  const chosen: Pick[] = [];
  for (const pick of [...available].sort((a, b) => Number(b.output.value - a.output.value))) {
    chosen.push(pick);
    if (suffices([...picked, ...chosen])) return chosen;
  }
  return undefined;
}

/** Divides the fee among outputs; the first one pays the remainder. */
function subtract(outputs: TxOut[], from: number[], fee: bigint): void {
  if (fee <= 0n) return;
  const share = fee / BigInt(from.length);
  from.forEach((index, place) => {
    const output = outputs[index];
    if (output === undefined) return;
    output.value -= share + (place === 0 ? fee % BigInt(from.length) : 0n);
    if (output.value < 0n) throw walletError('The transaction amount is too small to pay the fee');
  });
}

/** Returns a function for the weight of an input with its signatures. */
function inputSizes(view: WalletView): (script: Uint8Array) => number {
  const known = new Map<string, number>();
  return (script) => {
    const kind = view.state.scripts.get(toHex(script))?.descriptor ?? toHex(script);
    const before = known.get(kind);
    if (before !== undefined) return before;
    const { scriptSig, witness, complete } = produceSignature(
      script,
      PLACEHOLDER_CREATOR,
      keysFor(view.state, [script]),
      emptySignatureData(),
    );
    if (!complete) throw walletError('Missing solving data for estimating transaction size');
    const input = { previous: { hash: new Uint8Array(32), index: 0 }, scriptSig, sequence: 0, witness };
    const weight = transactionWeight({ version: 2, inputs: [input], outputs: [], lockTime: 0 }) - EMPTY_WEIGHT;
    const size = witness.length > 0 ? weight - SEGWIT_WEIGHT : weight + 1;
    known.set(kind, size);
    return size;
  };
}

const EMPTY_WEIGHT = transactionWeight({ version: 2, inputs: [], outputs: [], lockTime: 0 });

/** Returns the address that change would go to, of the type of a recipient, or else bech32. */
function peekChange({ state }: WalletView, { changeType }: Payment): { script: Uint8Array; take?: () => void } {
  const types: (AddressType | undefined)[] = changeType === undefined ? ['bech32', 'bech32m', 'p2sh-segwit', 'legacy'] : [changeType];
  const descriptor = types.map((type) => activeDescriptor(state, type, true)).find((each) => each !== undefined);
  const [script] = descriptor?.descriptor.scripts(descriptor.next) ?? [];
  if (descriptor === undefined || script === undefined) {
    throw walletError("Transaction needs a change address, but we can't generate it. Error: This wallet has no available keys");
  }
  return { script, take: () => void takeScript(state, descriptor) };
}

function walletError(message: string): RpcError {
  return new RpcError(RPC_CODE.WALLET_ERROR, message);
}

/** A payment without inputs of its own, with the wallet's defaults. */
export function paymentOf(view: WalletView, outputs: TxOut[], changes: Partial<Payment> = {}): Payment {
  return {
    outputs,
    feeRate: view.core.fallbackFee,
    subtractFrom: [],
    inputs: [],
    addInputs: true,
    includeUnsafe: false,
    replaceable: true,
    lockTime: view.core.chain.tip().height,
    version: 2,
    ...changes,
  };
}
