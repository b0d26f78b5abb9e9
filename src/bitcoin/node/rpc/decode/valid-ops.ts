import { instructionAt } from '../../../protocol/script/instruction.js';
import { OP } from '../../../protocol/script/opcodes.js';

const MAX_ELEMENT_SIZE = 520;

/** Whether a script has only known opcodes and pushes of valid size (`CScript::HasValidOps`). Any other script fails. */
export function hasValidOps(script: Uint8Array): boolean {
  let at = 0;
  while (at < script.length) {
    const step = instructionAt(script, at);
    if (step === undefined || step.opcode > OP.NOP10 || (step.data?.length ?? 0) > MAX_ELEMENT_SIZE) return false;
    at = step.next;
  }
  return true;
}
