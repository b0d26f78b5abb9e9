import { OP } from '../opcodes.js';
import { isSequenceDisabled } from './checker.js';
import { ScriptFailure } from './error.js';
import { FLAG } from './flags.js';
import { type Machine, peek, pop } from './machine.js';
import { decodeNumber, toBoolean } from './number.js';
import type { OpcodeHandler } from './stack-opcodes.js';

/** Lock times have up to 32 bits without a sign, which takes 5 bytes as a number. */
const MAX_LOCKTIME_SIZE = 5;

/** The opcodes that branch, end the script or compare lock times. */
export const CONTROL_OPCODES: ReadonlyMap<number, OpcodeHandler> = new Map<number, OpcodeHandler>([
  [OP.NOP, () => undefined],
  [OP.IF, (machine) => openBranch(machine, true)],
  [OP.NOTIF, (machine) => openBranch(machine, false)],
  [OP.ELSE, (machine) => inBranch(machine).toggle()],
  [OP.ENDIF, (machine) => inBranch(machine).pop()],
  [OP.VERIFY, verify],
  [OP.RETURN, endScript],
  [OP.CHECKLOCKTIMEVERIFY, checkLockTimeVerify],
  [OP.CHECKSEQUENCEVERIFY, checkSequenceVerify],
  ...[OP.NOP1, OP.NOP4, OP.NOP5, OP.NOP6, OP.NOP7, OP.NOP8, OP.NOP9, OP.NOP10].map((nop): [number, OpcodeHandler] => [nop, upgradableNop]),
]);

function openBranch(machine: Machine, onTrue: boolean): void {
  const { conditions } = machine;
  if (!conditions.allTrue()) {
    conditions.push(false);
    return;
  }
  const condition = pop(machine);
  checkMinimalIf(machine, condition);
  conditions.push(toBoolean(condition) === onTrue);
}

/** In witnesses a condition is empty or the byte 1: consensus in tapscript, policy in version 0. */
function checkMinimalIf({ version, flags }: Machine, condition: Uint8Array): void {
  if (condition.length === 0 || (condition.length === 1 && condition[0] === 1)) return;
  if (version === 'tapscript') throw new ScriptFailure('TAPSCRIPT_MINIMALIF');
  if (version === 'witness_v0' && (flags & FLAG.MINIMALIF) !== 0) throw new ScriptFailure('MINIMALIF');
}

function inBranch({ conditions }: Machine): Machine['conditions'] {
  if (conditions.isEmpty()) throw new ScriptFailure('UNBALANCED_CONDITIONAL');
  return conditions;
}

function verify(machine: Machine): void {
  if (!toBoolean(pop(machine))) throw new ScriptFailure('VERIFY');
}

function endScript(): void {
  throw new ScriptFailure('OP_RETURN');
}

function upgradableNop({ flags }: Machine): void {
  if ((flags & FLAG.DISCOURAGE_UPGRADABLE_NOPS) !== 0) throw new ScriptFailure('DISCOURAGE_UPGRADABLE_NOPS');
}

function checkLockTimeVerify(machine: Machine): void {
  if ((machine.flags & FLAG.CHECKLOCKTIMEVERIFY) === 0) return;
  if (!machine.checker.checkLockTime(peekLockTime(machine))) throw new ScriptFailure('UNSATISFIED_LOCKTIME');
}

function checkSequenceVerify(machine: Machine): void {
  if ((machine.flags & FLAG.CHECKSEQUENCEVERIFY) === 0) return;
  const sequence = peekLockTime(machine);
  if (!isSequenceDisabled(sequence) && !machine.checker.checkSequence(sequence)) throw new ScriptFailure('UNSATISFIED_LOCKTIME');
}

function peekLockTime(machine: Machine): number {
  const lockTime = decodeNumber(peek(machine), machine.minimal, MAX_LOCKTIME_SIZE);
  if (lockTime < 0) throw new ScriptFailure('NEGATIVE_LOCKTIME');
  return lockTime;
}
