import { field, listOf, readOneOf, readText } from '../../../base/json.js';
import { STATUSES } from '../../../stacks/receipt.js';
import type { Simulation } from '../../../stacks/trace.js';
import { readCallTrace, readCost, readFailurePlace, readProfile } from '../../../stacks/trace.js';
import type { StacksProfile, StacksTrace } from '../trace.js';
import { readResult, readStacksBlock } from './answers.js';

/** Reads the body of `GET /devnet/v1/tx/{txid}/trace`. @throws DevnetError RPC */
export function readTrace(body: object): StacksTrace {
  return {
    txid: readText(body, 'txid'),
    status: readOneOf(body, 'status', STATUSES),
    result: readResult(body),
    ...readReason(body),
    ...readFailurePlace(body),
    block: readStacksBlock(body),
    ...readCallTrace(body),
  };
}

/** Reads the body of `GET /devnet/v1/tx/{txid}/profile`. @throws DevnetError RPC */
export function readStacksProfile(body: object): StacksProfile {
  return {
    txid: readText(body, 'txid'),
    status: readOneOf(body, 'status', STATUSES),
    result: readResult(body),
    block: readStacksBlock(body),
    ...readProfile(body),
  };
}

/** Reads the body of `POST /devnet/v1/simulate`. @throws DevnetError RPC */
export function readSimulation(body: object): Simulation {
  return {
    status: readOneOf(body, 'status', [...STATUSES, 'rejected']),
    result: readResult(body),
    ...readReason(body),
    ...readFailurePlace(body),
    // As the node reported them: their fields depend on their type.
    events: listOf(field(body, 'events'), 'events') as Simulation['events'],
    cost: readCost(body, 'cost'),
    ...readCallTrace(body),
  };
}

function readReason(body: object): { reason?: string } {
  return field(body, 'reason') === undefined ? {} : { reason: readText(body, 'reason') };
}
