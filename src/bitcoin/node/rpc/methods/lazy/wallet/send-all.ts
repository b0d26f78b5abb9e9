import { encodeAddress } from '../../../../../protocol/address/address.js';
import { hashToHex } from '../../../../../protocol/codec/hex.js';
import { MAX_BIP125, SEQUENCE_FINAL } from '../../../../../protocol/codec/sequence.js';
import { outPointKey, type Transaction, type TxIn, type TxOut } from '../../../../../protocol/codec/transaction.js';
import { feeFor } from '../../../../mempool/policy/policy.js';
import { dustOutputs } from '../../../../mempool/policy/standard-tx.js';
import { createBumpFee } from '../../../../wallet/bump-fee.js';
import { checkVersions, createLimitCheck, inputOf, spendable } from '../../../../wallet/coin-choice.js';
import { isSpent, ownOutput, unspentCoin } from '../../../../wallet/coins.js';
import type { WalletView } from '../../../../wallet/history.js';
import { MAX_TRUC_CHILD_WEIGHT, maxWeight, TRUC_VERSION } from '../../../../wallet/payment-limits.js';
import { signedSize } from '../../../../wallet/sizes.js';
import { leastFeeRate, satPerByte } from '../../../../wallet/spend.js';
import { createTransaction } from '../../../arguments/create-transaction.js';
import { type OptionTypes, optionsParameter, readMembers } from '../../../arguments/options.js';
import { RPC_CODE, RpcError } from '../../../error.js';
import { Numeral } from '../../../json/json.js';
import { toInt32 } from '../../../json/numeral.js';
import type { Method } from '../../../method.js';
import { feeRateOf } from './fee-rate.js';
import { FEE_CHOICE, finish, isReplaceable, sendOptions } from './finish.js';
import { lockInputs } from './fund-with.js';
import { walletOf } from './wallet-of.js';

const OPTIONS: OptionTypes = {
  add_to_wallet: 'bool!',
  fee_rate: 'any',
  include_watching: 'bool',
  inputs: 'array',
  locktime: 'number',
  lock_unspents: 'bool!',
  psbt: 'bool!',
  send_max: 'bool!',
  minconf: 'number!',
  maxconf: 'number!',
  conf_target: 'number',
  estimate_mode: 'string',
  replaceable: 'bool!',
  version: 'number',
};

/** The payment of everything. */
export const SEND_ALL_METHODS: Method[] = [
  {
    name: 'sendall',
    category: 'Wallet',
    description: 'Pays all coins, or chosen ones, without change.',
    parameters: [
      {
        name: 'recipients',
        usage: '["address",{"address":amount,...},...]',
        type: 'array',
        description: 'Addresses that share the rest, and addresses with amounts.',
      },
      ...FEE_CHOICE,
      optionsParameter(OPTIONS, `Any of ${Object.keys(OPTIONS).join(', ')}.`),
    ],
    result: '{...} (object) as send',
    handler: (args, context) => {
      const view = walletOf(context);
      const all = sendOptions(args);
      const options = readMembers(all, OPTIONS);
      const recipients = args.array('recipients');
      const sharers = new Set(recipients.filter((each) => typeof each === 'string'));
      if (sharers.size === 0) throw invalid('Must provide at least one address without a specified amount');
      const rate = rateOf(view, options);
      // As in Core, null stands for no inputs.
      const given = Array.isArray(options['inputs']) ? options['inputs'] : all['inputs'] === null ? [] : undefined;
      const draft = createTransaction({
        inputs: given ?? [],
        outputs: recipients.map((each) => (typeof each === 'string' ? { [each]: new Numeral('0') } : each)),
        lockTime: options['locktime'],
        replaceable: isReplaceable(view, options),
        version: options['version'] === undefined ? 2 : toInt32(options['version']),
      });
      const chosen =
        given === undefined
          ? chooseAll(view, options, { rate, version: draft.version })
          : draft.inputs.map((input) => givenCoin(view, input, draft.version));
      if (given !== undefined) refuseConditions(options);
      const tx = { ...draft, inputs: given === undefined ? chosen.map(({ input }) => input) : draft.inputs };
      divide(view, tx, { coins: chosen.map(({ coin }) => coin), rate, sharers, isMost: options['send_max'] === true });
      if (options['lock_unspents'] === true) lockInputs(view, tx);
      return finish(view, tx, options);
    },
  },
];

type Chosen = { input: TxIn; coin: TxOut };

function rateOf(view: WalletView, { conf_target: target, estimate_mode: mode, fee_rate: rate }: Record<string, unknown>): bigint {
  const chosen = feeRateOf(view, { target, mode, rate });
  const least = leastFeeRate(view);
  if (chosen >= least) return chosen;
  throw invalid(`Fee rate (${satPerByte(chosen)}) is lower than the minimum fee rate setting (${satPerByte(least)})`);
}

