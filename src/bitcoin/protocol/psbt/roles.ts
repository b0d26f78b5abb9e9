// The roles follow src/psbt.cpp and src/rpc/rawtransaction.cpp of Bitcoin Core. Copyright (c) 2009-present The Bitcoin Core
// developers; MIT licence.
import { atOnce } from '../../../base/turns.js';
import { equalBytes, toHex } from '../codec/hex.js';
import { outPointKey, type Transaction, txid } from '../codec/transaction.js';
import { NO_KEYS } from '../script/signing/signing-keys.js';
import { spentCoinSteps } from './coin.js';
import { inputData } from './input-data.js';
import { copyPsbt, fields, GLOBAL, INPUT, OUTPUT, type Psbt, type PsbtMap, removeFields } from './psbt.js';
import { hashTypeField, signInput } from './sign.js';

/** Combines several PSBTs of one transaction; earlier ones take precedence. Returns undefined if they have different transactions. */
export function combinePsbts([first, ...others]: [Psbt, ...Psbt[]]): Psbt | undefined {
  const combined = copyPsbt(first);
  for (const other of others) {
    if (!equalBytes(txid(other.tx), txid(first.tx))) return undefined;
    mergeMap(combined.global, other.global, [GLOBAL.PROPRIETARY]);
    // Each signer has a hash type of its own.
    for (const [index, input] of combined.inputs.entries()) mergeMap(input, other.inputs[index], [INPUT.SIGHASH, INPUT.PROPRIETARY]);
    for (const [index, output] of combined.outputs.entries()) mergeMap(output, other.outputs[index], [OUTPUT.PROPRIETARY]);
  }
  return combined;
}

/** Merges maps. @param kept types of which only the target's fields count */
function mergeMap(target: PsbtMap, other: PsbtMap | undefined, kept: number[]): void {
  const leaves = new Set(fields(target, INPUT.TAP_LEAF_SCRIPT).map(({ value }) => toHex(value)));
  for (const [key, value] of other ?? []) {
    const type = Number.parseInt(key.slice(0, 2), 16);
    const known = target.has(key) || (type === INPUT.TAP_LEAF_SCRIPT && leaves.has(toHex(value)));
    if (!known && !kept.includes(type)) target.set(key, value);
  }
}

/** Several PSBTs have the same input. */
export class SharedInputError extends Error {
  override readonly name = 'SharedInputError';
  readonly input: Transaction['inputs'][number];

  constructor(input: Transaction['inputs'][number]) {
    super('an input is in several PSBTs');
    this.input = input;
  }
}

/**
 * Joins the inputs and outputs of all PSBTs, in an order that does not reveal their sources.
 * @param shuffle shuffles a list
 * @throws SharedInputError
 */
export function joinPsbts(psbts: Psbt[], shuffle: <T>(list: T[]) => T[]): Psbt {
  const inputs = psbts.flatMap(({ tx, inputs: maps }) => tx.inputs.map((input, index) => ({ input, map: new Map(maps[index]) })));
  const outputs = psbts.flatMap(({ tx, outputs: maps }) => tx.outputs.map((output, index) => ({ output, map: new Map(maps[index]) })));
  const seen = new Set<string>();
  for (const { input, map } of inputs) {
    const name = `${outPointKey(input.previous)} ${input.sequence}`;
    if (seen.has(name)) throw new SharedInputError(input);
    seen.add(name);
    for (const type of [INPUT.PARTIAL_SIG, INPUT.FINAL_SCRIPT_SIG, INPUT.FINAL_SCRIPT_WITNESS]) removeFields(map, type);
  }
  const [mixedInputs, mixedOutputs] = [shuffle(inputs), shuffle(outputs)];
  const global: PsbtMap = new Map();
  // Core omits the extended keys and the proprietary fields.
  for (const psbt of psbts) mergeMap(global, psbt.global, [GLOBAL.XPUB, GLOBAL.PROPRIETARY]);
  return {
    tx: {
      version: Math.max(1, ...psbts.map(({ tx }) => tx.version)),
      inputs: mixedInputs.map(({ input }) => input),
      outputs: mixedOutputs.map(({ output }) => output),
      lockTime: Math.min(...psbts.map(({ tx }) => tx.lockTime)),
    },
    global,
    inputs: mixedInputs.map(({ map }) => map),
    outputs: mixedOutputs.map(({ map }) => map),
  };
}

/** Finalizes the inputs. Changes the PSBT's maps. @returns whether all inputs are final */
export function finalizePsbt(psbt: Psbt): boolean {
  return atOnce(finalizeSteps(psbt));
}

/** The same in steps, of which each input is one. */
export function* finalizeSteps(psbt: Psbt): Generator<void, boolean> {
  const spent = yield* spentCoinSteps(psbt);
  let isComplete = true;
  for (const [index, input] of psbt.inputs.entries()) {
    yield;
    const { status } = signInput(psbt, index, { keys: NO_KEYS, hashType: hashTypeField(input), spent });
    isComplete &&= status === 'complete';
  }
  return isComplete;
}

/** Returns the transaction with the final scripts of its inputs. */
export function extractTransaction({ tx, inputs }: Psbt): Transaction {
  return {
    ...tx,
    inputs: tx.inputs.map((input, index) => {
      const { scriptSig, witness } = inputData(new Map(inputs[index]));
      return { ...input, scriptSig, witness };
    }),
  };
}
