import { closeAll } from '../../close-all.js';
import { DevnetError } from '../../error.js';
import { field, readObject, readText } from '../../json.js';
import { once } from '../../once.js';
import type { Devnet } from '../types.js';
import type { GatewayClient } from './gateway-client.js';

type Parts = { client: GatewayClient; connect(url: string): Promise<Devnet> };

/**
 * Connects to a copy that the gateway has started. Closing it stops the copy.
 * @param body of the answer to `POST /devnet/v1/clones`
 */
export async function connectToCopy(body: object, { client, connect }: Parts): Promise<Devnet> {
  const id = readText(body, 'id');
  const gateway = readText(readObject(field(body, 'urls'), 'urls'), 'gateway');
  const stop = async (): Promise<void> => {
    await client.ask('DELETE', `/devnet/v1/clones/${encodeURIComponent(id)}`).catch((error: unknown) => {
      if (!(error instanceof DevnetError && gone.has(error.code))) throw error;
    });
  };
  try {
    const devnet = await connect(onHostOf(client.url, gateway));
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
