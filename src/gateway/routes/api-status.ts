import { with0x } from '../../hex.js';
import type { App } from '../schema-types.js';
import { errorResponses } from '../schemas/error.js';
import { apiStatusAnswer, blockTimesAnswer } from '../schemas/extended.js';
import type { Services } from '../services.js';

const tags = ['extended'];

/** Routes about the Stacks API itself. */
export function addExtendedRoutes(app: App, { devnet, node, version }: Services): void {
  for (const [url, operationId] of [
    ['/extended', 'apiStatus'],
    ['/extended/v1/status', 'apiStatusV1'],
  ] as const) {
    app.get(
      url,
      {
        schema: {
          tags,
          operationId,
          summary: 'Whether the API is ready, and where the chain ends',
          response: { 200: apiStatusAnswer, ...errorResponses(502, 503) },
        },
      },
      async () => {
        const [{ stacks }, info] = await Promise.all([devnet.status(), node.info()]);
        return {
          server_version: `stacks-devnet ${version}`,
          status: 'ready',
          chain_tip: {
            block_height: info.height,
            block_hash: with0x(info.tip),
            index_block_hash: stacks.hash,
            burn_block_height: info.burnHeight,
          },
        };
      },
    );
  }

  app.get(
    '/extended/v1/info/network_block_times',
    { schema: { tags, operationId: 'blockTimes', summary: 'Seconds between Bitcoin blocks', response: { 200: blockTimesAnswer } } },
    async () => ({ mainnet: { target_block_time: 600 }, testnet: { target_block_time: 120 } }),
  );
}
