import { Agent, type ClientRequest, request } from 'node:http';
import { stringify } from '../rpc/json.js';

/** Sends events to the observers, each in order, without ever holding up the node. */
export type Dispatcher = {
  /** False if nobody listens: then no payload need be made. */
  readonly active: boolean;
  send(path: string, payload: unknown): void;
  close(): void;
};

/** How many events wait for one observer; beyond that the oldest is given up. */
const QUEUE_LIMIT = 1_000;
/** Milliseconds. */
const TIMEOUT = 10_000;

/** @param endpoints `host:port` */
export function createDispatcher(endpoints: readonly string[]): Dispatcher {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const senders = endpoints.map((endpoint) => createSender(endpoint, agent));
  return {
    active: senders.length > 0,
    send(path, payload) {
      if (senders.length === 0) return;
      const body = Buffer.from(stringify(payload));
      for (const sender of senders) sender.send(path, body);
    },
    close() {
      for (const sender of senders) sender.close();
      agent.destroy();
    },
  };
}

/** Posts one event at a time; an observer that does not take one loses it, as there is nobody to tell. */
function createSender(endpoint: string, agent: Agent): { send(path: string, body: Buffer): void; close(): void } {
  const waiting: { path: string; body: Buffer }[] = [];
  let current: ClientRequest | undefined;
  let closed = false;

  function next(): void {
    const event = closed ? undefined : waiting.shift();
    if (event === undefined) {
      current = undefined;
      return;
    }
    const headers = { 'content-type': 'application/json', 'content-length': event.body.length };
    current = request(`http://${endpoint}${event.path}`, { method: 'POST', agent, headers, timeout: TIMEOUT }, (response) =>
      response.resume(),
    );
    current.on('timeout', () => current?.destroy());
    current.on('error', () => undefined);
    current.on('close', next);
    current.end(event.body);
  }

  return {
    send(path, body) {
      waiting.push({ path, body });
      if (waiting.length > QUEUE_LIMIT) waiting.shift();
      if (current === undefined) next();
    },
    close() {
      closed = true;
      current?.destroy();
    },
  };
}
