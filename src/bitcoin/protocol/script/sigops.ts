import { isCoinbase, type Transaction, type TxIn, type TxOut, WITNESS_SCALE_FACTOR } from '../codec/transaction.js';
import { instructions, isPushOnly } from './instruction.js';
import { OP } from './opcodes.js';
import { isPayToScriptHash, MAX_PUBKEYS_PER_MULTISIG, witnessProgram } from './pattern.js';

/**
 * Counts the signature checks in a script, executed or not.
 * @param accurate count the keys of a multisig by the number before it, instead of 20
 */
export function countSigOps(script: Uint8Array, accurate: boolean): number {
  let count = 0;
  let last: number = OP.INVALIDOPCODE;
  for (const { opcode } of instructions(script)) {
    if (opcode === OP.CHECKSIG || opcode === OP.CHECKSIGVERIFY) count++;
    else if (opcode === OP.CHECKMULTISIG || opcode === OP.CHECKMULTISIGVERIFY) {
      count += accurate && last >= OP[1] && last <= OP[16] ? last - OP[1] + 1 : MAX_PUBKEYS_PER_MULTISIG;
    }
    last = opcode;
  }
  return count;
}

/** Counts the signature checks in a transaction's own scripts, as in the first release. */
export function legacySigOps(tx: Transaction): number {
  let count = 0;
  for (const { scriptSig } of tx.inputs) count += countSigOps(scriptSig, false);
  for (const { scriptPubKey } of tx.outputs) count += countSigOps(scriptPubKey, false);
  return count;
}

/** Counts the signature checks in the redeem scripts of spent P2SH outputs (BIP16). */
function p2shSigOps(tx: Transaction, spent: Pick<TxOut, 'scriptPubKey'>[]): number {
  if (isCoinbase(tx)) return 0;
  let count = 0;
  tx.inputs.forEach(({ scriptSig }, index) => {
    const coin = spent[index];
    if (coin === undefined || !isPayToScriptHash(coin.scriptPubKey)) return;
    const redeemScript = lastPush(scriptSig);
    if (redeemScript !== undefined) count += countSigOps(redeemScript, true);
  });
  return count;
}

/**
 * Returns the signature operation cost of a transaction (BIP141): checks in witnesses count once, all others four times.
 * @param spent the outputs that its inputs spend, in order; empty for a coinbase
 */
export function sigOpCost(tx: Transaction, spent: Pick<TxOut, 'scriptPubKey'>[]): number {
  const legacy = legacySigOps(tx) * WITNESS_SCALE_FACTOR;
  if (isCoinbase(tx)) return legacy;
  let cost = legacy + p2shSigOps(tx, spent) * WITNESS_SCALE_FACTOR;
  tx.inputs.forEach((input, index) => {
    const coin = spent[index];
    if (coin !== undefined) cost += witnessSigOps(input, coin.scriptPubKey);
  });
  return cost;
}

function witnessSigOps({ scriptSig, witness }: TxIn, scriptPubKey: Uint8Array): number {
  const nested = isPayToScriptHash(scriptPubKey) ? lastPush(scriptSig) : undefined;
  const program = witnessProgram(nested ?? scriptPubKey);
  if (program?.version !== 0) return 0;
  if (program.program.length === 20) return 1;
  const script = witness.at(-1);
  return program.program.length === 32 && script !== undefined ? countSigOps(script, true) : 0;
}

const EMPTY = new Uint8Array(0);

/** Returns the data of the last push in a push-only script. Opcodes that push a number give no bytes. */
function lastPush(script: Uint8Array): Uint8Array | undefined {
  if (!isPushOnly(script)) return undefined;
  let last: Uint8Array = EMPTY;
  for (const { data } of instructions(script)) last = data ?? EMPTY;
  return last;
}
