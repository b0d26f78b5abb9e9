import { createPsbt } from '../../../../../protocol/psbt/psbt.js';
import { txHex } from '../../../../chain/tx-record.js';
import { isJsonObject } from '../../../arguments/arguments.js';
import { TRANSACTION_PARAMETERS, transactionOf } from '../../../arguments/create-transaction.js';
import { optionsParameter, readMembers } from '../../../arguments/options.js';
import type { Parameter } from '../../../arguments/parameter.js';
import { encodePsbt } from '../../../decode/decode-psbt.js';
import { decodeAsTold, IS_WITNESS } from '../../../decode/decode-transaction.js';
import { wrongType } from '../../../error.js';
import type { Method } from '../../../method.js';
import { weightsOfInputs } from './external-inputs.js';
import { isReplaceable } from './finish.js';
import { FUND_OPTIONS, fundWith } from './fund-with.js';
import { fillPsbt, ORIGINS } from './signing.js';
import { walletOf } from './wallet-of.js';

const OPTIONS = optionsParameter(FUND_OPTIONS, `Any of ${Object.keys(FUND_OPTIONS).join(', ')}.`);

const INPUTS: Parameter = {
  name: 'inputs',
  usage: '[{"txid":"hex","vout":n,"sequence":n,"weight":n},...]',
  type: 'array',
  description: 'The outputs to spend.',
  default: '[]',
};

/** What both methods have in common. */
const OF_METHODS = { anyFeeRate: true, payersOption: 'subtractFeeFromOutputs' };

/** Completion of transactions with the wallet's coins. */
export const FUNDING_METHODS: Method[] = [
  {
    name: 'fundrawtransaction',
    category: 'Wallet',
    description: 'Adds inputs and change to a transaction.',
    parameters: [{ name: 'hexstring', type: 'hex', description: 'The transaction.' }, { ...OPTIONS, unchecked: true }, IS_WITNESS],
    result: '{...} (object) the transaction, its fee and the position of the change',
    handler: (args, context) => {
      const view = walletOf(context);
      const draft = decodeAsTold(args);
      const given = args.raw('options');
      // Once it said whether to spend coins that are only watched.
      if (given !== undefined && given !== null && typeof given !== 'boolean' && !isJsonObject(given)) throw wrongType(given, 'object');
      const { tx, fee, changePosition } = fundWith(view, draft, given, { ...OF_METHODS, adds: true });
      return { hex: txHex(tx), fee, changepos: changePosition };
    },
  },
  {
    name: 'walletcreatefundedpsbt',
    category: 'Wallet',
    description: "Creates a PSBT, funded with the wallet's coins.",
    parameters: [
      INPUTS,
      ...TRANSACTION_PARAMETERS.filter(({ name }) => name === 'outputs'),
      { name: 'locktime', type: 'numeric', description: 'The lock time.', default: '0' },
      OPTIONS,
      ORIGINS,
      { name: 'version', type: 'numeric', description: 'The version, 1 to 3.', default: '2' },
    ],
    result: '{...} (object) the PSBT, its fee and the position of the change',
    handler: async (args, context) => {
      const view = walletOf(context);
      const given = args.raw('options');
      const options = isJsonObject(given) ? given : {};
      const draft = transactionOf(args, isReplaceable(view, readMembers(options, { replaceable: 'bool' })));
      const weighed = { ...options, input_weights: weightsOfInputs(args.raw('inputs'), options) };
      const { tx, fee, changePosition } = fundWith(view, draft, weighed, { ...OF_METHODS, adds: draft.inputs.length === 0 });
      const psbt = createPsbt(tx);
      await fillPsbt(view, psbt, { sign: false, origins: !args.has('bip32derivs') || args.boolean('bip32derivs'), finalize: false });
      return { psbt: encodePsbt(psbt), fee, changepos: changePosition };
    },
  },
];
