import { type Routes, redirect } from '../route.js';
import { word } from '../schemas.js';

/** Seconds between Bitcoin blocks that the networks aim at, as the API has them. */
const BLOCK_TIMES = { mainnet: { target_block_time: 600 }, testnet: { target_block_time: 120 } } as const;

export const addStatusRoutes: Routes = (get) => {
  get('/extended', { summary: 'The API and the tip of the chain', etag: true }, ({ history, version }) => {
    const facts = history.chain.tip?.facts;
    return {
      server_version: `stacks-devnet ${version}`,
      status: 'ready',
      ...(facts && {
        chain_tip: {
          block_height: facts.height,
          block_hash: facts.blockHash,
          index_block_hash: facts.hash,
          burn_block_height: facts.burnHeight,
        },
      }),
    };
  });

  get('/extended/v1/status', { summary: 'Moved to /extended', redirect: 301 }, () => redirect('/extended', 301));

  get(
    '/extended/v1/info/network_block_times',
    { summary: 'Seconds between Bitcoin blocks that the networks aim at', etag: true },
    () => BLOCK_TIMES,
  );

  get(
    '/extended/v1/info/network_block_time/:network',
    { summary: 'Seconds between Bitcoin blocks that a network aims at', params: { network: word('testnet', 'mainnet') }, etag: true },
    ({ params }) => BLOCK_TIMES[params.network],
  );
};
