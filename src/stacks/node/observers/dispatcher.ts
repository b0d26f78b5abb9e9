import { Agent } from '#platform/http-messages.js';
import { encodeParts, jsonParts, type PlaceList } from '../../../base/json-parts.js';
import { stringify } from '../rpc/json.js';
import { createSender, type ObserverEvent } from './sender.js';

/** Sends events to the observers, each in order, without ever holding up the node. */
export type Dispatcher = {
  /** False without observers: then the node makes no payloads. */
  readonly active: boolean;
  send(path: string, payload: unknown): void;
  /** The same for a payload with long lists: {@link jsonParts}. Resolves when it is encoded. */
  sendLists(path: string, make: (list: PlaceList) => unknown): Promise<void>;
  close(): void;
};

/** How many bytes of events wait for one observer. */
const HELD_LIMIT = 256 * 1024 * 1024;

type DispatcherOptions = {
  /** Reports an observer that does not take an event, and one that gets no more events. */
  warn: (message: string) => void;
  /** In bytes, for each observer. @default 256 MiB */
  heldLimit?: number;
};

/** @param endpoints `host:port` */
export function createDispatcher(endpoints: readonly string[], { warn, heldLimit = HELD_LIMIT }: DispatcherOptions): Dispatcher {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const senders = endpoints.map((endpoint) => createSender({ endpoint, agent, warn, heldLimit }));
  const sendAll = (event: ObserverEvent): void => {
    for (const sender of senders) sender.send(event);
  };
  return {
    active: senders.length > 0,
    send(path, payload) {
      if (senders.length > 0) sendAll({ path, body: [Buffer.from(stringify(payload))] });
    },
    async sendLists(path, make) {
      if (senders.length > 0) sendAll({ path, body: await encodeParts(jsonParts(make, stringify)) });
    },
    close() {
      for (const sender of senders) sender.close();
      agent.destroy();
    },
  };
}
