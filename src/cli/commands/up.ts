import { resolveConfig } from '../../config/resolve.js';
import { conventionalPorts } from '../../config/schema.js';
import type { Flags } from '../../config/text-layer.js';
import type { Devnet } from '../../devnet/types.js';
import type { Context } from '../context.js';
import { type Output, table } from '../output.js';
import { runUntilEnded } from '../run-until-ended.js';
import { publishState } from '../state.js';

/** `up`: the whole network in the foreground, until a signal or the death of the parent ends it. */
export async function up(flags: Flags, context: Context, output: Output): Promise<void> {
  const config = await resolveConfig({ flags, env: context.env, cwd: context.cwd, defaults: { ports: conventionalPorts } });
  await runUntilEnded({
    context,
    output,
    logLevel: config.logLevel,
    start: async (hooks) => (await import('../../start.js')).startDevnet({ ...config, ...hooks }),
    async announce(devnet) {
      if (output.json) output.object(await devnet.status());
      else for (const line of summary(devnet, config.bitcoin, output)) output.line(line);
    },
    publish: (devnet) => publish(devnet, context, output),
  });
}

/** Without a place to write, the network is as good as ever; only other commands have to be told where it is. */
async function publish(devnet: Devnet, { env }: Context, output: Output): Promise<() => Promise<void>> {
  const { gateway } = devnet.urls;
  try {
    if (gateway !== undefined) return await publishState(env, gateway);
  } catch (error) {
    output.warn(`other commands have to be told --url ${gateway}: ${error instanceof Error ? error.message : error}`);
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
