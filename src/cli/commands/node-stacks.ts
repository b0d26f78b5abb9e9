import { keepCode } from '#platform/code.js';
import type { Flags } from '../../project/config.js';
import { conventionalPorts, resolveConfig } from '../../project/config.js';
import type { Context } from '../context.js';
import { type Output, table } from '../output.js';
import { runService } from '../run-service.js';

/** `node stacks`: runs both embedded nodes without a gateway, whatever the engine of `up`; Bitcoin blocks are mined on request, by RPC. */
export async function nodeStacks(flags: Flags, context: Context, output: Output): Promise<void> {
  const defaults = { ports: conventionalPorts, mining: { bitcoin: 'manual' } } as const;
  const { env, cwd } = context;
  const onNotice = (line: string): void => output.note(line);
  const config = await resolveConfig({ flags: { ...flags, engine: 'embedded' }, env, cwd, defaults, findProject: true, onNotice });
  const { rpcUser, rpcPassword } = config.bitcoin;
  await runService({
    context,
    output,
    logLevel: config.logLevel,
    start: async (hooks) =>
      (await import('../../start/start-devnet.js')).startNetwork(
        { ...config, pool: undefined, docker: { ...config.docker, swarm: false } },
        { ...hooks, gateway: false },
      ),
    async story(devnet) {
      const { networkStory } = await import('../printed/network-story.js');
      return networkStory({ accounts: Object.values(devnet.accounts), bitcoin: { rpcUrl: devnet.urls.bitcoin, rpcUser, rpcPassword } });
    },
    async announce(devnet) {
      const { stacks, bitcoin } = devnet.urls;
      const rows = [
        ['stacks', stacks, 'node RPC'],
        ['bitcoin', bitcoin, `node RPC, user ${rpcUser}, password ${rpcPassword}`],
      ];
      if (output.json) output.object(await devnet.status());
      else for (const line of table(rows)) output.line(line);
    },
    async prepare() {
      if (config.cache.enabled) keepCode();
    },
  });
}
