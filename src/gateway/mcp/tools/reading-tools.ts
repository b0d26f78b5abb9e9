import { text as readAll } from 'node:stream/consumers';
import { invalid } from '../../../base/error.js';
import { isRecord } from '../../../base/json.js';
import { LONGEST_QUERY, searchDocs } from '../docs-search.js';
import type { Connection } from '../network.js';
import { argumentsOf, count, defineTool, text } from '../tool.js';

/** The log of what happened on the network. */
const EVENTS = 'events';
const LINES = 50;

/** Reads logs and the documentation. */
export const readingTools = [
  defineTool<{ service?: string; lines?: number }>({
    name: 'logs',
    description: 'The last lines of a log: events of the network since this server knows it, or the output of one of its programs.',
    kind: 'reads',
    input: argumentsOf({
      service: text(`${EVENTS}, or the name of a program; default: ${EVENTS}`),
      lines: { ...count(`1 to 1000; default: ${LINES}`), maximum: 1_000 },
    }),
    async run({ service = EVENTS, lines = LINES }, network) {
      const { events, gateway } = await network.use();
      if (service === EVENTS) return (await events.last(lines)).join('\n') || 'nothing happened yet';
      await checkService(service, gateway);
      return readAll(await gateway.stream(`/devnet/v1/logs/${encodeURIComponent(service)}?tail=${lines}`, AbortSignal.timeout(10_000)));
    },
  }),
  defineTool<{ query: string }>({
    name: 'docs',
    description: 'Search the documentation of stacks-devnet. Returns the sections that fit best.',
    kind: 'reads',
    input: argumentsOf({ query: { ...text(`a few words, at most ${LONGEST_QUERY} characters`), maxLength: LONGEST_QUERY } }, ['query']),
    run: async ({ query }) => searchDocs(query),
  }),
];

async function checkService(service: string, gateway: Connection['gateway']): Promise<void> {
  const { body } = await gateway.ask('GET', '/devnet/v1/logs');
  const logs = Array.isArray(body['logs']) ? body['logs'].filter(isRecord) : [];
  const names = logs.map(({ name }) => String(name));
  if (!names.includes(service)) throw invalid('service', [EVENTS, ...names].join(', '), service);
}
