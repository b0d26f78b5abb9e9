import { resolveConfig } from '../../config/resolve.js';
import { conventionalPorts } from '../../config/schema.js';
import type { Flags } from '../../config/text-layer.js';
import type { Devnet } from '../../devnet/types.js';
import { messageOf } from '../../error.js';
import type { Context, GlobalOptions } from '../context.js';
import { type LogFile, openLogFile } from '../log-file.js';
import { createOutput, type Output, table } from '../output.js';
import { runUntilEnded } from '../run-until-ended.js';
import { publishState } from '../state.js';

/** @param background whether another process started this one to stay behind, and waits to be told that it is ready */
export type UpOptions = { background: boolean };

/** What an `up` in the background tells the process that started it. */
type BackgroundNews =
  | { type: 'step' | 'warning'; text: string }
  | { type: 'ready'; status: object; summary: string[]; log: string | undefined };

/** `up`: the whole network in the foreground, until a signal or the death of the parent ends it. */
export async function up(flags: Flags, context: Context, options: GlobalOptions, { background }: UpOptions): Promise<void> {
  const config = await resolveConfig({ flags, env: context.env, cwd: context.cwd, defaults: { ports: conventionalPorts } });
  const log = openLogFile(context);
  const output = createOutput(log?.context ?? context, options);
  const tellParent = (news: BackgroundNews): void => {
    if (background) context.tellParent?.(news);
  };
  try {
    await runUntilEnded({
      context,
      output,
      logLevel: config.logLevel,
      watchParent: !background,
      async start({ onProgress, onWarning, signal }) {
        const { startDevnet } = await import('../../start.js');
        return startDevnet({
          ...config,
          signal,
          onProgress(text) {
            onProgress(text);
            tellParent({ type: 'step', text });
          },
          onWarning(text) {
            onWarning(text);
            tellParent({ type: 'warning', text });
          },
        });
      },
      async announce(devnet) {
        const status = await devnet.status();
        const lines = summary(devnet, config.bitcoin, output);
        if (output.json) output.object(status);
        else for (const line of lines) output.line(line);
        tellParent({ type: 'ready', status, summary: lines, log: log?.path });
      },
      publish: (devnet) =>
        publish(devnet, log, context, (text) => {
          output.warn(text);
          tellParent({ type: 'warning', text });
        }),
    });
  } finally {
    log?.close();
    // In the foreground everything was on the terminal; from the background it says why it ended.
    if (!background) log?.remove();
  }
}

/** Without a place to write, the network is as good as ever; only other commands have to be told where it is. */
async function publish(
  { urls: { gateway }, engine }: Devnet,
  log: LogFile | undefined,
  { env }: Context,
  warn: (text: string) => void,
): Promise<() => Promise<void>> {
  try {
    if (gateway !== undefined) return await publishState(env, { url: gateway, engine, log: log?.path });
  } catch (error) {
    warn(`other commands have to be told --url ${gateway}: ${messageOf(error)}`);
  }
  return async () => undefined;
}

function summary(devnet: Devnet, { rpcUser, rpcPassword }: { rpcUser: string; rpcPassword: string }, output: Output): string[] {
  const { gateway, stacks, bitcoin } = devnet.urls;
  const urls = [
    ...(gateway === undefined ? [] : [['gateway', gateway, 'faucets, node info, control']]),
    ['stacks', stacks, 'node RPC'],
    ['bitcoin', bitcoin, `node RPC, user ${rpcUser}, password ${rpcPassword}`],
  ];
  const accounts = Object.values(devnet.accounts).map(({ name, stx, btc }) => [name, stx.address, btc.address]);
  return [
    '',
    ...table(urls),
    '',
    ...table([['account', 'STX', 'BTC'], ...accounts]).map((line, row) => (row === 0 ? output.bold(line) : line)),
    '',
  ];
}
