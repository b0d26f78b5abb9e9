import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { isRecord } from '../base/json.js';
import { jsonParts, type PlaceList } from '../base/json-parts.js';
import { createTurns } from '../base/turns.js';
import { eachEvent, encodedEvents } from '../stacks/receipt.js';

/** How deep receipts are in an answer: in the list of one of its fields. */
const DEPTH = 3;

/**
 * Answers with a receipt, or with what has some. Those with many events are sent in parts, as fast as the client reads them: a transaction
 * may have a million.
 */
export function sendLists<T extends object>(reply: FastifyReply, answer: T): T {
  if (!hasLists(answer, DEPTH)) return answer;
  const parts = Readable.from(inTurns(jsonParts((list) => placeLists(answer, list, DEPTH))), { objectMode: false });
  // Fastify takes a stream in the place of the answer.
  return reply.type('application/json; charset=utf-8').send(parts) as unknown as T;
}

/** A client that reads fast must not keep others waiting. */
async function* inTurns(parts: Iterable<string>): AsyncGenerator<string> {
  const giveWay = createTurns();
  for (const part of parts) {
    yield part;
    await giveWay();
  }
}

function hasLists(value: unknown, depth: number): boolean {
  if (Array.isArray(value)) return depth > 0 && value.some((item) => hasLists(item, depth - 1));
  if (!isRecord(value)) return false;
  if (encodedEvents(value) !== undefined) return true;
  return depth > 0 && Object.values(value).some((item) => hasLists(item, depth - 1));
}

function placeLists(value: unknown, list: PlaceList, depth: number): unknown {
  if (depth < 0) return value;
  if (Array.isArray(value)) return value.map((item) => placeLists(item, list, depth - 1));
  if (!isRecord(value)) return value;
  const fields = Object.entries(Object.getOwnPropertyDescriptors(value)).map(([name, { value: field }]) => [
    name,
    placeLists(field, list, depth - 1),
  ]);
  const placed: Record<string, unknown> = Object.fromEntries(fields);
  if (encodedEvents(value) !== undefined) placed['events'] = list(eachEvent(value as { events: { type: string }[] }));
  return placed;
}
