import { decodeAddress, encodeAddress } from '../../../../../protocol/address/address.js';
import { hashToHex } from '../../../../../protocol/codec/hex.js';
import { outPointKey, type Transaction } from '../../../../../protocol/codec/transaction.js';
import { inputOf, outPointText } from '../../../../wallet/coin-choice.js';
import { ownOutput, unspentCoin } from '../../../../wallet/coins.js';
import type { WalletView } from '../../../../wallet/history.js';
import { type Funded, fund, type Payment, paymentOf } from '../../../../wallet/spend.js';
import { addressTypeOf } from '../../../arguments/address-type.js';
import { isJsonObject } from '../../../arguments/arguments.js';
import { type OptionTypes, readOptions } from '../../../arguments/options.js';
import { parseAmount } from '../../../arguments/parse-amount.js';
import { RPC_CODE, RpcError } from '../../../error.js';
import { toInt32 } from '../../../json/numeral.js';
import { knownCoins } from '../signing/signing.js';
import { inputWeights, solvingKeys } from './external-inputs.js';
import { feeRateOf } from './fee-rate.js';
import { isReplaceable } from './finish.js';
import { subtractPositions } from './subtract-fee.js';

/** The options of methods that choose coins. */
export const FUND_OPTIONS: OptionTypes = {
  add_inputs: 'bool!',
  include_unsafe: 'bool!',
  add_to_wallet: 'bool',
  changeAddress: 'string!',
  change_address: 'string!',
  changePosition: 'number!',
  change_position: 'number!',
  change_type: 'string!',
  includeWatching: 'bool',
  include_watching: 'bool',
  inputs: 'array',
  lockUnspents: 'bool!',
  lock_unspents: 'bool!',
  locktime: 'number',
  fee_rate: 'any',
  feeRate: 'any!',
  psbt: 'bool',
  subtractFeeFromOutputs: 'array',
  subtract_fee_from_outputs: 'array',
  replaceable: 'bool!',
  conf_target: 'number',
  estimate_mode: 'string',
  minconf: 'number!',
  maxconf: 'number!',
  max_tx_weight: 'number!',
  solving_data: 'object!',
  input_weights: 'array!',
};
/**
 * Adds inputs and change to a transaction as {@link FUND_OPTIONS} say.
 * @param adds whether inputs are added without `add_inputs` @param anyFeeRate whether a given fee rate may be below the minimum
 * @param payersOption the name that the method has for the outputs that pay the fee
 */
export function fundWith(
  view: WalletView,
  draft: Transaction,
  value: unknown,
  { adds, anyFeeRate, payersOption }: { adds: boolean; anyFeeRate: boolean; payersOption: string },
): Funded {
  // Core reads this one before it checks the types of all, and under the name of the method only.
  const subtractFrom = payers(isJsonObject(value) ? value[payersOption] : undefined, draft.outputs) ?? [];
  const options = readOptions(value, FUND_OPTIONS);
  const coins = knownCoins(draft, view.core);
  const weights = inputWeights(options['input_weights']);
  const changes: Partial<Payment> = {
    ...changeOptions(options, draft),
    ...feeOptions(view, options, anyFeeRate),
    lockTime: draft.lockTime,
    version: draft.version,
    addInputs: typeof options['add_inputs'] === 'boolean' ? options['add_inputs'] : adds,
    includeUnsafe: options['include_unsafe'] === true,
    // A fee rate in sat/vB makes the payment replaceable, unless the call says otherwise.
    replaceable: options['fee_rate'] !== undefined && options['replaceable'] === undefined ? true : isReplaceable(view, options),
    subtractFrom,
    solvingKeys: solvingKeys(options['solving_data']),
    ...depthOptions(options),
    maxWeight: options['max_tx_weight'] === undefined ? undefined : toInt32(options['max_tx_weight']),
  };
  // After all options, as in Core.
  if (draft.outputs.length === 0) throw invalid('TX must have at least one output');
  const inputs: Payment['inputs'] = [
    ...withoutRepeats(draft.inputs).map((input) => {
      const key = outPointKey(input.previous);
      const coin = ownOutput(view, key) ?? coins.get(key);
      if (coin !== undefined) return { input, coin, weight: weights.get(key)?.weight };
      throw new RpcError(RPC_CODE.WALLET_ERROR, 'Unable to find UTXO for external input');
    }),
    ...weighedInputs(view, draft, weights),
  ];
  const funded = fund(view, paymentOf(view, draft.outputs, { ...changes, inputs }));
  if ((options['lock_unspents'] ?? options['lockUnspents']) === true) lockInputs(view, funded.tx);
  return funded;
}

