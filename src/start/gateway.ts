import { keepCode } from '#platform/code.js';
import { ecdsa } from '#platform/secp256k1.js';
import { nextTurn } from '#platform/timers.js';
import type { GatewayOptions } from '../gateway/assemble.js';
import type { Mounts } from '../gateway/mounts.js';
import type { Replicas } from '../gateway/replicas.js';
import type { Gateway } from '../gateway/server.js';
import { type AttachedGateway, fetchWithin } from '../network/local.js';
import type { LocalDevnet } from '../network/types.js';
import type { ResolvedConfig, StartOptions } from '../project/config.js';

/** Loads the routes of a gateway while there is nothing else to do. A failure comes again when it starts. */
export function loadGateway(): void {
  import('../gateway/app.js').catch(() => undefined);
}

/**
 * Loads what the first client of a network that is ready would wait for: the routes of its gateway, and elliptic curves for transactions.
 * Then the code of this start is stored for the next one.
 */
export async function prepareForClients({ cache }: ResolvedConfig): Promise<void> {
  // After the answers that wait already.
  await nextTurn();
  await import('../gateway/app.js').then(ecdsa).catch(() => undefined);
  if (cache.enabled) keepCode();
}

/** What a gateway needs besides the configuration. */
type GatewayParts = Pick<StartOptions, 'onWarning' | 'onRequest'> &
  Pick<GatewayOptions, 'onControl'> & {
    devnet: LocalDevnet;
    /** The gateways of its copies without ports. */
    mounts: Mounts;
    /** Whether the control routes always need the key. @default on other machines only */
    keyOnly?: boolean | undefined;
    version: string;
    /** What the gateway shares with its replicas; undefined if it has none. */
    replicas: Replicas | undefined;
  };

/** Serves a devnet as its configuration says. @throws DevnetError PORT_TAKEN */
export async function openGateway(config: ResolvedConfig, parts: GatewayParts): Promise<Gateway> {
  const { startGateway } = await import('../gateway/server.js');
  return startGateway(gatewayOptions(config, parts));
}

/** Where the gateway of a copy without ports answers: its id, below the gateway of its network. */
export type MountPoint = { id: string; parent: { url: string; mounts: Mounts } | undefined };

/** Prepares a gateway without a port. @param at undefined for a network that is no copy */
export async function mountGateway(config: ResolvedConfig, parts: GatewayParts, at: MountPoint | undefined): Promise<AttachedGateway> {
  const { createMountedGateway } = await import('../gateway/mounted.js');
  const { close, ...target } = createMountedGateway({ ...gatewayOptions(config, parts), page: false });
  const { id = '', parent } = at ?? {};
  const mount = parent?.mounts.add(id, target);
  // No DNS has a name below `.invalid` (RFC 2606).
  const url = parent === undefined || mount === undefined ? 'http://gateway.invalid' : `${parent.url}${mount.path}`;
  return {
    url,
    fetch: fetchWithin(url, target.ask),
    connect: target.connect,
    close() {
      mount?.remove();
      return close();
    },
  };
}

function gatewayOptions(
  config: ResolvedConfig,
  { devnet, keyOnly, mounts, replicas, version, onWarning, onRequest, onControl }: GatewayParts,
): GatewayOptions {
  const {
    host,
    allowedHosts,
    ports,
    page,
    x402,
    control,
    metadata,
    trustedProxies,
    faucet,
    rateLimit,
    rateLimitFile: windowFile,
    rateLimitIpv6Prefix: ipv6Prefix,
    apiKeys,
    drainSeconds,
  } = config;
  const { file: keyFile, factor, service } = apiKeys;
  const limits = rateLimit === 'off' ? undefined : { limits: rateLimit, ipv6Prefix, windowFile, keyFile, factor };
  const listening = { host, allowedHosts, port: ports.gateway, emilyPort: ports.emily };
  return {
    devnet,
    faucetAmounts: { btc: faucet.btc.amount, stx: faucet.stx.amount, sbtc: faucet.sbtc.amount },
    mounts,
    ...listening,
    page: page.enabled,
    x402: x402.enabled,
    control: { ...control, keyOnly },
    metadata,
    limits,
    replicas,
    drainMs: drainSeconds * 1_000,
    service,
    trustedProxies,
    version,
    onWarning,
    onRequest,
    onControl,
  };
}
