import { PassThrough } from 'node:stream';
import { eventSchemas } from '../../devnet/answers/events.js';
import { createPick } from '../../devnet/events/filter.js';
import { invalid } from '../../error.js';
import { sendEvents } from '../events/reader.js';
import type { App } from '../schema-types.js';
import { errorResponses } from '../schemas/error.js';
import { eventsQuery, lastEventIdHeader } from '../schemas/events.js';

/** Streams the events of the network. */
export function addEventRoute(app: App): void {
  app.get(
    '/v1/events',
    {
      exposeHeadRoute: false,
      schema: {
        tags: ['control'],
        operationId: 'events',
        summary: 'Blocks, transactions, reorganisations, payments, modes of mining and restores, as they happen',
        headers: lastEventIdHeader,
        querystring: eventsQuery,
        response: {
          200: {
            description:
              'Server-sent events, each with an increasing id, its type and JSON data. `Last-Event-ID` replays what came after, of the ' +
              'last 1,000; a reader that falls further behind gets `gap` first. ' +
              'What contracts print is decoded in `value`, beside `raw_value`.',
            content: { 'text/event-stream': { schema: { description: 'the data of one event', oneOf: Object.values(eventSchemas) } } },
          },
          ...errorResponses(400, 403, 503),
        },
      },
    },
    async (request, reply) => {
      const { leaving, observed } = request.services;
      const { feed } = observed;
      const { after: from, ...filter } = request.query;
      // A browser that reconnects sends the header beside the URL that it began with.
      const after = eventId(request.headers['last-event-id'] ?? from);
      const pick = createPick(filter);
      const wanted = pick && { key: JSON.stringify([filter.contract, filter.topic]), pick };
      // The event may come from a replica that was faster.
      if (after !== undefined) await feed.refresh();
      const output = new PassThrough();
      sendEvents(output, { feed, after, filter: wanted, closing: leaving });
      return reply.type('text/event-stream').header('cache-control', 'no-cache').send(output);
    },
  );
}

function eventId(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  if (!/^\d{1,15}$/.test(text)) throw invalid('last-event-id', 'the id of an event', text);
  return Number(text);
}
