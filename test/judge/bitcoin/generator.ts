import { allMethods } from '#dist/bitcoin/node/rpc/methods/all-methods.js';
import { TOPICS } from '#dist/bitcoin/zmq-notification.js';
import type { Case } from '../../bitcoin/node/rpc/real/case.js';
import type { Difference as Unequal } from '../../bitcoin/node/rpc/real/compare.js';
import { DELIBERATE } from '../../bitcoin/node/rpc/real/differences.js';
import { WALLET_DIFFERENCES } from '../../bitcoin/node/wallet/real/differences.js';
import type { Generator, Pair } from '../types.js';
import { findJudge } from './find.js';
import { AFTER_30, FORGOTTEN, known } from './known.js';
import { PEER_NAMES } from './peer-steps.js';
import { play } from './play.js';
import { changingSide, ourSide, realSide, type Side } from './sides.js';
import { INDEX_QUESTIONS, NOT_CALLED, REST_KINDS, type Step, stepArbitrary } from './steps.js';
import { makeWorld } from './world.js';

/** Calls of the RPC, REST and the indexes, against a bitcoind of the environment variable `BITCOIND`, or of PATH. */
export async function bitcoin(): Promise<Generator<Step>> {
  return {
    name: 'bitcoin',
    step: await stepArbitrary(),
    steps: 40,
    known,
    everything: async () => [
      ...(await allMethods()).map(({ name }) => name).filter((name) => NOT_CALLED[name] === undefined || name === 'generatetoaddress'),
      ...REST_KINDS.map((kind) => `rest ${kind}`),
      ...INDEX_QUESTIONS,
      ...PEER_NAMES,
      ...TOPICS.map((topic) => `zmq ${topic}`),
    ],
    missing: async () => {
      const found = findJudge();
      return 'missing' in found ? found.missing : undefined;
    },
    async open({ judge, reach }): Promise<Pair<Step>> {
      const world = await makeWorld();
      const found = findJudge();
      const start = (): Promise<Side> => {
        if (judge === 'self') return changingSide(world);
        if ('missing' in found) throw new Error(found.missing);
        return realSide(found.program, world);
      };
      const listed = [...AFTER_30, ...DELIBERATE, ...WALLET_DIFFERENCES].filter(
        ({ reason }) => ('isKnots' in found && found.isKnots) || !/Knots|Core/.test(reason),
      );
      const meant = judge === 'real' ? listed : FORGOTTEN;
      const isMeant = (given: Case, unequal: Unequal) => meant.some(({ covers }) => covers(given, unequal));
      // The next judge starts while a play goes on.
      let next = start();
      const closing = new Set<Promise<void>>();
      return {
        async *play(steps) {
          const theirs = await next;
          next = start();
          next.catch(() => undefined);
          const ours = await ourSide(world);
          try {
            yield* play(steps, { sides: { ours, judge: theirs }, world, reach, isMeant });
          } finally {
            for (const side of [ours, theirs]) {
              const closed: Promise<void> = side.close().finally(() => closing.delete(closed));
              closing.add(closed);
            }
          }
        },
        async [Symbol.asyncDispose]() {
          await (await next.catch(() => undefined))?.close();
          await Promise.all(closing);
        },
      };
    },
  };
}
