import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectRedis } from '#dist/cluster/redis/connection.js';
import { createPaymentTurns } from '#dist/cluster/redis/payment-turns.js';
import { openStore, type SharedStore } from '#dist/cluster/redis/store.js';
import type { PaymentTurn, PaymentTurns } from '#dist/network/faucet/payment-turns.js';
import { hasRedis, type RedisServer, startRedis } from './redis.js';

type Use = { nonce: number };

describe.skipIf(!hasRedis)('turns of replicas', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis[Symbol.asyncDispose]());

  /** A replica in this process. `die` ends it without a farewell. */
  const replica = async () => {
    const connection = await connectRedis(redis.url);
    const store = await openStore(connection, { network: 'test', knowsBlock: async () => true });
    return { store, turns: createPaymentTurns<Use>(store, 'purse'), die: connection.close, [Symbol.asyncDispose]: store.close };
  };
  const entry = (txid: string, nonce = 0) => ({ txid, nonce });
  /** Pays in one turn, as a faucet does. */
  const pay = (turns: PaymentTurns<Use>, txid: string): Promise<PaymentTurn<Use>> =>
    turns.run(async (turn) => {
      await turn.signed(entry(txid));
      await turn.sent(txid);
      return turn;
    });
  /** Makes others take a replica for dead, as if it had stood still. @param by the connection that does so */
  const seemDead = async (store: SharedStore, by = store) => {
    const name = `alive:${store.replica}`;
    // It would end by itself.
    expect(await by.run(`return redis.call('PTTL', KEYS[1])`, [name])).toBeGreaterThan(0);
    await by.run(`redis.call('DEL', KEYS[1])`, [name]);
  };

  test('behavior: one replica at a time has the turn, and none has it twice while another one waits', async () => {
    await using one = await replica();
    await using two = await replica();
    const order: string[] = [];
    const task = (name: string) => async () => {
      order.push(`${name} begins`);
      await new Promise((resolve) => setImmediate(resolve));
      order.push(`${name} ends`);
    };
    await Promise.all(Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? one : two).turns.run(task(`${index}`))));
    for (let index = 0; index < order.length; index += 2) expect(order[index + 1]).toBe(order[index]?.replace('begins', 'ends'));
    expect(order).toHaveLength(40);
  });

  test('behavior: each replica gets the payments and refusals of the others, once and in order', async () => {
    await using one = await replica();
    await using two = await replica();
    await pay(two.turns, 'before');
    await pay(one.turns, 'a');
    await one.turns.run(async (turn) => {
      await turn.signed(entry('b', 7));
      await turn.refused('b');
    });
    const { ofOthers, unsent } = await pay(two.turns, 'c');
    expect(ofOthers).toEqual([{ signed: entry('a') }, { signed: entry('b', 7) }, { refused: 'b' }]);
    expect(unsent).toBeUndefined();
    expect((await pay(two.turns, 'd')).ofOthers).toEqual([]);
  });

  test('behavior: what a replica recorded but may not have sent before it died is sent by the next one', async () => {
    await using two = await replica();
    const one = await replica();
    const recorded = new Promise<void>((resolve) => {
      void one.turns.run(async (turn) => {
        await turn.signed(entry('last words', 3));
        resolve();
        await new Promise(() => undefined);
      });
    });
    await recorded;
    await one.die();
    // Its sign of life would last for ten seconds.
    await seemDead(one.store, two.store);
    const { unsent, ofOthers } = await two.turns.run(async (turn) => {
      await turn.sent('last words');
      return turn;
    });
    expect([unsent, ofOthers.at(-1)]).toEqual([entry('last words', 3), { signed: entry('last words', 3) }]);
    expect((await pay(two.turns, 'next')).unsent).toBeUndefined();
  });

  test('behavior: a replica that stood still in its turn records nothing any more, and starts its task again', async () => {
    await using one = await replica();
    await using two = await replica();
    const seen: string[][] = [];
    let isFirst = true;
    await one.turns.run(async (turn) => {
      if (isFirst) {
        isFirst = false;
        await seemDead(one.store);
        await pay(two.turns, 'meanwhile');
      }
      seen.push(turn.ofOthers.flatMap((item) => ('signed' in item ? item.signed.txid : [])));
      await turn.signed(entry('mine'));
      await turn.sent('mine');
    });
    expect(seen).toHaveLength(2);
    expect(seen[1]).toEqual(['meanwhile']);
    expect((await pay(two.turns, 'after')).ofOthers).toEqual([{ signed: entry('mine') }]);
  });

  test('behavior: if Redis dies before it records, the task starts again, and pays once', async () => {
    await using one = await replica();
    await using two = await replica();
    await pay(two.turns, 'earlier');
    let tries = 0;
    await one.turns.run(async (turn) => {
      if (++tries === 1) await redis.kill();
      const [recording] = await Promise.allSettled([turn.signed(entry('mine')), tries === 1 ? redis.start() : undefined]);
      if (recording.status === 'rejected') throw recording.reason;
      await turn.sent('mine');
    });
    expect(tries).toBe(2);
    const { ofOthers, unsent } = await pay(two.turns, 'after');
    expect([ofOthers, unsent]).toEqual([[{ signed: entry('mine') }], undefined]);
  });

  test('behavior: if Redis dies when a payment was sent, the next turn finds that out', async () => {
    await using one = await replica();
    await using two = await replica();
    await one.turns.run(async (turn) => {
      await turn.signed(entry('sent'));
      await redis.kill();
      await turn.sent('sent');
    });
    await redis.start();
    await expect.poll(() => two.turns.run(async ({ unsent }) => unsent).catch(() => 'down')).toEqual(entry('sent'));
  });

  test('behavior: a network that began anew has nothing of the old one, unless a gateway still runs', async () => {
    const open = async (knows: boolean) => openStore(await connectRedis(redis.url), { network: 'reset', knowsBlock: async () => knows });
    const get = (store: SharedStore) => store.run(`return redis.call('GET', KEYS[1])`, ['anything']);
    const one = await open(true);
    const chains = JSON.stringify({ bitcoin: { height: 7, hash: 'ab' } });
    await one.run(
      `redis.call('HSET', KEYS[1], 'chains', ARGV[1]) redis.call('SET', KEYS[2], 'old')`,
      ['events:chains', 'anything'],
      [chains],
    );
    const two = await open(false);
    expect(await get(two)).toBe('old');
    await two.close();
    await one.close();
    const three = await open(false);
    expect(await get(three)).toBeNull();
    await three.close();
  });

  test('error: without Redis there is no turn', async () => {
    await using one = await replica();
    await redis.kill();
    try {
      await expect(one.turns.run(async () => undefined)).rejects.toMatchObject({ code: 'NOT_REACHABLE', field: 'redis' });
    } finally {
      await redis.start();
    }
  });
});
