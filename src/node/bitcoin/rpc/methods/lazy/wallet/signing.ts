import { decodeAddress } from '../../../../../../chains/bitcoin/address/address.js';
import type { Transaction } from '../../../../../../chains/bitcoin/codec/transaction.js';
import { outPointKey } from '../../../../../../chains/bitcoin/codec/transaction.js';
import { coinOf } from '../../../../../../chains/bitcoin/psbt/coin.js';
import { isFinal } from '../../../../../../chains/bitcoin/psbt/encode.js';
import { createPsbt } from '../../../../../../chains/bitcoin/psbt/psbt.js';
import { extractTransaction, finalizePsbt } from '../../../../../../chains/bitcoin/psbt/roles.js';
import type { SigningKeys } from '../../../../../../chains/bitcoin/script/signing/signing-keys.js';
import { txHex } from '../../../../chain/tx-record.js';
import type { WalletView } from '../../../../wallet/history.js';
import { keysFor } from '../../../../wallet/keys.js';
import { fund, type Payment, paymentOf } from '../../../../wallet/spend.js';
import { isJsonObject, textOf } from '../../../arguments/arguments.js';
import { TRANSACTION_PARAMETERS, transactionOf } from '../../../arguments/create-transaction.js';
import { hashTypeOf } from '../../../arguments/hash-type.js';
import type { Parameter } from '../../../arguments/parameter.js';
import { parseAmount } from '../../../arguments/parse-amount.js';
import { addPreviousOutputs } from '../../../arguments/previous-outputs.js';
import { decodePsbt, encodePsbt } from '../../../decode/decode-psbt.js';
import { decodeOrFail } from '../../../decode/decode-transaction.js';
import { RPC_CODE, RpcError } from '../../../error.js';
import { toInt32 } from '../../../json/numeral.js';
import { createKeyStore, type KeyStore } from '../../../keys/signing-keys.js';
import type { Method } from '../../../method.js';
import { processPsbt } from '../signing/psbt-signing.js';
import { knownCoins, signKnown } from '../signing/signing.js';
import { feeRateOf } from './fee-rate.js';
import { walletOf } from './wallet-of.js';

const HASH_TYPE: Parameter = {
  name: 'sighashtype',
  type: 'string',
  description: 'The hash type of signatures.',
  default: '"DEFAULT for Taproot, ALL otherwise"',
};
const ORIGINS: Parameter = { name: 'bip32derivs', type: 'boolean', description: 'Include the origins of keys.', default: 'true' };
const OPTIONS: Parameter = {
  name: 'options',
  type: 'object',
  description: 'add_inputs, changeAddress, changePosition, feeRate (BTC/kvB), fee_rate (sat/vB), subtractFeeFromOutputs.',
  default: '',
};

/** Signing with the wallet's keys, and funding with its coins. */
export const WALLET_SIGNING_METHODS: Method[] = [
  {
    name: 'signrawtransactionwithwallet',
    category: 'Wallet',
    description: "Signs a transaction with the wallet's keys.",
    parameters: [
      { name: 'hexstring', type: 'hex', description: 'The transaction.' },
      {
        name: 'prevtxs',
        usage: '[{"txid":"hex","vout":n,"scriptPubKey":"hex","redeemScript":"hex","witnessScript":"hex","amount":amount},...]',
        type: 'array',
        description: 'Spent outputs that the node does not know, and scripts.',
        default: '',
      },
      HASH_TYPE,
    ],
    result: '{...} (object) the transaction in hex, whether it is complete, and the errors',
    handler: (args, context) => {
      const view = walletOf(context);
      const tx = decodeOrFail(args.string('hexstring'));
      const coins = knownCoins(tx, context.core);
      const given = createKeyStore([]);
      if (args.has('prevtxs')) addPreviousOutputs(args.array('prevtxs'), coins, given);
      const scripts = tx.inputs.flatMap(({ previous }) => coins.get(outPointKey(previous))?.scriptPubKey ?? []);
      return signKnown(
        tx,
        coins,
        withScripts(keysFor(view.state, scripts), given),
        hashTypeOf(args.has('sighashtype') ? args.string('sighashtype') : 'DEFAULT'),
      );
    },
  },
  {
    name: 'walletprocesspsbt',
    category: 'Wallet',
    description: "Adds the wallet's data to a PSBT, and signs with its keys.",
    parameters: [
      { name: 'psbt', type: 'string', description: 'The PSBT in base64.' },
      { name: 'sign', type: 'boolean', description: 'Sign.', default: 'true' },
      HASH_TYPE,
      ORIGINS,
      { name: 'finalize', type: 'boolean', description: 'Finalize complete inputs.', default: 'true' },
    ],
    result: '{...} (object) the PSBT, whether it is complete, and the complete transaction',
    handler: (args, context) => {
      const view = walletOf(context);
      const psbt = decodePsbt(args.string('psbt'));
      const flag = (name: string) => !args.has(name) || args.boolean(name);
      fillPsbt(view, psbt, {
        sign: flag('sign'),
        origins: flag('bip32derivs'),
        finalize: flag('finalize'),
        hashType: args.has('sighashtype') ? hashTypeOf(args.string('sighashtype')) : undefined,
      });
      const complete = psbt.inputs.every(isFinal) && finalizePsbt(psbt);
      return { psbt: encodePsbt(psbt), complete, hex: complete ? txHex(extractTransaction(psbt)) : undefined };
    },
  },
  {
    name: 'fundrawtransaction',
    category: 'Wallet',
    description: 'Adds inputs and change to a transaction.',
    parameters: [
      { name: 'hexstring', type: 'hex', description: 'The transaction.' },
      OPTIONS,
      { name: 'iswitness', type: 'boolean', description: 'Without effect.', default: '' },
    ],
    result: '{...} (object) the transaction, its fee and the position of the change',
    handler: (args, context) => {
      const view = walletOf(context);
      const { tx, fee, changePosition } = fundWith(view, decodeOrFail(args.string('hexstring')), args.raw('options'), true);
      return { hex: txHex(tx), fee, changepos: changePosition };
    },
  },
  {
    name: 'walletcreatefundedpsbt',
    category: 'Wallet',
    description: "Creates a PSBT, funded with the wallet's coins.",
    parameters: [
      ...TRANSACTION_PARAMETERS.slice(0, 2).map((each, index) => (index === 0 ? { ...each, default: '[]' } : each)),
      { name: 'locktime', type: 'numeric', description: 'The lock time.', default: '0' },
      OPTIONS,
      ORIGINS,
    ],
    result: '{...} (object) the PSBT, its fee and the position of the change',
    handler: (args, context) => {
      const view = walletOf(context);
      const draft = transactionOf({ ...args, has: (name) => !['replaceable', 'version'].includes(name) && args.has(name) });
      const { tx, fee, changePosition } = fundWith(view, draft, args.raw('options'), draft.inputs.length === 0);
      const psbt = createPsbt(tx);
      fillPsbt(view, psbt, { sign: false, origins: !args.has('bip32derivs') || args.boolean('bip32derivs'), finalize: false });
      return { psbt: encodePsbt(psbt), fee, changepos: changePosition };
    },
  },
];