function chooseAll(view: WalletView, options: Record<string, unknown>, { rate, version }: { rate: bigint; version: number }): Chosen[] {
  const minDepth = options['minconf'] === undefined ? 0 : toInt32(options['minconf']);
  if (minDepth < 0) throw invalid(`Invalid minconf (minconf cannot be negative): ${minDepth}`);
  const maxDepth = options['maxconf'] === undefined ? undefined : toInt32(options['maxconf']);
  if (maxDepth !== undefined && maxDepth < minDepth) throw invalid(`maxconf can't be lower than minconf: ${maxDepth} < ${minDepth}`);
  const sequence = isReplaceable(view, options) ? MAX_BIP125 : SEQUENCE_FINAL;
  const chosen = spendable(view, { includeUnsafe: false, minDepth, maxDepth, version })
    .filter(createLimitCheck(view))
    .map((coin) => ({
      input: { ...inputOf(coin), sequence },
      coin: coin.output,
    }));
  if (options['send_max'] !== true) return chosen;
  const sizeOf = ({ input, coin }: Chosen) =>
    signedSize(view.state, { ...EMPTY, inputs: [input] }, [coin]) - signedSize(view.state, EMPTY, []);
  return chosen.filter((each) => feeFor(rate, sizeOf(each)) <= each.coin.value);
}

const EMPTY: Transaction = { version: 2, inputs: [], outputs: [], lockTime: 0 };

/** Returns a coin that the call names. @throws RpcError −8 */
function givenCoin(view: WalletView, input: TxIn, version: number): Chosen {
  const { hash, index } = input.previous;
  const name = `UTXO (${hashToHex(hash)}:${index})`;
  const key = outPointKey(input.previous);
  if (isSpent(view, key)) throw invalid(`Input not available. ${name} was already spent.`);
  const coin = ownOutput(view, key);
  const tx = view.state.transactions.get(hashToHex(hash));
  if (coin === undefined || tx === undefined) throw invalid(`Input not found. ${name} is not part of wallet.`);
  // As in Core, the block of the coin may have left the chain.
  checkVersions({ depth: unspentCoin(view, key)?.depth ?? 0, tx }, version, invalid);
  return { input, coin };
}

function refuseConditions(options: Record<string, unknown>): void {
  if (options['send_max'] !== undefined) throw invalid('Cannot combine send_max with specific inputs.');
  if (options['minconf'] !== undefined || options['maxconf'] !== undefined) {
    throw invalid('Cannot combine minconf or maxconf with specific inputs.');
  }
}

type Division = { coins: TxOut[]; rate: bigint; sharers: Set<unknown>; isMost: boolean };

/** Divides what amounts and the fee leave among the outputs without an amount. @throws RpcError −4, −6, −8 */
function divide(view: WalletView, tx: Transaction, { coins, rate, sharers, isMost }: Division): void {
  const total = coins.reduce((sum, { value }) => sum + value, 0n);
  const spent = tx.inputs.map(({ previous }) => previous);
  const most = weightLimit(view, tx);
  if (4 * signedSize(view.state, tx, coins) > most) throw new RpcError(RPC_CODE.WALLET_ERROR, 'Transaction too large.');
  const fee = feeFor(rate, signedSize(view.state, tx, coins)) + createBumpFee(view.core, rate)(spent);
  if (fee > view.core.walletDefaults.maxFee) {
    throw new RpcError(RPC_CODE.WALLET_ERROR, 'Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)');
  }
  const low = 'Total value of UTXO pool too low to pay for transaction';
  const hint = "Try using lower feerate or excluding uneconomic UTXOs with 'send_max' option.";
  if (total <= fee) throw insufficient(isMost ? `${low}, try using lower feerate.` : `${low}. ${hint}`);
  const claimed = tx.outputs.reduce((sum, { value }) => sum + value, 0n);
  if (claimed > total) throw insufficient('Assigned more value to outputs than available funds.');
  const rest = total - fee - claimed;
  if (rest < 0n) throw insufficient('Insufficient funds for fees after creating specified outputs.');
  const count = BigInt(sharers.size);
  let extra = rest % count;
  for (const output of tx.outputs) {
    const address = encodeAddress(output.scriptPubKey);
    const shares = sharers.has(address);
    if (shares) {
      output.value = rest / count + extra;
      extra = 0n;
    }
    if (dustOutputs([output], view.core.mempool.policy).length === 0) continue;
    if (shares) throw insufficient('Dynamically assigned remainder results in dust output.');
    throw invalid(`Specified output amount to ${address} is below dust threshold.`);
  }
}

/** Returns the maximum weight: less for a child of an unconfirmed transaction of version 3. */
function weightLimit({ core }: WalletView, { version, inputs }: Transaction): number {
  const isChild = inputs.some(({ previous }) => core.mempool.pool.get(hashToHex(previous.hash)) !== undefined);
  return version === TRUC_VERSION && isChild ? MAX_TRUC_CHILD_WEIGHT : maxWeight(version);
}

function invalid(message: string): RpcError {
  return new RpcError(RPC_CODE.INVALID_PARAMETER, message);
}

function insufficient(message: string): RpcError {
  return new RpcError(RPC_CODE.INSUFFICIENT_FUNDS, message);
}
