import { field, type Json, listOf, readNumber, readObject, readOneOf, readText } from '../../../base/json.js';
import type { SimulatedBlock, StateDifference, StepOutcome, StepsOutcome } from '../../../stacks/trace.js';
import { readCost } from '../../../stacks/trace.js';
import { readResult } from './answers.js';
import { readSimulation } from './trace.js';

const TYPES = ['call', 'transfer', 'deploy', 'transaction', 'evaluate', 'mine'] as const;

/** Reads the body of `POST /devnet/v1/simulations`. @throws DevnetError RPC */
export function readSteps(body: object): StepsOutcome {
  return { at: readBlock(field(body, 'at'), 'at'), steps: listOf(field(body, 'steps'), 'steps').map(readStep) };
}

function readStep(value: Json): StepOutcome {
  const step = readObject(value, 'step');
  const type = readOneOf(step, 'type', TYPES);
  switch (type) {
    case 'mine':
      return { type, block: readBlock(field(step, 'block'), 'block'), changes: readChanges(step) };
    case 'evaluate': {
      const reason = field(step, 'reason') === undefined ? {} : { reason: readText(step, 'reason') };
      return {
        type,
        status: readOneOf(step, 'status', ['success', 'failed']),
        ...reason,
        result: readResult(step),
        cost: readCost(step, 'cost'),
      };
    }
    default:
      return { type, ...readSimulation(step), changes: readChanges(step) };
  }
}

function readBlock(value: Json, name: string): SimulatedBlock {
  const block = readObject(value, name);
  return { height: readNumber(block, 'height'), burnHeight: readNumber(block, 'burnHeight') };
}

/** Their fields depend on their type. */
function readChanges(step: object): StateDifference[] {
  return listOf(field(step, 'changes'), 'changes') as unknown as StateDifference[];
}
