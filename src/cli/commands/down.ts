import { setTimeout as delay } from 'node:timers/promises';
import { findStates, isRunning, type RunState, requestStop } from '#platform/run-state.js';
import { DevnetError } from '../../base/error.js';
import { namedUrl } from '../client.js';
import type { Context, GlobalOptions } from '../context.js';
import type { Output } from '../output.js';

/** How long an `up` may take to stop, in ms: it forces its own end after ten seconds. */
const timeoutMs = 15_000;
/** How often to check, in ms: the system reports the end of child processes only. */
const pollMs = 20;

/**
 * `down`: stops the `up` that became ready last, or the one that serves the URL given. Succeeds if none runs.
 * @throws DevnetError TIMEOUT if it does not stop, NOT_REACHABLE for a named devnet that no `up` of this user serves
 */
export async function down(context: Context, options: GlobalOptions, output: Output, { all }: { all: boolean }): Promise<void> {
  const running = await findStates(context.env);
  const url = namedUrl(context, options);
  const chosen = all ? running : (url === undefined ? running : running.filter((state) => state.url === url)).slice(0, 1);
  if (chosen.length === 0 && url !== undefined && !all && (await answers(url))) {
    const reason = 'was not started by an "up" of this user on this machine. Stop it where it was started.';
    throw new DevnetError('NOT_REACHABLE', `The devnet at ${url} ${reason}`);
  }
  for (const state of chosen) {
    await stop(context, state);
    if (!output.json) output.line(`stopped the devnet at ${state.url} (pid ${state.pid})`);
  }
  if (output.json) output.object({ ended: chosen.map(({ pid, url: ended }) => ({ pid, url: ended })) });
  else if (chosen.length === 0) output.line('no devnet runs');
}

async function stop({ env }: Context, { pid, start, url }: RunState): Promise<void> {
  await requestStop(env, { pid });
  const deadline = performance.now() + timeoutMs;
  while (await isRunning({ pid, start })) {
    if (performance.now() > deadline) {
      const force = process.platform === 'win32' ? `taskkill /F /PID ${pid}` : `kill -9 ${pid}`;
      const advice = `Force it with "${force}"; the next "up" removes what it leaves.`;
      throw new DevnetError('TIMEOUT', `The devnet at ${url} (pid ${pid}) did not stop within ${timeoutMs} ms. ${advice}`);
    }
    await delay(pollMs);
  }
}

async function answers(url: string): Promise<boolean> {
  return fetch(`${url}/ready`).then(
    () => true,
    () => false,
  );
}
