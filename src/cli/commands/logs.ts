import { ownCommand } from '#platform/own-command.js';
import { type ReadLogOptions, readLog } from '#platform/read-log.js';
import { findStates, isRunning, type RunState } from '#platform/run-state.js';
import { DevnetError, invalid } from '../../base/error.js';
import type { GatewayClient } from '../../network/connected.js';
import { requestOf, streams } from '../../network/operations.js';
import { ask } from '../ask.js';
import { connectGateway, namedUrl } from '../client.js';
import type { Context, GlobalOptions } from '../context.js';

export type LogsOptions = { follow?: boolean | undefined; lines: string };

/** The name of the log of `up`. */
const OWN = 'devnet';

/**
 * `logs [service]`: prints the last lines of the log of `up`, or of one of the network's programs; with `--follow` also new lines.
 * The log of `up` is a file of this user; the devnet serves the others.
 * @throws DevnetError NOT_REACHABLE if no devnet runs, INVALID_INPUT for an unknown service
 */
export async function logs(
  service: string = OWN,
  context: Context,
  options: GlobalOptions,
  { follow = false, lines }: LogsOptions,
): Promise<void> {
  if (!/^\d{1,6}$/.test(lines)) throw invalid('--lines', 'a number of lines', lines);
  const read = service === OWN ? await ownLog(context, options) : await programLog(service, await connectGateway(context, options));
  const termination = context.termination();
  try {
    for await (const text of read({ lines: Number(lines), follow, signal: termination.signal })) context.stdout.write(text);
  } finally {
    termination.dispose();
  }
}

type Read = (options: ReadLogOptions) => AsyncIterable<string>;

async function ownLog(context: Context, options: GlobalOptions): Promise<Read> {
  const state = await findRun(context, options);
  const { url, log } = state;
  if (log === undefined) throw new DevnetError('NOT_FOUND', `the devnet at ${url} keeps no log: its state directory could not be written`);
  return (range) => readLog(log, range, async () => !(await isRunning(state)));
}

async function findRun(context: Context, options: GlobalOptions): Promise<RunState> {
  const url = namedUrl(context, options);
  const state = (await findStates(context.env)).find((run) => url === undefined || run.url === url);
  if (state !== undefined) return state;
  throw new DevnetError('NOT_REACHABLE', url === undefined ? 'no devnet runs' : `no up of this user on this machine serves ${url}`, {
    hint: `start one with: ${ownCommand('up --detach')}`,
  });
}

async function programLog(name: string, gateway: GatewayClient): Promise<Read> {
  const names = (await ask(gateway, streams.logs)).answer().logs.map((log) => log.name);
  if (!names.includes(name)) throw invalid('service', [OWN, ...names].join(', '), name);
  return async function* ({ lines, follow, signal }) {
    const { path } = requestOf(streams.log, { name, tail: lines, follow });
    try {
      const body = await gateway.stream(`/devnet/v1${path}`, signal);
      yield* body.setEncoding('utf8');
    } catch (error) {
      // A devnet that was killed ends a followed log, too.
      if (!signal.aborted && (!follow || error instanceof DevnetError)) throw error;
    }
  };
}
