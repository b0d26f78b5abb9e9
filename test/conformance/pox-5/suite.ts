import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DevnetOptions, startDevnet } from 'stacks-devnet';
import { beforeAll, describe, expect, test } from 'vitest';
import { observe } from '../observer.js';
import { comparable } from './comparable.js';
import { conversation, type Recording } from './conversation.js';

const FILE = join(import.meta.dirname, '../../fixtures/conformance/pox-5.json');

type Differences = {
  /** The address on which the observer listens. @default loopback */
  observerHost?: string | undefined;
  /** What the engine has in its genesis instead of in transactions. @default nothing */
  inGenesis?: readonly string[] | undefined;
  /** The transactions whose costs differ. @default none */
  otherCosts?: readonly string[] | undefined;
};

/**
 * Compares a network that has just booted into Epoch 4.0 with a recorded one: a stacks-node 4.0.2 right after its signer has staked, and a
 * bond. Its Bitcoin height is 142.
 */
export function pox5Suite(
  engine: Pick<DevnetOptions, 'engine' | 'images'>,
  { observerHost, inGenesis = [], otherCosts = [] }: Differences = {},
): void {
  const recorded = JSON.parse(readFileSync(FILE, 'utf8')) as Recording;
  let found: Recording;
  beforeAll(async () => {
    await using observer = await observe(observerHost);
    // A boot from the cache is some Bitcoin blocks further.
    await using devnet = await startDevnet({
      ...engine,
      gateway: true,
      mining: { bitcoin: 'manual' },
      eventObservers: [observer.endpoint],
      cache: { enabled: false },
    });
    found = await conversation(devnet, () => observer.events, recorded, new Set(inGenesis));
  });

  for (const part of ['answers', 'reads', 'receipts', 'events'] as const) {
    describe(part, () => {
      test.each(Object.keys(recorded[part]).filter((name) => !inGenesis.includes(name)))('%s', (name) => {
        const [actual, expected] = [found, recorded].map((conversation) => comparable(conversation[part][name]));
        const differs = otherCosts.includes(name);
        expect(differs ? withoutCosts(actual) : actual).toEqual(differs ? withoutCosts(expected) : expected);
      });
    });
  }
}

function withoutCosts(receipt: unknown): unknown {
  const { transaction, ...rest } = receipt as { transaction: object };
  return { ...rest, transaction: { ...transaction, execution_cost: undefined } };
}
