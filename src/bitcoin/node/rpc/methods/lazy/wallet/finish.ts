import { inTurns } from '../../../../../../base/turns.js';
import { toHex } from '../../../../../protocol/codec/hex.js';
import { serializeTransaction, type Transaction } from '../../../../../protocol/codec/transaction.js';
import { isFinal } from '../../../../../protocol/psbt/encode.js';
import { createPsbt } from '../../../../../protocol/psbt/psbt.js';
import { extractTransaction, finalizeSteps } from '../../../../../protocol/psbt/roles.js';
import { recordTx } from '../../../../chain/tx-record.js';
import type { WalletView } from '../../../../wallet/history.js';
import { lockTimeFor } from '../../../../wallet/lock-time.js';
import { withReserved } from '../../../../wallet/reserved.js';
import type { Arguments } from '../../../arguments/arguments.js';
import { isJsonObject } from '../../../arguments/arguments.js';
import { readMembers } from '../../../arguments/options.js';
import type { Parameter } from '../../../arguments/parameter.js';
import { encodePsbt } from '../../../decode/decode-psbt.js';
import { RPC_CODE, RpcError } from '../../../error.js';
import type { JsonObject } from '../../../json/json.js';
import { fillPsbt } from './signing.js';
import { submit } from './transfer.js';

/** How `send` and `sendall` choose the fee: as arguments, or in their options. */
export const FEE_CHOICE: Parameter[] = [
  { name: 'conf_target', type: 'numeric', description: 'Without effect: the node estimates no fees.', default: '' },
  { name: 'estimate_mode', type: 'string', description: 'Without effect.', default: '"unset"' },
  { name: 'fee_rate', type: 'amount', description: 'The fee rate in sat/vB.', default: '20' },
];

/** Returns the options of `send` and `sendall`, those of {@link FEE_CHOICE} included. @throws RpcError −8 */
export function sendOptions(args: Arguments): Record<string, unknown> {
  const invalid = (message: string) => new RpcError(RPC_CODE.INVALID_PARAMETER, message);
  const given = args.raw('options');
  const options: Record<string, unknown> = isJsonObject(given) ? { ...given } : {};
  readMembers(options, { estimate_mode: 'string' });
  const estimate = ['conf_target', 'estimate_mode'];
  if (estimate.some((name) => name in options)) {
    if (estimate.some((name) => args.has(name))) {
      throw invalid('Pass conf_target and estimate_mode either as arguments or in the options object, but not both');
    }
  } else for (const name of estimate) if (args.has(name)) options[name] = args.raw(name);
  if ('fee_rate' in options && args.has('fee_rate')) {
    throw invalid('Pass the fee_rate either as an argument, or in the options object, but not both');
  }
  if (args.has('fee_rate')) options['fee_rate'] = args.raw('fee_rate');
  if (options['conf_target'] != null && (options['estimate_mode'] == null || options['estimate_mode'] === 'unset')) {
    throw invalid('Specify estimate_mode');
  }
  for (const [before, now] of OUTDATED) if (before in options) throw invalid(`Use ${now} instead of ${before}`);
  return options;
}

const OUTDATED = [
  ['feeRate', 'fee_rate (sat/vB)'],
  ['changeAddress', 'change_address'],
  ['changePosition', 'change_position'],
  ['includeWatching', 'include_watching'],
  ['lockUnspents', 'lock_unspents'],
  ['subtractFeeFromOutputs', 'subtract_fee_from_outputs'],
] as const;

/** Whether a payment signals replaceability (BIP125). */
export function isReplaceable({ core }: WalletView, options: Record<string, unknown>): boolean {
  return options['replaceable'] == null ? core.walletDefaults.replaceable : options['replaceable'] === true;
}

/** Signs a transaction, and sends it unless the options or missing signatures prevent that (Core's `FinishTransaction`). */
export function finish(view: WalletView, unsigned: Transaction, options: Record<string, unknown>): Promise<JsonObject> {
  // Other calls are answered meanwhile.
  return withReserved(view.state, unsigned.inputs, () => signAndSend(view, unsigned, options));
}

async function signAndSend(view: WalletView, unsigned: Transaction, options: Record<string, unknown>): Promise<JsonObject> {
  const lockTime = options['locktime'] == null ? lockTimeFor(view, unsigned.inputs) : unsigned.lockTime;
  const psbt = createPsbt({ ...unsigned, lockTime });
  await fillPsbt(view, psbt, { sign: false, origins: true, finalize: false });
  await fillPsbt(view, psbt, { sign: true, origins: false, finalize: true });
  const complete = psbt.inputs.every(isFinal) && (await inTurns(finalizeSteps(psbt)));
  const { psbt: asPsbt, add_to_wallet: adds } = readMembers(options, { psbt: 'bool!', add_to_wallet: 'bool!' });
  const keeps = asPsbt === true || adds === false;
  const result: JsonObject = keeps || !complete ? { psbt: encodePsbt(psbt) } : {};
  if (complete) {
    const tx = extractTransaction(psbt);
    result['txid'] = keeps ? recordTx(tx).txid : await submit(view, tx);
    if (keeps) result['hex'] = toHex(serializeTransaction(tx));
  }
  return { ...result, complete };
}
