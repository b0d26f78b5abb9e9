import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnyOperation } from '#dist/network/operations/operation.js';
import { named } from '#dist/network/operations/table.js';
import type { Devnet } from '#dist/network/types.js';
import { bootDevnet } from '../../devnet.js';
import { cases } from './cases.js';
import { type Door, inCode, overHttp, steady } from './doors.js';

/** Every operation on a network without a port: in code and by `devnet.fetch`, with the answers of one that listens. */
const networks: Devnet[] = [];
const clean: string[] = [];

beforeAll(async () => {
  for (const listen of [true, false]) {
    const devnet = await bootDevnet({ gateway: true, electrum: false, listen });
    networks.push(devnet);
    clean.push(await devnet.snapshot('clean'));
  }
});
afterAll(() => Promise.all(networks.map((devnet) => devnet.close())));

/** What is named by where it answers. Only a network that listens has a page. */
function withoutPlaces(value: unknown): unknown {
  const text = JSON.stringify(value ?? null, (name, item) => (name === 'page' ? undefined : item));
  return JSON.parse(text.replace(/http:\/\/[\w.]+(?::\d+)?/g, 'http://…'));
}

const doorsOf = (devnet: Devnet, { inCode: instead, http }: AnyOperation): Door[] => [
  ...(instead === undefined ? [inCode(() => devnet)] : []),
  ...(http?.shared ? [] : [overHttp(() => devnet)]),
];

test.each(Object.entries(cases).filter(([, { fails }]) => fails === undefined))(
  '%s answers without a port as with one',
  async (name, operationCase) => {
    const row = named(name);
    const answers: unknown[][] = [];
    for (const [at, devnet] of networks.entries()) {
      const own: unknown[] = [];
      for (const call of doorsOf(devnet, row)) {
        await devnet.chaos.clear();
        await devnet.restore(clean[at] as string);
        const input = (await operationCase.prepare?.(devnet)) ?? {};
        own.push(withoutPlaces(steady(await call(row, name, input))));
        await operationCase.effect?.(devnet, input);
        await devnet.restore(clean[at] as string);
        await operationCase.after?.(devnet);
      }
      answers.push(own);
    }
    expect(answers[1]).toEqual(answers[0]);
  },
);
