import { messageOf } from '../../base/error.js';
import type { Devnet } from '../../network/types.js';
import { createNames, createStory } from '../../tools/story.js';

/** The most lines that are kept. */
const KEPT = 1_000;

/** What happened on a network, in lines for people. */
export type EventLog = {
  /** Returns the last lines, oldest first. */
  last(lines: number): Promise<string[]>;
  close(): void;
};

/** Follows the events of a network. */
export function followEvents(devnet: Devnet): EventLog {
  const lines: string[] = [];
  const story = createStory({ names: createNames(Object.values(devnet.accounts)), outputs: async () => undefined });
  let described: Promise<void> = Promise.resolve();
  const add = (added: readonly string[]): void => {
    lines.push(...added);
    lines.splice(0, lines.length - KEPT);
  };
  const unsubscribe = devnet.subscribe((event) => {
    // The line of a Bitcoin payment needs its outputs; the faucet reports its own payments.
    if (event.type === 'bitcoin.tx') return;
    // One after another, so that lines keep the order of events.
    described = described
      .then(() => story(event))
      .then(
        (found) => add(found.map(({ topic, text }) => (topic === undefined ? `  ${text}` : `${topic}: ${text}`))),
        (error: unknown) => add([`${event.type}: ${messageOf(error)}`]),
      );
  });
  return {
    async last(count) {
      await described;
      return lines.slice(-count);
    },
    close: unsubscribe,
  };
}
