import type { AnyOperation } from '#dist/network/operations/operation.js';
import { named } from '#dist/network/operations/table.js';
import type { Devnet } from '#dist/network/types.js';
import { cases, type OperationCase } from './cases.js';
import { type Door, inCode, overHttp, steady } from './doors.js';

/** The operations that answer. */
export const answering: readonly string[] = Object.entries(cases)
  .filter(([, { fails }]) => fails === undefined)
  .map(([name]) => name);

/**
 * What an operation answers on a network of this process, on each door that a network without a port has. What depends on where the network
 * answers is left out.
 * @param clean the snapshot from which it starts
 */
export async function answersOf(devnet: Devnet, clean: string, name: string): Promise<unknown[]> {
  const row = named(name);
  const { prepare, effect, after } = cases[name] as OperationCase;
  const answers: unknown[] = [];
  for (const call of doorsOf(devnet, row)) {
    await devnet.chaos.clear();
    await devnet.restore(clean);
    const input = (await prepare?.(devnet)) ?? {};
    answers.push(withoutPlaces(steady(await call(row, name, input))));
    await effect?.(devnet, input);
    await devnet.restore(clean);
    await after?.(devnet);
  }
  return answers;
}

const doorsOf = (devnet: Devnet, { inCode: instead, http }: AnyOperation): Door[] => [
  ...(instead === undefined ? [inCode(() => devnet)] : []),
  ...(http?.shared ? [] : [overHttp(() => devnet)]),
];

/** What is named by where it answers. Only a network that listens has a page. */
function withoutPlaces(value: unknown): unknown {
  const text = JSON.stringify(value ?? null, (name, item) => (name === 'page' ? undefined : item));
  return JSON.parse(text.replace(/http:\/\/[\w.]+(?::\d+)?/g, 'http://…'));
}
