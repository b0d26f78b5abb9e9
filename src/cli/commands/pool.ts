import { type StartPoolOptions, startPool } from '../../cluster/start-pool.js';
import type { Flags } from '../../project/config.js';
import { resolveConfig } from '../../project/config.js';
import type { Context } from '../context.js';
import type { Output } from '../output.js';
import { runService } from '../run-service.js';

export type PoolOptions = Required<Pick<StartPoolOptions, 'port' | 'size' | 'spares' | 'leaseSeconds' | 'quota' | 'requireKey'>> &
  Pick<StartPoolOptions, 'admin'>;

/** `pool`: hands out ready networks over HTTP until it is stopped. */
export async function pool(flags: Flags, options: PoolOptions, context: Context, output: Output): Promise<void> {
  const { env, cwd } = context;
  const config = await resolveConfig({ flags, env, cwd, findProject: true, onNotice: (line) => output.note(line) });
  const { size, spares, leaseSeconds } = options;
  await runService({
    context,
    output,
    logLevel: config.logLevel,
    async start(hooks) {
      const started = await startPool(config, { ...options, ...hooks });
      return { ...started, subscribe: () => () => undefined };
    },
    story: async () => async () => [],
    async announce({ url }) {
      if (output.json) output.object({ ready: true, url, size, spares, leaseSeconds });
      else output.line(`pool  ${url}  ${size} networks, ${spares} of them ready; use it with DEVNET_POOL=${url}`);
    },
  });
}
