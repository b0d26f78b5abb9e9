import { p2tr, TaprootControlBlock, Transaction } from '@scure/btc-signer';
import { toHex } from '../../bitcoin/codec.js';
import type { ChainIndex, IndexedTransaction } from '../../bitcoin/esplora.js';
import { buildScript, leafKey, OP, TAPSCRIPT_LEAF_VERSION } from '../../bitcoin/script.js';
import { depositOutput as depositTaproot } from '../../stacks/sbtc.js';
import { AGGREGATE_KEY } from '../signers.js';
import { decodeWithdrawalIds, encodeWithdrawalIds } from './withdrawal-ids.js';

/** The x-only key of the signers. */
export const SIGNERS_KEY = AGGREGATE_KEY.publicKey.slice(2);
/** "T3" and version 1, which begin the data output of a sweep. */
const MAGIC = '543301';
/** The most bytes of a data output that the network relays with room for its opcodes, as sBTC's signers use it. */
const LONGEST_DATA = 80;
/**
 * Virtual bytes that sBTC's signers charge at least: a sweep of one deposit, and one of a withdrawal without its
 * output (signer/src/bitcoin/utxo.rs).
 */
const SOLO_DEPOSIT_SIZE = 249;
const BASE_WITHDRAWAL_SIZE = 137;

/** An output of the signers. */
export type SignersCoin = { txid: string; vout: number; amount: bigint };
type SweptDeposit = { txid: string; vout: number; amount: bigint; depositScript: string; reclaimScript: string };
/** @property script hex */
type PaidWithdrawal = { id: bigint; amount: bigint; script: string };
type Requests = { deposits: readonly SweptDeposit[]; withdrawals: readonly PaidWithdrawal[] };
/** What each request pays of a sweep's fee, in sats. */
export type RequestFees = { deposits: bigint[]; withdrawals: bigint[] };

const makeSignersOutput = () => p2tr(Buffer.from(SIGNERS_KEY, 'hex'));
let made: ReturnType<typeof makeSignersOutput> | undefined;

/** Returns the output of the signers' address. Its tweak takes some milliseconds, and each look at the chain asks for it. */
function signersOutput(): ReturnType<typeof makeSignersOutput> {
  made ??= makeSignersOutput();
  return made;
}

/** Returns the output script of the signers' address. */
export function signersScript(): string {
  return toHex(signersOutput().script);
}

type DepositScripts = Pick<SweptDeposit, 'depositScript' | 'reclaimScript'>;

/** Returns the output of a deposit, with the control block for its deposit script. The scripts may be any bytes. */
function depositOutput({ depositScript, reclaimScript }: DepositScripts): { script: Uint8Array; leaf: Uint8Array; control: Uint8Array } {
  const [deposit, reclaim] = [depositScript, reclaimScript].map((script) => new Uint8Array(Buffer.from(script, 'hex'))) as [
    Uint8Array,
    Uint8Array,
  ];
  const output = depositTaproot(deposit, reclaim);
  const [control] = output.data.leaves.get(leafKey({ script: deposit, version: TAPSCRIPT_LEAF_VERSION }))?.controls ?? [];
  if (control === undefined) throw new RangeError('no control block of a script in the tree');
  return { script: buildScript([OP[1], output.key]), leaf: deposit, control };
}

/** Returns the output script of a deposit, as hex. */
export function depositOutputScript(scripts: DepositScripts): string {
  return toHex(depositOutput(scripts).script);
}

/** Returns the fee that the signers ask of a deposit before they sweep it. */
export function minimumDepositFee(feeRate: number): bigint {
  return BigInt(Math.ceil(SOLO_DEPOSIT_SIZE * feeRate));
}

/** Returns the fee that the signers ask of a withdrawal before they pay it. @param script hex */
export function minimumWithdrawalFee(feeRate: number, script: string): bigint {
  return BigInt(Math.ceil((BASE_WITHDRAWAL_SIZE + outputWeight(script) / 4) * feeRate));
}

/**
 * Builds and signs a sweep: the signers' outputs and the deposits become one output of the signers, beside the data output and the
 * payments. Its signatures are deterministic.
 * @returns undefined if the signers do not have what the withdrawals need
 */
export function buildSweep({
  coins,
  deposits,
  withdrawals,
  feeRate,
}: Requests & { coins: readonly SignersCoin[]; feeRate: number }): { hex: string; txid: string } | undefined {
  const total = sum([...coins, ...deposits]) - sum(withdrawals);
  if (total < DUST) return undefined;
  const change = total - BigInt(Math.ceil(signedSize(draftSweep(coins, { deposits, withdrawals }, total), coins, deposits) * feeRate));
  if (change < DUST) return undefined;
  const sweep = draftSweep(coins, { deposits, withdrawals }, change);
  sweep.sign(Buffer.from(AGGREGATE_KEY.privateKey, 'hex'), undefined, new Uint8Array(32));
  sweep.finalize();
  return { hex: sweep.hex, txid: sweep.id };
}

/** Core's dust limit of a taproot output. */
const DUST = 330n;

