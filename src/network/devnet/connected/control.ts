import type { EventStream } from './event-stream.js';
import type { GatewayClient } from './gateway-client.js';

/** Sends a request to `/devnet/v1` and returns the answer's body. @throws DevnetError as {@link GatewayClient.ask} */
export type Control = GatewayClient['ask'];

/** @param closed fires, with an error as its reason, when the connection ends */
export function createControl(client: GatewayClient, events: EventStream, closed: AbortSignal): Control {
  return async (method, path, request) => {
    if (closed.aborted) throw closed.reason;
    // Present listeners must see the events that this call causes.
    if (method !== 'GET') await events.opened();
    return client.ask(method, `/devnet/v1${path}`, { signal: closed, ...request });
  };
}
