import { randomBytes } from 'node:crypto';
import type { ResolvedConfig } from '../config/devnet-config.js';
import type { StartOptions } from '../config/start-options.js';
import type { Devnet } from '../devnet/types.js';
import { DevnetError } from '../error.js';
import { startNetwork } from '../start.js';
import type { NetworkSource, NetworkUrls } from './source.js';

/** Boots one network in this process, which nobody uses, and starts copies of it. @throws DevnetError as `startNetwork` */
export async function startEmbeddedSource(config: ResolvedConfig, hooks: StartOptions): Promise<NetworkSource> {
  const base = await startNetwork(config, { ...hooks, gateway: false });
  return {
    name: 'embedded',
    async start() {
      const controlKey = newControlKey();
      const copy = await base.clone({ gateway: true, controlKey });
      return { controlKey, urls: (host) => urlsAt(copy, host), close: copy.close };
    },
    close: base.close,
  };
}

/** Creates a key that nobody guesses. */
function newControlKey(): string {
  return randomBytes(24).toString('base64url');
}

/** The networks listen on the interface of the pool, so its host leads to them. */
function urlsAt({ urls: { gateway, stacks, bitcoin } }: Devnet, host: string): NetworkUrls {
  if (gateway === undefined) throw new DevnetError('INTERNAL', 'a network of the pool has a gateway');
  return { gateway: onHost(gateway, host), stacks: onHost(stacks, host), bitcoin: onHost(bitcoin, host) };
}

function onHost(url: string, host: string): string {
  const moved = new URL(url);
  moved.hostname = host;
  return moved.origin;
}