function draftSweep(coins: readonly SignersCoin[], { deposits, withdrawals }: Requests, change: bigint): Transaction {
  const tx = new Transaction({ version: 2, allowUnknownInputs: true, allowUnknownOutputs: true });
  const own = signersOutput();
  // A sequence below the last signals that a later sweep may replace this one (BIP125).
  const sequence = 0xfffffffd;
  for (const { txid, vout, amount } of coins) {
    tx.addInput({ txid, index: vout, sequence, witnessUtxo: { script: own.script, amount }, tapInternalKey: own.tapInternalKey });
  }
  for (const deposit of deposits) {
    const { script, leaf, control } = depositOutput(deposit);
    tx.addInput({
      ...{ txid: deposit.txid, index: deposit.vout, sequence },
      witnessUtxo: { script, amount: deposit.amount },
      tapLeafScript: [[TaprootControlBlock.decode(control), Buffer.concat([leaf, Uint8Array.of(TAPSCRIPT_LEAF_VERSION)])]],
    });
  }
  tx.addOutput({ script: own.script, amount: change });
  const data = Buffer.concat([Buffer.from(MAGIC, 'hex'), encodeWithdrawalIds(withdrawals.map(({ id }) => id))]);
  tx.addOutput({ script: buildScript([OP.RETURN, data]), amount: 0n });
  for (const { script, amount } of withdrawals) tx.addOutput({ script: Buffer.from(script, 'hex'), amount });
  return tx;
}

/** Returns the virtual bytes that a draft has when it is signed: all signatures have 64 bytes, so it need not be signed to know. */
function signedSize(draft: Transaction, coins: readonly SignersCoin[], deposits: readonly SweptDeposit[]): number {
  const witnesses = [
    ...coins.map(() => 1 + (1 + 64)),
    ...deposits.map(({ depositScript }) => {
      const { length } = Buffer.from(depositScript, 'hex');
      return 1 + (1 + 64) + (length < 0xfd ? 1 : 3) + length + (1 + 65);
    }),
  ];
  return Math.ceil((draft.unsignedTx.length * 4 + 2 + witnesses.reduce((total, size) => total + size, 0)) / 4);
}

/** Whether one data output has room for the ids of so many withdrawals. */
export function fitsIntoSweep(ids: readonly bigint[]): boolean {
  return MAGIC.length / 2 + encodeWithdrawalIds(ids).length <= LONGEST_DATA;
}

/** A sweep on the chain or in the mempool. */
export type Sweep = {
  transaction: IndexedTransaction;
  /** The total fee in sats. */
  fee: bigint;
  /** What it pays, by request id. */
  payments: ReadonlyMap<bigint, { vout: number; amount: bigint; script: string }>;
};

/** Reads a sweep; undefined for any other transaction. */
export function readSweep(transaction: IndexedTransaction, index: ChainIndex, signers: string): Sweep | undefined {
  const { inputs, outputs } = transaction;
  const [own, data, ...paid] = outputs;
  if (own?.script !== signers || data === undefined) return undefined;
  const bytes = Buffer.from(data.script, 'hex');
  const start = bytes[1] === OP.PUSHDATA1 ? 3 : 2;
  if (bytes[0] !== OP.RETURN || bytes[start - 1] !== bytes.length - start) return undefined;
  if (bytes.toString('hex', start, start + MAGIC.length / 2) !== MAGIC) return undefined;
  const spent = inputs.map((outpoint) => outputOf(index, outpoint));
  const ids = decodeWithdrawalIds(bytes.subarray(start + MAGIC.length / 2));
  if (ids === undefined || ids.length !== paid.length) return undefined;
  // Anybody can pay the signers and name ids. Only they spend their own outputs.
  if (ids.length > 0 && !spent.some((output) => output?.script === signers)) return undefined;
  const fee = spent.reduce((total, output) => total + (output?.value ?? 0n), 0n) - outputs.reduce((total, { value }) => total + value, 0n);
  const payments = paid.map(({ script, value }, at) => [ids[at] ?? 0n, { vout: at + 2, amount: value, script }] as const);
  return { transaction, fee, payments: new Map(payments) };
}

function outputOf(index: ChainIndex, outpoint: string) {
  const [txid = '', vout] = outpoint.split(':');
  return index.transaction(txid)?.outputs[Number(vout)];
}

/** Returns the share of each request in a fee, by weight and rounded up, as sBTC's signers assess it. */
export function shareFee(
  fee: bigint,
  { deposits, withdrawals }: { deposits: readonly string[]; withdrawals: readonly string[] },
): RequestFees {
  const inputs = deposits.map(depositWeight);
  const outputs = withdrawals.map(outputWeight);
  const total = BigInt([...inputs, ...outputs].reduce((all, weight) => all + weight, 0));
  const share = (weight: number): bigint => (BigInt(weight) * fee + total - 1n) / total;
  return { deposits: inputs.map(share), withdrawals: outputs.map(share) };
}

/** An input outside of the witness has 41 bytes. The witness: three items, a signature, the script, and a control block of two leaves. */
function depositWeight(depositScript: string): number {
  return 41 * 4 + 1 + (1 + 64) + (1 + depositScript.length / 2) + (1 + 65);
}

function outputWeight(script: string): number {
  return (8 + 1 + script.length / 2) * 4;
}

function sum(parts: readonly { amount: bigint }[]): bigint {
  return parts.reduce((total, { amount }) => total + amount, 0n);
}
