import { RejectError } from '../../../protocol/codec/error.js';
import type { Transaction, TxIn } from '../../../protocol/codec/transaction.js';
import { instructions } from '../../../protocol/script/instruction.js';
import { OP } from '../../../protocol/script/opcodes.js';
import { isAnchor, isPayToScriptHash, matchScript, witnessProgram } from '../../../protocol/script/pattern.js';
import { countSigOps } from '../../../protocol/script/sigops.js';
import type { Coin } from '../../chain/coin.js';

const MAX_P2SH_SIGOPS = 15;
/** The maximum of signature checks outside of witnesses per transaction (BIP54). */
const MAX_LEGACY_SIGOPS = 2500;
const MAX_P2WSH_SCRIPT_SIZE = 3600;
const MAX_P2WSH_STACK_ITEMS = 100;
const MAX_STACK_ITEM_SIZE = 80;
const ANNEX_TAG = 0x50;
const LEAF_MASK = 0xfe;
const LEAF_TAPSCRIPT = 0xc0;

/** Checks the kinds of output and script that inputs spend (Core's `ValidateInputsStandardness`). @throws RejectError */
export function checkStandardInputs(tx: Transaction, coins: Coin[]): void {
  let sigOps = 0;
  tx.inputs.forEach(({ scriptSig }, index) => {
    const script = coins[index]?.scriptPubKey ?? new Uint8Array();
    const { type } = matchScript(script);
    if (type === 'nonstandard' || type === 'witness_unknown') throw new RejectError('bad-txns-nonstandard-inputs');
    sigOps += countSigOps(scriptSig, true) + countSigOps(script, true);
    if (type !== 'scripthash') return;
    const redeem = lastPush(scriptSig);
    const count = redeem === undefined ? Number.POSITIVE_INFINITY : countSigOps(redeem, true);
    if (count > MAX_P2SH_SIGOPS) throw new RejectError('bad-txns-nonstandard-inputs');
    sigOps += count;
  });
  if (sigOps > MAX_LEGACY_SIGOPS) throw new RejectError('bad-txns-nonstandard-inputs', 'non-witness sigops exceed bip54 limit');
}

/** Checks the sizes of witnesses (Core's `IsWitnessStandard`). @throws RejectError */
export function checkStandardWitnesses(tx: Transaction, coins: Coin[]): void {
  tx.inputs.forEach((input, index) => {
    const coin = coins[index];
    if (input.witness.length > 0 && (coin === undefined || !isStandardWitness(input, coin.scriptPubKey))) {
      throw new RejectError('bad-witness-nonstandard');
    }
  });
}

function isStandardWitness({ scriptSig, witness }: TxIn, scriptPubKey: Uint8Array): boolean {
  const nested = isPayToScriptHash(scriptPubKey);
  const script = nested ? lastPush(scriptSig) : scriptPubKey;
  const spent = script === undefined ? undefined : witnessProgram(script);
  if (spent === undefined || isAnchor(spent.version, spent.program)) return false;
  if (spent.version === 0 && spent.program.length === 32) return isStandardP2wsh(witness);
  if (spent.version === 1 && spent.program.length === 32 && !nested) return isStandardTaproot(witness);
  return true;
}

function isStandardP2wsh(witness: Uint8Array[]): boolean {
  const items = witness.slice(0, -1);
  const script = witness.at(-1);
  return (
    script !== undefined && script.length <= MAX_P2WSH_SCRIPT_SIZE && items.length <= MAX_P2WSH_STACK_ITEMS && items.every(isSmallItem)
  );
}

function isStandardTaproot(witness: Uint8Array[]): boolean {
  const control = witness.at(-1);
  if (control === undefined || (witness.length > 1 && control[0] === ANNEX_TAG)) return false;
  if (witness.length === 1) return true;
  const [leaf] = control;
  return leaf !== undefined && ((leaf & LEAF_MASK) !== LEAF_TAPSCRIPT || witness.slice(0, -2).every(isSmallItem));
}

function isSmallItem(item: Uint8Array): boolean {
  return item.length <= MAX_STACK_ITEM_SIZE;
}

/** Returns the top of the stack after a push-only script. */
export function lastPush(script: Uint8Array): Uint8Array | undefined {
  let last: Uint8Array | undefined;
  for (const { opcode, data } of instructions(script)) last = data ?? Uint8Array.of(opcode === OP['1NEGATE'] ? 0x81 : opcode - OP[1] + 1);
  return last;
}
