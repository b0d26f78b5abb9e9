import { field, listOf, readObject, readOneOf, readText } from '../../../base/json.js';
import { STATUSES } from '../../../stacks/receipt.js';
import { REPLAY_PARTS, type StacksReplay } from '../../../stacks/replay.js';
import { readProfile } from '../../../stacks/trace.js';
import { readStacksBlock } from './answers.js';
import { readSimulation } from './trace.js';

/** Reads the body of `POST /devnet/v1/replay`. @throws DevnetError RPC */
export function readReplay(body: object): StacksReplay {
  const differences = listOf(field(body, 'differences'), 'differences').map((value) => {
    const difference = readObject(value, 'a difference');
    return {
      part: readOneOf(difference, 'part', REPLAY_PARTS),
      replayed: readText(difference, 'replayed'),
      reported: readText(difference, 'reported'),
    };
  });
  const notReported = listOf(field(body, 'notReported'), 'notReported').map((part) => readOneOf({ part }, 'part', REPLAY_PARTS));
  return {
    ...readSimulation(body),
    txid: readText(body, 'txid'),
    block: readStacksBlock(body),
    status: readOneOf(body, 'status', STATUSES),
    profile: readProfile(readObject(field(body, 'profile'), 'profile')),
    isEqual: differences.length === 0,
    differences,
    notReported,
  };
}
