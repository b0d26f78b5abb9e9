import { setTimeout as delay } from 'node:timers/promises';
import { DevnetError } from '../../error.js';
import { namedUrl } from '../client.js';
import type { Context, GlobalOptions } from '../context.js';
import type { Output } from '../output.js';
import { findStates, isRunning, type RunState } from '../state.js';

/** How long an `up` may take to end, in ms: it forces its own end after ten seconds. */
const deadlineMs = 15_000;
/** How often to look whether it has; it is no child of this process, whose end the system would tell. */
const lookMs = 20;

/**
 * `down`: ends the `up` that became ready last, or the one that serves the URL given; that none runs is no error.
 * @throws DevnetError TIMEOUT when it does not end, NOT_REACHABLE for a named devnet that no `up` of this user's serves
 */
export async function down(context: Context, options: GlobalOptions, output: Output, { all }: { all: boolean }): Promise<void> {
  const running = await findStates(context.env);
  const url = namedUrl(context, options);
  const chosen = all ? running : (url === undefined ? running : running.filter((state) => state.url === url)).slice(0, 1);
  if (chosen.length === 0 && url !== undefined && !all && (await answers(url))) {
    throw new DevnetError('NOT_REACHABLE', `the devnet at ${url} was not started by an up of this user on this machine`, {
      hint: 'end it where it was started',
    });
  }
  for (const state of chosen) {
    await end(state);
    if (!output.json) output.line(`ended the devnet at ${state.url} (process ${state.pid})`);
  }
  if (output.json) output.object({ ended: chosen.map(({ pid, url: ended }) => ({ pid, url: ended })) });
  else if (chosen.length === 0) output.line('no devnet runs');
}

async function end(state: RunState): Promise<void> {
  process.kill(state.pid, 'SIGTERM');
  const deadline = performance.now() + deadlineMs;
  while (await isRunning(state)) {
    if (performance.now() > deadline) {
      throw new DevnetError('TIMEOUT', `the devnet at ${state.url} (process ${state.pid}) did not end within ${deadlineMs} ms`, {
        hint: `end it by force with: kill -9 ${state.pid}; the next up removes what it leaves`,
      });
    }
    await delay(lookMs);
  }
}

async function answers(url: string): Promise<boolean> {
  return fetch(`${url}/ready`).then(
    () => true,
    () => false,
  );
}
