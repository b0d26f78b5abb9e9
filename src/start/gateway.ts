import type { ResolvedConfig } from '../config/devnet-config.js';
import type { StartOptions } from '../config/start-options.js';
import type { LocalDevnet } from '../devnet/types.js';
import type { Gateway, GatewayOptions } from '../gateway/server.js';

/** Loads what the first client of a gateway would wait for; that client gets a failure. */
export function loadGateway(): void {
  import('../gateway/app.js').catch(() => undefined);
}

/** What a gateway needs besides the configuration. */
type GatewayParts = Pick<StartOptions, 'onWarning' | 'onRequest'> &
  Pick<GatewayOptions, 'onControl'> & {
    devnet: LocalDevnet;
    keyOnly?: boolean | undefined;
    version: string;
  };

/** Serves a devnet as its configuration says. @throws DevnetError PORT_TAKEN */
export async function openGateway(
  { host, ports, page, control, trustedProxies, rateLimit, rateLimitFile: windowFile, apiKeys }: ResolvedConfig,
  { devnet, keyOnly, version, onWarning, onRequest, onControl }: GatewayParts,
): Promise<Gateway> {
  const { startGateway } = await import('../gateway/server.js');
  const { file: keyFile, factor, service } = apiKeys;
  const limits = rateLimit === 'off' ? undefined : { limits: rateLimit, windowFile, keyFile, factor };
  const listening = { host, port: ports.gateway, emilyPort: ports.emily };
  return startGateway({
    devnet,
    ...listening,
    page: page.enabled,
    control: { ...control, keyOnly },
    limits,
    service,
    trustedProxies,
    version,
    onWarning,
    onRequest,
    onControl,
  });
}
