import { createTransaction, parseOutputs, TRANSACTION_PARAMETERS } from '../../../arguments/create-transaction.js';
import { type OptionTypes, optionsParameter, readMembers } from '../../../arguments/options.js';
import type { Method } from '../../../method.js';
import { weightsOfInputs } from './external-inputs.js';
import { FEE_CHOICE, finish, isReplaceable, sendOptions } from './finish.js';
import { FUND_OPTIONS, fundWith, payers } from './fund-with.js';
import { walletOf } from './wallet-of.js';

/** The options that Core reads before it checks them all. */
const READ_FIRST: OptionTypes = { inputs: 'array', locktime: 'number', max_tx_weight: 'number!' };

/** Payments with all options. */
export const SEND_METHODS: Method[] = [
  {
    name: 'send',
    category: 'Wallet',
    description: 'Pays outputs, or returns a PSBT if signatures are missing.',
    parameters: [
      ...TRANSACTION_PARAMETERS.slice(1, 2),
      ...FEE_CHOICE,
      optionsParameter(FUND_OPTIONS, `Any of ${Object.keys(FUND_OPTIONS).join(', ')}.`),
      { name: 'version', type: 'numeric', description: 'The version, 1 to 3.', default: '2' },
    ],
    result: '{...} (object) the txid, whether it is complete, and the PSBT and the transaction if it is not sent',
    handler: (args, context) => {
      const view = walletOf(context);
      const options = sendOptions(args);
      const replaceable = isReplaceable(view, readMembers(options, { replaceable: 'bool!' }));
      // Core reads the outputs before the inputs here, and again with the transaction.
      payers(options['subtract_fee_from_outputs'], parseOutputs(args.raw('outputs')));
      const version = args.has('version') ? args.uint('version') : 2;
      const first = readMembers(options, READ_FIRST);
      const inputs = Array.isArray(first['inputs']) ? first['inputs'] : [];
      const draft = createTransaction({ inputs, outputs: args.raw('outputs'), lockTime: first['locktime'], replaceable, version });
      const weights = weightsOfInputs(inputs, options);
      const how = { adds: inputs.length === 0, anyFeeRate: false, payersOption: 'subtract_fee_from_outputs' };
      const { tx } = fundWith(view, draft, { ...options, input_weights: weights }, how);
      return finish(view, tx, options);
    },
  },
];
