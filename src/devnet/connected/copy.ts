import { closeAll } from '../../close-all.js';
import { DevnetError } from '../../error.js';
import { readText } from '../../json.js';
import { once } from '../../once.js';
import type { Devnet, DevnetUrls } from '../types.js';
import { readUrls } from './answers.js';
import type { GatewayClient } from './gateway-client.js';

type Parts = {
  client: GatewayClient;
  /** Whether the copy has ports of its own. */
  ports: boolean;
  connect(url: string, urls: DevnetUrls): Promise<Devnet>;
};

/**
 * Connects to a copy that the gateway has started. Closing it stops the copy.
 * @param body of the answer to `POST /devnet/v1/clones`
 */
export async function connectToCopy(body: object, { client, ports, connect }: Parts): Promise<Devnet> {
  const path = `/devnet/v1/clones/${encodeURIComponent(readText(body, 'id'))}`;
  const urls = readUrls(body);
  const stop = async (): Promise<void> => {
    await client.ask('DELETE', path).catch((error: unknown) => {
      if (!(error instanceof DevnetError && gone.has(error.code))) throw error;
    });
  };
  try {
    // Without ports, the gateway of the network answers, by the name that this process reaches it.
    const gateway = ports ? onHostOf(client.url, urls.gateway ?? client.url) : `${client.url}${path}`;
    const devnet = await connect(gateway, ports ? urls : { ...urls, stacks: gateway });
    const { close: disconnect } = devnet;
    const close = once(() => closeAll([stop, disconnect]));
    return Object.assign(devnet, { close, [Symbol.asyncDispose]: close });
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  }
}

/** The network has ended, and the copy with it. */
const gone = new Set(['NOT_FOUND', 'NOT_REACHABLE', 'NOT_READY']);

/** This process may reach the other machine by another name than the gateway's own. */
function onHostOf(url: string, gateway: string): string {
  const { port } = new URL(gateway);
  const reached = new URL(url);
  reached.port = port;
  return reached.origin;
}
