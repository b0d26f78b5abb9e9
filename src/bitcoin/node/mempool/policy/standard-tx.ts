import { RejectError } from '../../../protocol/codec/error.js';
import { strippedSize, type Transaction, type TxOut } from '../../../protocol/codec/transaction.js';
import { compactSizeLength } from '../../../protocol/codec/writer.js';
import { isPushOnly } from '../../../protocol/script/instruction.js';
import { isUnspendable, matchScript, witnessProgram } from '../../../protocol/script/pattern.js';
import type { TxRecord } from '../../chain/tx-record.js';
import { feeFor, type MempoolPolicy } from './policy.js';

const MAX_STANDARD_VERSION = 3;
export const MAX_STANDARD_TX_WEIGHT = 400_000;
const MAX_STANDARD_SCRIPTSIG_SIZE = 1650;
/** A smaller transaction could pass for a node of the merkle tree. */
const MIN_STANDARD_TX_SIZE = 65;
const MAX_STANDARD_MULTISIG_KEYS = 3;
/** A transaction without fee may have one dust output, which its child must spend. */
const MAX_DUST_OUTPUTS = 1;
/** The size of an input that spends the output: outpoint, sequence, signature and key, discounted in a witness. */
const SPEND_SIZE = 32 + 4 + 1 + 107 + 4;
const WITNESS_SPEND_SIZE = 32 + 4 + 1 + Math.floor(107 / 4) + 4;

/** Checks the form of a transaction, without its coins (Core's `IsStandardTx`). @throws RejectError */
export function checkStandardTx({ tx, weight }: TxRecord, policy: MempoolPolicy): void {
  if (tx.version < 1 || tx.version > MAX_STANDARD_VERSION) throw new RejectError('version');
  if (weight > MAX_STANDARD_TX_WEIGHT) throw new RejectError('tx-size');
  for (const { scriptSig } of tx.inputs) {
    if (scriptSig.length > MAX_STANDARD_SCRIPTSIG_SIZE) throw new RejectError('scriptsig-size');
    if (!isPushOnly(scriptSig)) throw new RejectError('scriptsig-not-pushonly');
  }
  let dataLeft = policy.dataCarrierSize;
  for (const { scriptPubKey } of tx.outputs) {
    const pattern = matchScript(scriptPubKey);
    if (pattern.type === 'nonstandard') throw new RejectError('scriptpubkey');
    if (pattern.type === 'multisig' && pattern.keys.length > MAX_STANDARD_MULTISIG_KEYS) throw new RejectError('scriptpubkey');
    if (pattern.type === 'multisig' && !policy.bareMultisig) throw new RejectError('bare-multisig');
    if (pattern.type === 'nulldata') dataLeft -= scriptPubKey.length;
    if (dataLeft < 0) throw new RejectError('datacarrier');
  }
  if (dustOutputs(tx.outputs, policy).length > MAX_DUST_OUTPUTS) throw new RejectError('dust');
}

/** Checks the minimum size, which non-standard transactions need, too. @throws RejectError */
export function checkSize(tx: Transaction): void {
  if (strippedSize(tx) < MIN_STANDARD_TX_SIZE) throw new RejectError('tx-size-small');
}

/** Returns the indexes of dust outputs. */
export function dustOutputs(outputs: TxOut[], policy: MempoolPolicy): number[] {
  return outputs.flatMap((output, index) => (output.value < dustThreshold(output, policy.dustFeeRate) ? [index] : []));
}

/** Returns the lowest value of an output that is not dust. @param rate sats per 1,000 virtual bytes */
export function dustThreshold({ scriptPubKey }: TxOut, rate: bigint): bigint {
  if (isUnspendable(scriptPubKey)) return 0n;
  const size = 8 + compactSizeLength(scriptPubKey.length) + scriptPubKey.length;
  return feeFor(rate, size + (witnessProgram(scriptPubKey) === undefined ? SPEND_SIZE : WITNESS_SPEND_SIZE));
}
