import { encodeAddress } from '../../../../../protocol/address/address.js';
import { hashToHex, toHex } from '../../../../../protocol/codec/hex.js';
import { outPointKey, type Transaction, type TxOut, virtualSize } from '../../../../../protocol/codec/transaction.js';
import { outputKey } from '../../../../chain/coin.js';
import { formatMoney } from '../../../../chain/format-money.js';
import { feeRate } from '../../../../mempool/fee-rate.js';
import { feeFor } from '../../../../mempool/policy/policy.js';
import { createBumpFee } from '../../../../wallet/bump-fee.js';
import { depthOf, statusOf, type WalletView } from '../../../../wallet/history.js';
import { resignedWeight, signedSize } from '../../../../wallet/sizes.js';
import { fund, leastFeeRate, type Payment, paymentOf } from '../../../../wallet/spend.js';
import type { WalletTx } from '../../../../wallet/state.js';
import { type Arguments, isJsonObject } from '../../../arguments/arguments.js';
import { parseOutputs } from '../../../arguments/create-transaction.js';
import { type OptionTypes, readOptions } from '../../../arguments/options.js';
import { parseHash } from '../../../arguments/parse-hash.js';
import { RPC_CODE, RpcError } from '../../../error.js';
import type { JsonObject } from '../../../json/json.js';
import { toInt32 } from '../../../json/numeral.js';
import { knownCoins } from '../signing/signing.js';
import { givenFeeRate } from './fee-rate.js';
import { expectUnlocked } from './wallet-of.js';

/** The options of replacements. */
export const BUMP_OPTIONS: OptionTypes = {
  conf_target: 'number',
  confTarget: 'number',
  fee_rate: 'any',
  replaceable: 'bool!',
  estimate_mode: 'string',
  outputs: 'any',
  original_change_index: 'number!',
};
/** What a replacement pays more at least, in sats per 1,000 virtual bytes (Core's `WALLET_INCREMENTAL_RELAY_FEE`). */
const WALLET_INCREMENT = 5000n;

/** Creates the replacement (Core's `CreateRateBumpTransaction`). @param ownInputs whether all inputs must be the wallet's */
export function bump(view: WalletView, args: Arguments, ownInputs: boolean): { old: WalletTx; tx: Transaction; fees: JsonObject } {
  const txid = parseHash(args.string('txid'), 'txid');
  const options = readOptions(args.raw('options'), BUMP_OPTIONS);
  if (options['confTarget'] !== undefined && options['conf_target'] !== undefined) {
    throw invalid('confTarget and conf_target options should not both be set. Use conf_target (confTarget is deprecated).');
  }
  const { estimate_mode: mode, fee_rate: rate } = options;
  const target = options['confTarget'] ?? options['conf_target'];
  const given = givenFeeRate({ target, mode, rate });
  const outputs = givenOutputs(options['outputs']);
  const index = options['original_change_index'] === undefined ? undefined : toUint32(options['original_change_index']);
  expectUnlocked(view);
  if (outputs !== undefined && index !== undefined) {
    const hint = 'You can only either specify a new set of outputs, or designate a change output to be recycled.';
    throw invalid(`The options 'outputs' and 'original_change_index' are incompatible. ${hint}`);
  }
  const old = view.state.transactions.get(txid);
  if (old === undefined) throw new RpcError(RPC_CODE.INVALID_ADDRESS_OR_KEY, 'Invalid or non-wallet transaction id');
  const before = old.record.tx;
  if (index !== undefined && index >= before.outputs.length) throw invalid('Change position is out of range');
  const coins = coinsOf(view, before);
  expectBumpable(view, old, ownInputs);
  const oldFee = sumOf(coins) - sumOf(before.outputs);
  const payment = replacement(view, { outputs: outputs ?? before.outputs, changeIndex: index });
  // Nobody knows how others sign, but they did.
  const others = before.inputs.map((input) => (view.state.owned.has(outPointKey(input.previous)) ? undefined : resignedWeight(input)));
  const feeRate = given ?? raisedRate(view, oldFee, before, target === undefined);
  if (given !== undefined)
    checkRate(view, {
      rate: given,
      oldFee,
      size: signedSize(view.state, { ...before, outputs: outputs ?? before.outputs }, coins, others),
      bump: createBumpFee(view.core, given)(before.inputs.map(({ previous }) => previous)),
    });
  const inputs = before.inputs.map((input, at) => ({
    input: { previous: input.previous, scriptSig: new Uint8Array(), witness: [] },
    coin: coins[at] as TxOut,
    weight: others[at],
  }));
  const replaceable = options['replaceable'] !== false;
  try {
    // New unconfirmed inputs would break rule 2 of BIP125.
    const { tx, fee } = fund(view, paymentOf(view, [], { ...payment, feeRate, inputs, replaceable, minDepth: 1 }));
    return { old, tx, fees: { origfee: oldFee, fee } };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    throw new RpcError(RPC_CODE.WALLET_ERROR, `Unable to create transaction. ${error.message}`);
  }
}

/** @throws RpcError −1 for a negative number */
function toUint32(value: unknown): number {
  const index = toInt32(value);
  if (index >= 0) return index;
  throw new RpcError(RPC_CODE.MISC_ERROR, 'JSON integer out of range');
}

function givenOutputs(value: unknown): TxOut[] | undefined {
  if (value === undefined) return undefined;
  if (isJsonObject(value) && Object.keys(value).length === 0) return undefined;
  if (Array.isArray(value) && value.length === 0) throw invalid('Invalid parameter, output argument cannot be an empty array');
  return parseOutputs(value);
}

