import { DevnetError, invalid } from '../../error.js';
import { findStates, isRunning, type RunState } from '../../system/run-state.js';
import { namedUrl } from '../client.js';
import type { Context, GlobalOptions } from '../context.js';
import { logSources } from '../logs/sources.js';

export type LogsOptions = { follow?: boolean | undefined; lines: string };

/** What the log of the devnet itself is called. */
const own = 'devnet';

/**
 * `logs [service]`: the last lines that the devnet, or one of its nodes, has told; with `--follow` also what it tells from now on.
 * @throws DevnetError NOT_REACHABLE when no `up` of this user's runs, INVALID_INPUT for a service that there is not
 */
export async function logs(
  service: string | undefined,
  context: Context,
  options: GlobalOptions,
  { follow = false, lines }: LogsOptions,
): Promise<void> {
  if (!/^\d{1,6}$/.test(lines)) throw invalid('--lines', 'a number of lines', lines);
  const state = await findRun(context, options);
  const sources = await logSources(state, context.env);
  const source = sources.get(service ?? own);
  if (source === undefined) throw unknownService(service, [...sources.keys()], state);
  const termination = context.termination();
  try {
    const write = (text: string): void => context.stdout.write(text);
    const over = (): Promise<boolean> => isRunning(state).then((running) => !running);
    await source({ lines: Number(lines), follow, write, signal: termination.signal, over });
  } finally {
    termination.dispose();
  }
}

async function findRun(context: Context, options: GlobalOptions): Promise<RunState> {
  const url = namedUrl(context, options);
  const state = (await findStates(context.env)).find((run) => url === undefined || run.url === url);
  if (state !== undefined) return state;
  throw new DevnetError('NOT_REACHABLE', url === undefined ? 'no devnet runs' : `no up of this user on this machine serves ${url}`, {
    hint: 'start one with: stacks-devnet up --detach',
  });
}

function unknownService(service: string | undefined, names: readonly string[], state: RunState): DevnetError {
  if (service !== undefined && service !== own) return invalid('service', names.join(', '), service);
  return new DevnetError('NOT_FOUND', `the devnet at ${state.url} keeps no log: its state directory could not be written`);
}
