import { DevnetError } from '../../base/error.js';
import type { DevnetUrls } from '../../network/data.js';
import type { NetworkUrls } from './source.js';

/** Returns the URLs for a client that reaches this machine at a host: networks listen on the interface of the pool. */
export function urlsAt({ gateway, stacks, bitcoin }: DevnetUrls, host: string): NetworkUrls {
  if (gateway === undefined) throw new DevnetError('INTERNAL', 'a network of the pool has a gateway');
  return { gateway: onHost(gateway, host), stacks: onHost(stacks, host), bitcoin: onHost(bitcoin, host) };
}

function onHost(url: string, host: string): string {
  const moved = new URL(url);
  moved.hostname = host;
  return moved.origin;
}