/** @throws RpcError −4, −8 with Core's reasons */
function expectBumpable(view: WalletView, tx: WalletTx, ownInputs: boolean): void {
  const { record } = tx;
  const { spenders, transactions, owned } = view.state;
  const children = record.tx.outputs.flatMap((_, index) => spenders.get(outputKey(record, index)) ?? []);
  if (children.some((txid) => spends(view, transactions.get(txid)))) throw invalid('Transaction has descendants in the wallet');
  const { pool } = view.core.mempool;
  const entry = pool.get(record.txid);
  if (entry !== undefined && pool.children(entry).size > 0) throw invalid('Transaction has descendants in the mempool');
  const failure = (message: string) => new RpcError(RPC_CODE.WALLET_ERROR, message);
  if (depthOf(view, statusOf(view, tx)) !== 0) {
    throw failure('Transaction has been mined, or is conflicted with a mined transaction');
  }
  if (tx.replacedBy !== undefined) {
    throw failure(`Cannot bump transaction ${record.txid} which was already bumped by transaction ${tx.replacedBy}`);
  }
  if (ownInputs && record.tx.inputs.some(({ previous }) => !owned.has(outPointKey(previous)))) {
    throw failure("Transaction contains inputs that don't belong to this wallet");
  }
}

/** Whether a transaction of the wallet spends its coins: an abandoned or conflicting one returns them. */
function spends(view: WalletView, tx: WalletTx | undefined): boolean {
  return tx !== undefined && tx.abandoned !== true && statusOf(view, tx).type !== 'conflicted';
}

/** Returns the outputs that a transaction spends. @throws RpcError −1 */
function coinsOf({ core }: WalletView, tx: Transaction): TxOut[] {
  const known = knownCoins(tx, core);
  return tx.inputs.map(({ previous }) => {
    const coin = known.get(outPointKey(previous));
    if (coin !== undefined) return coin;
    throw new RpcError(RPC_CODE.MISC_ERROR, `${hashToHex(previous.hash)}:${previous.index} is already spent`);
  });
}

function sumOf(outputs: TxOut[]): bigint {
  return outputs.reduce((sum, { value }) => sum + value, 0n);
}

/** Returns the payments of a replacement, and where its change goes. */
function replacement(view: WalletView, { outputs, changeIndex }: { outputs: TxOut[]; changeIndex: number | undefined }): Partial<Payment> {
  const changes = outputs.filter((output, at) => (changeIndex === undefined ? isChange(view, output) : at === changeIndex));
  const paid = outputs.filter((output) => !changes.includes(output));
  const change = changes.at(-1);
  if (paid.length > 0) return { outputs: paid, changeScript: change?.scriptPubKey };
  if (change === undefined) throw invalid('Unable to create transaction. Transaction must have at least one recipient');
  return { outputs: [{ scriptPubKey: change.scriptPubKey, value: sumOf(outputs) }], subtractFrom: [0] };
}

function isChange({ state }: WalletView, { scriptPubKey }: TxOut): boolean {
  return state.scripts.has(toHex(scriptPubKey)) && !state.labels.has(encodeAddress(scriptPubKey) ?? '');
}

/** Returns the fee rate of a replacement without a given one. @param takesDefault whether no target replaces the rate of `settxfee` */
function raisedRate(view: WalletView, oldFee: bigint, tx: Transaction, takesDefault: boolean): bigint {
  const { core, state } = view;
  const { incrementalFeeRate } = core.mempool.policy;
  const increment = incrementalFeeRate > WALLET_INCREMENT ? incrementalFeeRate : WALLET_INCREMENT;
  const raised = feeRate(oldFee, virtualSize(tx)) + 1n + increment;
  return leastFeeRate(view, raised, takesDefault && state.payFeeRate > 0n ? state.payFeeRate : core.walletDefaults.fallbackFee);
}

/** @throws RpcError −4, −8 for a fee rate with which the mempool rejects the replacement */
function checkRate(view: WalletView, { rate, oldFee, size, bump }: { rate: bigint; oldFee: bigint; size: number; bump: bigint }): void {
  const { core } = view;
  const least = core.mempool.minFeeRate();
  const failure = (message: string) => new RpcError(RPC_CODE.WALLET_ERROR, message);
  // Without evictions, the mempool has no minimum of its own.
  if (rate < least && least > core.mempool.policy.minRelayFeeRate) {
    const rates = `New fee rate (${formatMoney(rate)}) is lower than the minimum fee rate (${formatMoney(least)})`;
    throw failure(`${rates} to get into the mempool -- `);
  }
  const [fee, increment] = [feeFor(rate, size) + bump, feeFor(core.mempool.policy.incrementalFeeRate, size)];
  if (fee < oldFee + increment) {
    const parts = `(oldFee ${formatMoney(oldFee)} + incrementalFee ${formatMoney(increment)})`;
    throw invalid(`Insufficient total fee ${formatMoney(fee)}, must be at least ${formatMoney(oldFee + increment)} ${parts}`);
  }
  const required = feeFor(leastFeeRate(view), size);
  if (fee < required) throw invalid(`Insufficient total fee (cannot be less than required fee ${formatMoney(required)})`);
  const most = core.walletDefaults.maxFee;
  if (fee > most) {
    throw failure(`Specified or calculated fee ${formatMoney(fee)} is too high (cannot be higher than -maxtxfee ${formatMoney(most)})`);
  }
}

function invalid(message: string): RpcError {
  return new RpcError(RPC_CODE.INVALID_PARAMETER, message);
}
