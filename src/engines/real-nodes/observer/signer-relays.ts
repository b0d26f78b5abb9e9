import { Agent } from '#platform/http-messages.js';
import { createSender, type Sender } from '../../../stacks/event-sender.js';

/**
 * Passes events of stacks-node on to the signers. The node delivers the events of all observers one after another, and waits until each has
 * answered. A suspended signer would hold back the events for this process. The engine's observer answers at once, and each signer has a
 * queue of its own.
 */
export type SignerRelays = {
  /** Takes an event that is for a signer. One for a signer that has not been started is forgotten. @returns whether it is for a signer */
  pass(path: string, body: Buffer): boolean;
  /** A signer is started. It gets the events from now on, and after a restart those that it has not answered. */
  open(signer: string, at: { host: string; port: number }): void;
  /** Forgets the events that wait. All signers have ended. */
  shut(): void;
};

/** How many bytes of events may wait for one signer. */
const HELD = 64 * 1024 * 1024;

/** Returns the part of an observer's endpoint that names the signer. */
export function relayPath(signer: string): string {
  return `/${signer}`;
}

/** @param signers the names of all */
export function createSignerRelays(signers: readonly string[]): SignerRelays {
  const senders = new Map<string, Sender>();
  // A connection for each event, as from stacks-node.
  const agent = new Agent({ keepAlive: false });
  return {
    pass(path, body) {
      const signer = signers.find((name) => path.startsWith(`${relayPath(name)}/`));
      if (signer === undefined) return false;
      senders.get(signer)?.send({ path: path.slice(relayPath(signer).length), body: [body] });
      return true;
    },
    open(signer, { host, port }) {
      if (senders.has(signer)) return;
      // The watchdog reports signers that do not answer. Some are suspended on purpose.
      senders.set(signer, createSender({ endpoint: `${host}:${port}`, agent, warn: () => undefined, heldLimit: HELD }));
    },
    shut() {
      for (const sender of senders.values()) sender.close();
      senders.clear();
    },
  };
}
