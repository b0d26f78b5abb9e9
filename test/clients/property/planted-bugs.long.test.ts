import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type ChainProperty, checkChain, createCommands } from 'stacks-devnet/property';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Devnet } from '#dist/network/types.js';
import { bootDevnet } from '../../devnet.js';
import { FULL_LENGTH } from '../../full-length.js';
import { PLANTED_BUGS } from './planted-bugs.js';

const fixtures = path.resolve(import.meta.dirname, '../../fixtures/property');
const SEED = 40;

let devnet: Devnet;
beforeAll(async () => {
  devnet = await bootDevnet();
  for (const { contract } of PLANTED_BUGS) {
    await devnet.stacks.deploy({
      name: contract,
      source: readFileSync(path.join(fixtures, `${contract}.clar`), 'utf8'),
      as: 'deployer',
      expect: 'ok',
    });
  }
});
afterAll(() => devnet.close());

// Each search takes seconds: usually, one of three is enough.
test.for(PLANTED_BUGS.filter((_, at) => FULL_LENGTH || at % 3 === 0))(
  '$bug is found, shrunk to six steps or fewer, and repeated by its seed',
  { timeout: 120_000 },
  async ({ contract, property }) => {
    const on = await createCommands(devnet, { contracts: [contract] });
    const found = await failureOf(property(on, devnet), { seed: SEED });
    expect(found.steps.length, found.message).toBeLessThanOrEqual(6);
    const again = await failureOf(property(on, devnet), { seed: SEED, path: found.path });
    // The message has the hashes of both chains.
    expect(again.message).toBe(found.message);
  },
);

type Failure = { steps: string[]; path: string; message: string };

async function failureOf(property: ChainProperty<never>, parameters: { seed: number; path?: string }): Promise<Failure> {
  const error = await checkChain(devnet, property, parameters).then(
    () => expect.unreachable('no bug was found'),
    (thrown: unknown) => thrown as Error & { cause: Error },
  );
  const { message } = error.cause;
  expect(message).toMatch(/^".*" does not hold: /);
  const [, found = ''] = /path: "([\d:]+)"/.exec(error.message) ?? [];
  return { steps: message.split('\n').filter((line) => /^ {2}\d+\. /.test(line)), path: found, message };
}
