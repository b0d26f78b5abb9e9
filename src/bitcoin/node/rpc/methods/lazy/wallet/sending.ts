import type { TxOut } from '../../../../../protocol/codec/transaction.js';
import type { WalletView } from '../../../../wallet/history.js';
import { withReserved } from '../../../../wallet/reserved.js';
import { fund, paymentOf } from '../../../../wallet/spend.js';
import { type Arguments, isJsonObject } from '../../../arguments/arguments.js';
import { parseOutputs } from '../../../arguments/create-transaction.js';
import type { Parameter } from '../../../arguments/parameter.js';
import { RPC_CODE, RpcError } from '../../../error.js';
import type { Json } from '../../../json/json.js';
import type { Method } from '../../../method.js';
import { feeRateOf } from './fee-rate.js';
import { subtractPositions } from './subtract-fee.js';
import { type Notes, signed, submit } from './transfer.js';
import { expectAvoidReuse, expectSpending, expectUnlocked, walletOf } from './wallet-of.js';

const FEE_PARAMETERS: Parameter[] = [
  { name: 'replaceable', type: 'boolean', description: 'Whether it signals replaceability (BIP125).', default: 'true' },
  { name: 'conf_target', type: 'numeric', description: 'Without effect: the node estimates no fees.', default: '' },
  { name: 'estimate_mode', type: 'string', description: 'Without effect.', default: '"unset"' },
];
const FEE_RATE: Parameter = { name: 'fee_rate', type: 'amount', description: 'The fee rate in sat/vB.', default: '20' };
const VERBOSE: Parameter = { name: 'verbose', type: 'boolean', description: 'Return an object.', default: 'false' };

/** Payments. */
export const SENDING_METHODS: Method[] = [
  {
    name: 'sendtoaddress',
    category: 'Wallet',
    description: 'Pays an address.',
    parameters: [
      { name: 'address', type: 'string', description: 'The recipient.' },
      { name: 'amount', type: 'amount', description: 'The amount in BTC.' },
      { name: 'comment', type: 'string', description: 'A note, which the wallet keeps.', default: '' },
      { name: 'comment_to', type: 'string', description: 'A note about the recipient.', default: '' },
      { name: 'subtractfeefromamount', type: 'boolean', description: 'The recipient pays the fee.', default: 'false' },
      ...FEE_PARAMETERS,
      { name: 'avoid_reuse', type: 'boolean', description: 'Without effect.', default: 'true' },
      FEE_RATE,
      VERBOSE,
    ],
    result: '"hex" (string) the txid',
    handler: (args, context) => {
      const view = walletOf(context);
      expectUnlocked(view);
      expectAvoidReuse(view, args);
      const outputs = parseOutputs({ [args.string('address')]: args.raw('amount') });
      const subtract = args.has('subtractfeefromamount') && args.boolean('subtractfeefromamount');
      const notes = { comment: noteOf(args, 'comment'), to: noteOf(args, 'comment_to') };
      return pay(view, args, outputs, subtract ? [0] : [], notes);
    },
  },
  {
    name: 'sendmany',
    category: 'Wallet',
    description: 'Pays several addresses at once.',
    parameters: [
      { name: 'dummy', usage: '""', type: 'string', description: 'Only "".', default: '""' },
      { name: 'amounts', usage: '{"address":amount,...}', type: 'object', description: 'The amounts in BTC by address.' },
      { name: 'minconf', type: 'numeric', description: 'Without effect.', default: '' },
      { name: 'comment', type: 'string', description: 'A note, which the wallet keeps.', default: '' },
      { name: 'subtractfeefrom', usage: '["address",...]', type: 'array', description: 'The recipients that pay the fee.', default: '[]' },
      ...FEE_PARAMETERS,
      FEE_RATE,
      VERBOSE,
    ],
    result: '"hex" (string) the txid',
    handler: (args, context) => {
      const view = walletOf(context);
      expectUnlocked(view);
      if (args.has('dummy') && args.string('dummy') !== '') throw new RpcError(RPC_CODE.INVALID_PARAMETER, 'Dummy value must be set to ""');
      const amounts = args.raw('amounts');
      const outputs = parseOutputs(amounts);
      const payers = args.has('subtractfeefrom') ? args.array('subtractfeefrom') : [];
      const subtract = subtractPositions(payers, isJsonObject(amounts) ? Object.keys(amounts) : []);
      return pay(view, args, outputs, subtract, { comment: noteOf(args, 'comment') });
    },
  },
];

function noteOf(args: Arguments, name: string): string | undefined {
  return args.has(name) && args.string(name) !== '' ? args.string(name) : undefined;
}

async function pay(view: WalletView, args: Arguments, outputs: TxOut[], subtractFrom: number[], notes: Notes): Promise<Json> {
  const choice = { target: args.raw('conf_target'), mode: args.raw('estimate_mode'), rate: args.raw('fee_rate') };
  const feeRate = await asFundsError(() => feeRateOf(view, choice));
  expectSpending(view);
  const replaceable = args.has('replaceable') ? args.boolean('replaceable') : args.has('fee_rate') || view.core.walletDefaults.replaceable;
  const txid = await asFundsError(async () => {
    const { tx } = fund(view, paymentOf(view, outputs, { subtractFrom, feeRate, replaceable }));
    return withReserved(view.state, tx.inputs, async () => submit(view, await signed(view, tx), notes));
  });
  if (!args.has('verbose') || !args.boolean('verbose')) return txid;
  return { txid, fee_reason: args.has('fee_rate') ? 'PayTxFee set' : 'Fallback fee' };
}

/** Reports what prevents a payment as Core's `SendMoney` does: −6. */
async function asFundsError<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RpcError) || error.code !== RPC_CODE.WALLET_ERROR) throw error;
    throw new RpcError(RPC_CODE.INSUFFICIENT_FUNDS, error.message);
  }
}
