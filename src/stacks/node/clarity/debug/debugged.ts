import { DevnetError } from '../../../../base/error.js';
import type { DebuggedExecution } from '../../../../clarity/debug.js';
import type { Runner } from '../runner.js';
import { Overdue } from '../thread/pace.js';
import type { Subject } from './debug-run.js';

/** Returns an execution that can be asked. */
export function debuggedExecution(runner: Runner, { position, subject, title }: Subject): DebuggedExecution {
  const inTime = async <T>(asking: Promise<T>): Promise<T> => {
    try {
      return await asking;
    } catch (error) {
      if (!(error instanceof Overdue)) throw error;
      throw new DevnetError('TIMEOUT', `cannot execute ${title} again: ${error.message}`);
    }
  };
  return {
    title,
    move: (question) => inTime(runner.debug(position, subject, question)),
    look: (question) => inTime(runner.debug(position, subject, question)),
  };
}
