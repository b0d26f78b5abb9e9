import { DevnetError } from '../../../../base/error.js';
import { untilComplete } from '../../../../base/missing.js';
import type { ForkSourceBlock } from '../../../protocol/fork-source/chain.js';
import type { ForkPox } from '../../../protocol/fork-source/fork-point.js';
import type { ForkSourceRequest } from '../../../protocol/fork-source/reader.js';
import { EPOCHS, type Epoch, isAtLeast } from '../../chain/epoch.js';
import type { ForkSourceAnswers } from './answers.js';

/** Reads an answer in JSON. @throws ForkSourceFailure, also if the origin has no such thing */
export async function readJson<T>(answers: ForkSourceAnswers, request: ForkSourceRequest): Promise<T> {
  const found = await untilComplete(() => answers.read(request));
  if (found === undefined) throw answers.failure('NO_STATE', `does not serve ${request.type} ${Object.values(request)[1]}`);
  return JSON.parse(found) as T;
}

/** Returns the epoch of a block of the origin. @throws DevnetError UNSUPPORTED for one before Nakamoto, naming the field that chose it */
export function epochOf(block: ForkSourceBlock, { epochs }: ForkPox, field: string): Epoch {
  const id = epochs.findLast(({ start }) => start <= block.burn_block_height)?.id;
  const epoch = EPOCHS.find((known) => known.id === id);
  if (epoch !== undefined && isAtLeast(epoch, '3.0')) return epoch;
  throw notExecutable(block, field, `is of ${id ?? 'no known epoch'}, and this needs Epoch30 to Epoch40`);
}

/** The error for a block of the origin after which nothing can be executed. @param what says why */
export function notExecutable({ height }: ForkSourceBlock, field: string, what: string): DevnetError {
  return new DevnetError('UNSUPPORTED', `block ${height} cannot be executed again: it ${what}`, { field });
}