/** As in Core, a coin that is named twice is spent once, in its last place. */
function withoutRepeats(inputs: Transaction['inputs']): Transaction['inputs'] {
  const last = new Map(inputs.map(({ previous }, at) => [outPointKey(previous), at]));
  return inputs.filter(({ previous }, at) => last.get(outPointKey(previous)) === at);
}

/** As in Core, a coin with a weight is spent, whether the transaction has it as an input or not. */
function weighedInputs(view: WalletView, { inputs }: Transaction, weights: ReturnType<typeof inputWeights>): Payment['inputs'] {
  const named = new Set(inputs.map(({ previous }) => outPointKey(previous)));
  return [...weights]
    .filter(([key]) => !named.has(key))
    .map(([key, { previous, weight }]) => {
      const coin = unspentCoin(view, key);
      if (coin !== undefined) return { input: inputOf(coin), coin: coin.output, weight };
      throw new RpcError(RPC_CODE.WALLET_ERROR, `Not found pre-selected input ${outPointText(previous)}`);
    });
}

/** Locks the coins that a transaction spends. */
export function lockInputs({ state }: WalletView, { inputs }: Transaction): void {
  for (const { previous } of inputs) {
    state.locked.set(outPointKey(previous), { txid: hashToHex(previous.hash), vout: previous.index, persistent: false });
  }
}

function invalid(message: string): RpcError {
  return new RpcError(RPC_CODE.INVALID_PARAMETER, message);
}

function changeOptions(options: Record<string, unknown>, { outputs }: Transaction): Partial<Payment> {
  const address = options['change_address'] ?? options['changeAddress'];
  const decoded = typeof address === 'string' ? decodeAddress(address) : undefined;
  if (decoded !== undefined && 'error' in decoded) {
    throw new RpcError(RPC_CODE.INVALID_ADDRESS_OR_KEY, 'Change address must be a valid bitcoin address');
  }
  const given = options['change_position'] ?? options['changePosition'];
  const position = given === undefined ? undefined : toInt32(given);
  if (position !== undefined && (position < 0 || position > outputs.length)) throw invalid('changePosition out of bounds');
  const type = options['change_type'];
  if (type !== undefined && decoded !== undefined) throw invalid('Cannot specify both change address and address type options');
  const changeType = typeof type === 'string' ? addressTypeOf(type, 'change') : undefined;
  return { changeScript: decoded?.scriptPubKey, changePosition: position, changeType };
}

function feeOptions(view: WalletView, options: Record<string, unknown>, anyFeeRate: boolean): Pick<Payment, 'feeRate' | 'anyFeeRate'> {
  const { feeRate, fee_rate: rate, conf_target: target, estimate_mode: mode } = options;
  if (feeRate === undefined) return { feeRate: feeRateOf(view, { target, mode, rate }), anyFeeRate: anyFeeRate && rate !== undefined };
  if (rate !== undefined) throw invalid('Cannot specify both fee_rate (sat/vB) and feeRate (BTC/kvB)');
  if (target !== undefined) {
    const advice = 'Please provide either a confirmation target in blocks for automatic fee estimation, or an explicit fee rate.';
    throw invalid(`Cannot specify both conf_target and feeRate. ${advice}`);
  }
  if (mode !== undefined) throw invalid('Cannot specify both estimate_mode and feeRate');
  return { feeRate: parseAmount(feeRate), anyFeeRate: true };
}

function depthOptions({ minconf, maxconf }: Record<string, unknown>): Pick<Payment, 'minDepth' | 'maxDepth'> {
  const minDepth = minconf === undefined ? 0 : toInt32(minconf);
  if (minDepth < 0) throw invalid('Negative minconf');
  const maxDepth = maxconf === undefined ? undefined : toInt32(maxconf);
  if (maxDepth !== undefined && maxDepth < minDepth) throw invalid(`maxconf can't be lower than minconf: ${maxDepth} < ${minDepth}`);
  return { minDepth, maxDepth };
}

/**
 * Returns the positions of the outputs that pay the fee.
 * @throws RpcError −1 with Core's message for what has no elements, −8
 */
export function payers(list: unknown, outputs: Transaction['outputs']): number[] | undefined {
  if (list === undefined || list === null) return undefined;
  const values = Array.isArray(list) ? list : isJsonObject(list) ? Object.values(list) : undefined;
  if (values === undefined) throw new RpcError(RPC_CODE.MISC_ERROR, 'JSON value is not an object or array as expected');
  const addresses = outputs.map(({ scriptPubKey }) => encodeAddress(scriptPubKey));
  return subtractPositions(values, addresses);
}
