import { createRequire } from '#platform/packages.js';
import { DevnetError } from '../../base/error.js';
import type { StacksApi } from '../data.js';

const require = createRequire(import.meta.url);

/**
 * The Stacks API's own client, typed by its OpenAPI document. Its package is loaded by the first call.
 * @param fetch answers without a port
 * @throws DevnetError UNSUPPORTED without a gateway, which is what serves `/extended`
 */
export function stacksApi(gatewayUrl: string | undefined, fetch?: typeof globalThis.fetch): StacksApi {
  if (gatewayUrl === undefined) {
    throw new DevnetError('UNSUPPORTED', 'devnet.api needs the gateway, and this devnet was started without', {
      field: 'gateway',
      hint: 'Start it without gateway: false.',
    });
  }
  const { createClient } = require('@stacks/blockchain-api-client') as typeof import('@stacks/blockchain-api-client');
  return createClient({ baseUrl: gatewayUrl, ...(fetch && { fetch }) });
}
