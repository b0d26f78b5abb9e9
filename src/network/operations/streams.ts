import { PassThrough, Readable } from '#platform/streams.js';
import { DevnetError, invalid } from '../../base/error.js';
import { MOST_EVENTS } from '../../stacks/receipt.js';
import { eventSchemas } from '../devnet/answers/events.js';
import { createPick } from '../devnet/events/filter.js';
import type { Feed } from '../event-feed/feed.js';
import { sendEvents } from '../event-feed/reader.js';
import { type Codec, flag, json, local, optional, stream, text, whole } from './codec.js';
import { operation } from './operation.js';

const programs = json({
  type: 'object',
  description: 'The logs of the network: one per program. None if the nodes run in the process of the devnet or belong to someone else.',
  properties: {
    logs: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          name: { type: 'string', description: 'the name of the log', examples: ['bitcoind', 'stacks-node', 'stacks-signer-2'] },
          program: { type: 'string', description: 'the program that writes it', examples: ['stacks-signer'] },
        },
        required: ['name', 'program'],
      },
    },
  },
  required: ['logs'],
});

/** The header of a client that resumes. One without text is that of a client that has no event yet. */
const lastEventId: Codec<number | undefined> = {
  schema: { type: 'string', description: 'the id of the last event that the reader has: those after it come first' },
  encode: (id) => `${id}`,
  decode(id: string, field) {
    if (id === '') return undefined;
    if (!/^\d{1,15}$/.test(id)) throw invalid(field, 'the id of an event', id);
    return Number(id);
  },
};

const after: Codec<number> = {
  schema: {
    type: 'string',
    pattern: '^\\d{1,15}$',
    description: 'the id of an event, as last-event-id, for clients that cannot send headers: 0 replays all that are remembered',
  },
  encode: (id) => `${id}`,
  decode: (id: string) => Number(id),
};

/** Answers that come in parts, as long as somebody reads them. They end when the gateway begins to close. */
export const streams = {
  logs: operation({
    summary: "List the logs of the network's programs",
    effect: 'reads',
    input: {},
    positional: [],
    output: programs,
    errors: [],
    inCode: false,
    http: { method: 'GET', path: '/logs' },
    run: async (network) => ({ logs: network.logs().map(({ name, program }) => ({ name, program })) }),
  }),
  log: operation({
    summary: 'The last lines of a log, and with `follow` new output as it comes',
    effect: 'reads',
    input: {
      name: text('the name of a log'),
      follow: optional(flag('whether to continue with new output until the network closes; false by default')),
      tail: optional(whole('how many of the last lines to return, a whole number up to 999999; 200 by default', { maximum: 999_999 })),
      signal: optional(local<AbortSignal>()),
    },
    positional: ['name'],
    output: stream('text/plain; charset=utf-8', 'The output of the program.'),
    errors: ['NOT_FOUND'],
    inCode: false,
    http: { method: 'GET', path: '/logs/:name' },
    async run(network, name, { follow = false, tail = 200, signal = new AbortController().signal } = {}) {
      const logs = network.logs();
      const log = logs.find((candidate) => candidate.name === name);
      if (log === undefined) {
        const expected = logs.map((candidate) => candidate.name).join(', ') || 'no name: this network has no logs';
        throw new DevnetError('NOT_FOUND', `there is no log ${name}`, { field: 'name', expected, received: name });
      }
      return Readable.from(log.read({ lines: tail, follow, signal }));
    },
  }),
  events: operation({
    summary: 'Blocks, transactions, reorganisations, payments, modes of mining and restores, as they happen',
    effect: 'reads',
    input: {
      lastEventId: optional(lastEventId),
      after: optional(after),
      contract: optional(
        text('the principal of one contract; then only blocks with its events come, without other events, and stacks.reorg and restored'),
      ),
      topic: optional(text("one topic: the node's, which is print, or the text in the field topic or event of a printed tuple")),
      /** What the events come from, which the gateway keeps. */
      feed: local<Feed>(),
      signal: local<AbortSignal>(),
    },
    positional: [],
    output: stream(
      'text/event-stream',
      'Server-sent events, each with an increasing id, its type and JSON data. `Last-Event-ID` replays what came after, of the ' +
        'last 1,000; a reader that falls further behind gets `gap` first. ' +
        'What contracts print is decoded in `value`, beside `raw_value`.',
      { description: 'the data of one event', oneOf: Object.values(eventSchemas) },
    ),
    errors: [],
    inCode: 'devnet.subscribe(listener, filter?)',
    http: { method: 'GET', path: '/events', headers: { lastEventId: 'last-event-id' } },
    // A browser that reconnects sends the header beside the URL that it began with.
    async run(_network, { feed, signal, contract, topic, after: given, lastEventId: from = given }) {
      const pick = createPick({ contract, topic }, MOST_EVENTS);
      // The event may come from a replica that was faster.
      if (from !== undefined) await feed.refresh();
      const output = new PassThrough();
      sendEvents(output, { feed, after: from, closing: signal, filter: pick && { key: JSON.stringify([contract, topic]), pick } });
      return output;
    },
  }),
};
