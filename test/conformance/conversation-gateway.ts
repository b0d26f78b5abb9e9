import { startDevnet } from 'stacks-devnet';
import type { DevnetOptions } from '#dist/project/config/start-options.js';
import { testCache } from '../cache.js';
import type { StartNode } from './compare-recording.js';

/** Starts devnets in the recorded epoch with these options; the gateway passes the conversation on to the node. */
export function startGateway(options: DevnetOptions): StartNode {
  return async (observer) => {
    const devnet = await startDevnet({ epoch: '3.4', ...options, cache: testCache, eventObservers: [observer.endpoint] });
    return { url: `${devnet.urls.gateway}`, [Symbol.asyncDispose]: () => devnet.close() };
  };
}
