import { createRequire } from '#platform/packages.js';
import { DevnetError } from '../../base/error.js';
import type { AskRpc } from '../../stacks/client.js';
import type { StacksApi } from '../data.js';
import { fetchWithin } from './fetch-within.js';

const require = createRequire(import.meta.url);

/**
 * The Stacks API's own client, typed by its OpenAPI document. Its package is loaded by the first call.
 * @param ask answers without a port
 * @throws DevnetError UNSUPPORTED without a gateway, which is what serves `/extended`
 */
export function stacksApi(gatewayUrl: string | undefined, ask?: AskRpc): StacksApi {
  if (gatewayUrl === undefined) {
    throw new DevnetError('UNSUPPORTED', 'devnet.api needs the gateway, and this devnet was started without', {
      field: 'gateway',
      hint: 'Start it without gateway: false.',
    });
  }
  const { createClient } = require('@stacks/blockchain-api-client') as typeof import('@stacks/blockchain-api-client');
  return createClient({ baseUrl: gatewayUrl, ...(ask && { fetch: fetchWithin(gatewayUrl, ask) }) });
}