type FillOptions = { sign: boolean; origins: boolean; finalize: boolean; hashType?: number | undefined };

function fillPsbt(view: WalletView, psbt: ReturnType<typeof createPsbt>, { sign, origins, finalize, hashType }: FillOptions): void {
  const coins = knownCoins(psbt.tx, view.core);
  const spent = psbt.tx.inputs.flatMap(
    ({ previous }, index) => (coins.get(outPointKey(previous)) ?? coinOf(psbt, index))?.scriptPubKey ?? [],
  );
  const keys = keysFor(view.state, [...spent, ...psbt.tx.outputs.map(({ scriptPubKey }) => scriptPubKey)], sign);
  processPsbt(psbt, view.core, { keys: origins ? keys : { ...keys, origin: () => undefined }, hashType, finalize });
}

function withScripts(keys: SigningKeys, given: KeyStore): SigningKeys {
  return { ...keys, script: (hash) => keys.script(hash) ?? given.script(hash) };
}

function fundWith(view: WalletView, draft: Transaction, value: unknown, addByDefault: boolean) {
  const options = isJsonObject(value) ? value : {};
  const unknown = Object.keys(options).find((name) => !FUND_OPTIONS.includes(name));
  if (unknown !== undefined) throw new RpcError(RPC_CODE.TYPE_ERROR, `Unexpected key ${unknown}`);
  const coins = knownCoins(draft, view.core);
  const inputs = draft.inputs.map((input) => {
    const coin = coins.get(outPointKey(input.previous));
    if (coin !== undefined) return { input, coin };
    throw new RpcError(RPC_CODE.WALLET_ERROR, 'Unable to find UTXO for external input');
  });
  const subtract = options['subtractFeeFromOutputs'];
  const changes: Partial<Payment> = {
    inputs,
    lockTime: draft.lockTime,
    version: draft.version,
    addInputs: typeof options['add_inputs'] === 'boolean' ? options['add_inputs'] : addByDefault,
    includeUnsafe: options['include_unsafe'] === true,
    replaceable: options['replaceable'] !== false,
    subtractFrom: Array.isArray(subtract) ? subtract.map(toInt32) : [],
    feeRate: options['feeRate'] == null ? feeRateOf(view, options['fee_rate']) : parseAmount(options['feeRate']),
    changeScript: changeScript(options['changeAddress']),
    changePosition: options['changePosition'] == null ? undefined : toInt32(options['changePosition']),
  };
  return fund(view, paymentOf(view, draft.outputs, changes));
}

const FUND_OPTIONS = [
  'add_inputs',
  'include_unsafe',
  'changeAddress',
  'changePosition',
  'feeRate',
  'fee_rate',
  'replaceable',
  'subtractFeeFromOutputs',
];

function changeScript(value: unknown): Uint8Array | undefined {
  if (value === undefined || value === null) return undefined;
  const decoded = decodeAddress(textOf(value));
  if ('scriptPubKey' in decoded) return decoded.scriptPubKey;
  throw new RpcError(RPC_CODE.INVALID_ADDRESS_OR_KEY, 'Change address must be a valid bitcoin address');
}
