import { Agent, type ClientRequest, request } from 'node:http';
import { stringify } from '../rpc/json.js';

/** Sends events to the observers, each in order, without ever holding up the node. */
export type Dispatcher = {
  /** False without observers: then the node makes no payloads. */
  readonly active: boolean;
  send(path: string, payload: unknown): void;
  close(): void;
};

type Sender = { send(path: string, body: Buffer): void; close(): void };

/** How many events wait for one observer; beyond that the oldest is dropped. */
const QUEUE_LIMIT = 1_000;
/** Milliseconds. */
const TIMEOUT = 10_000;

/**
 * @param endpoints `host:port`
 * @param onWarning reports when an observer starts to lose events, again after it accepted one in between
 */
export function createDispatcher(endpoints: readonly string[], onWarning: (message: string) => void): Dispatcher {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const senders = endpoints.map((endpoint) => createSender(endpoint, agent, onWarning));
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

/** Posts one event at a time. An event that the observer does not accept is lost: the node does not wait. */
function createSender(endpoint: string, agent: Agent, onWarning: (message: string) => void): Sender {
  const waiting: { path: string; body: Buffer }[] = [];
  let current: ClientRequest | undefined;
  let closed = false;
  let losing = false;

  const lose = (reason: string): void => {
    if (!losing && !closed) onWarning(`the event observer at ${endpoint} loses events: ${reason}`);
    losing = true;
  };
  const next = (): void => {
    const event = closed ? undefined : waiting.shift();
    if (event === undefined) {
      current = undefined;
      return;
    }
    const headers = { 'content-type': 'application/json', 'content-length': event.body.length };
    current = request(`http://${endpoint}${event.path}`, { method: 'POST', agent, headers, timeout: TIMEOUT }, (response) => {
      const { statusCode = 0 } = response.resume();
      if (statusCode >= 200 && statusCode < 300) losing = false;
      else lose(`it answered ${statusCode} to ${event.path}`);
    });
    current.on('timeout', () => current?.destroy(new Error(`it did not answer ${event.path} within ${TIMEOUT} ms`)));
    current.on('error', (error) => lose(error.message));
    current.on('close', next);
    current.end(event.body);
  };

  return {
    send(path, body) {
      waiting.push({ path, body });
      if (waiting.length > QUEUE_LIMIT) {
        waiting.shift();
        lose(`more than ${QUEUE_LIMIT} wait for it`);
      }
      if (current === undefined) next();
    },
    close() {
      closed = true;
      current?.destroy();
    },
  };
}
