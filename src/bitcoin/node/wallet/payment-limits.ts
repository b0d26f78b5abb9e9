import type { Transaction } from '../../protocol/codec/transaction.js';
import { recordTx } from '../chain/tx-record.js';
import { limitFault } from '../mempool/policy/limits.js';
import { feeFor } from '../mempool/policy/policy.js';
import { dustThreshold } from '../mempool/policy/standard-tx.js';
import { RPC_CODE, RpcError } from '../rpc/error.js';
import type { WalletView } from './history.js';
import { inputWeight } from './sizes.js';

const MAX_STANDARD_WEIGHT = 400_000;
const MIN_STANDARD_WEIGHT = 260;
/** The virtual bytes of a P2SH-P2WPKH input: bitcoind's guess for change that the wallet cannot spend. */
const NESTED_INPUT_SIZE = 91;
export const TRUC_VERSION = 3;
const MAX_TRUC_WEIGHT = 40_000;
export const MAX_TRUC_CHILD_WEIGHT = 4000;

const ADVICE = "Please try sending a smaller amount or manually consolidating your wallet's UTXOs";

/** Returns the maximum weight of a payment. @param wanted that of the call @throws RpcError −4 for an unusual one */
export function maxWeight(version: number, wanted = MAX_STANDARD_WEIGHT): number {
  const most = version === TRUC_VERSION ? Math.min(wanted, MAX_TRUC_WEIGHT) : wanted;
  if (most >= MIN_STANDARD_WEIGHT && most <= MAX_STANDARD_WEIGHT) return most;
  throw walletError(`Maximum transaction weight must be between ${MIN_STANDARD_WEIGHT} and ${MAX_STANDARD_WEIGHT}`);
}

/** The weights of the parts of a payment, those of inputs that the wallet added and of those that the call names, and the maximum of all. */
type Weights = { outputs: number; change: number; added: number; preset: number; most: number };

/** Checks the weight of chosen inputs. @param isChild whether it is a TRUC child @throws RpcError −4 with the reason why a payment is too heavy */
export function checkWeight({ outputs, change, added, preset, most }: Weights, isChild: boolean): void {
  if (outputs >= most) throw walletError('Maximum transaction weight is less than transaction weight without inputs');
  const limit = isChild ? Math.min(most, MAX_TRUC_CHILD_WEIGHT) : most;
  if (outputs + change > most) throw walletError('Maximum transaction weight is too low, can not accommodate change output');
  if (outputs + change + added > limit) throw walletError(`The inputs size exceeds the maximum weight. ${ADVICE}`);
  if (preset === 0 || outputs + added + preset <= most) return;
  const both =
    'The combination of the pre-selected inputs and the wallet automatic inputs selection exceeds the transaction maximum weight';
  throw walletError(`${both}. ${ADVICE}`);
}

/** Returns the lowest value of change in sats: less becomes fee. */
export function leastChange({ state, core }: WalletView, scriptPubKey: Uint8Array): bigint {
  const { policy } = core.mempool;
  const { discardFeeRate } = core.walletDefaults;
  const rate = largest([discardFeeRate, policy.dustFeeRate]);
  const dust = dustThreshold({ value: 0n, scriptPubKey }, rate);
  const spending = feeFor(rate, spendingSize(state, scriptPubKey)) + 1n;
  return largest([dust, spending]);
}

/** Returns the largest of some amounts. */
export function largest(values: bigint[]): bigint {
  return values.sort((a, b) => (a < b ? 1 : -1))[0] ?? 0n;
}

function spendingSize(state: WalletView['state'], script: Uint8Array): number {
  try {
    const { base, witness } = inputWeight(state, script);
    return Math.ceil((base + witness) / 4);
  } catch (error) {
    if (error instanceof RpcError) return NESTED_INPUT_SIZE;
    throw error;
  }
}

/** Checks the weight of a whole payment. @throws RpcError −4 */
export function checkStandardWeight(weight: number): void {
  if (weight > MAX_STANDARD_WEIGHT) throw walletError('Transaction too large');
}

/** Checks the mempool's limits of unconfirmed chains for a payment. @param size its virtual bytes with signatures @throws RpcError −4 */
export function checkChain({ core: { mempool, walletDefaults } }: WalletView, tx: Transaction, size: number): void {
  if (!walletDefaults.rejectsLongChains) return;
  const parents = mempool.pool.parents({ record: recordTx(tx) });
  const fault = limitFault(mempool.pool, { count: 1, size, parents }, new Map(), mempool.policy);
  if (fault !== undefined) throw walletError(fault);
}

function walletError(message: string): RpcError {
  return new RpcError(RPC_CODE.WALLET_ERROR, message);
}
