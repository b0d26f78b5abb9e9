import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DevnetOptions, startDevnet } from 'stacks-devnet';
import { beforeAll, describe, expect, test } from 'vitest';
import { observe } from '../observer.js';
import { comparable } from './comparable.js';
import { conversation, type Recording } from './conversation.js';

const FILE = join(import.meta.dirname, '../../fixtures/conformance/pox-5.json');

/**
 * Compares a network that has just booted into Epoch 4.0 with a recorded one: a stacks-node 4.0.2 right after its signer has staked, and a
 * bond. Its Bitcoin height is 142.
 * @param observerHost address on which the observer listens. @default loopback
 */
export function pox5Suite(engine: Pick<DevnetOptions, 'engine' | 'images'>, observerHost?: string): void {
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
    found = await conversation(devnet, () => observer.events, recorded);
  }, 180_000);

  for (const part of ['answers', 'reads', 'receipts', 'events'] as const) {
    describe(part, () => {
      test.each(Object.keys(recorded[part]))('%s', (name) => {
        expect(comparable(found[part][name])).toEqual(comparable(recorded[part][name]));
      });
    });
  }
}
