import { describe, expect, test } from 'vitest';
import { connectRedis } from '#dist/cluster/redis/connection.js';
import { FULL_LENGTH } from '../../full-length.js';
import { bitcoinCall } from './bitcoin.js';
import { hasRedis, startRedis } from './redis.js';
import { type SharedNetwork, startShared } from './replicas.js';
import { readEvents, type SseEvent } from './sse.js';

const [PAYMENTS, GATEWAYS] = FULL_LENGTH ? [500, 4] : [120, 3];
/** The limit of STX payments for each recipient. */
const LIMIT = 8;
/** So many that half of the payments in STX are refused. */
const STX = Array.from({ length: Math.round(PAYMENTS / 31) }, (_, index) => `ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5.recipient-${index}`);
const BTC = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

type Answer = { coin: 'btc' | 'stx'; address: string; status: number; txId: string; error: string | undefined };

describe.skipIf(!hasRedis)('gateways that share a Redis', () => {
  test('behavior: a gateway and Redis die in payments: each answered one is confirmed once, limits hold, all events come', async () => {
    await using redis = await startRedis();
    const limits = `requests=100000/1h,stx=${LIMIT}/1h,btc=100000/1h,stxPerIp=100000/1h,btcPerIp=100000/1h`;
    await using network = await startShared(redis, { count: GATEWAYS, flags: ['--rate-limit', limits] });
    await using subscribers = subscribeAll(network);
    const { answers, cut, slow, run } = payments(network);
    const reached = (part: number) =>
      expect.poll(() => answers.length, { timeout: 300_000, interval: 5 }).toBeGreaterThanOrEqual(PAYMENTS * part);

    const all = run(Array.from({ length: PAYMENTS }, (_, number) => (number % 2 === 0 ? BTC : (STX[(number >> 1) % STX.length] ?? ''))));
    await reached(0.2);
    await network.replicas[0]?.kill();
    const forgotten = FULL_LENGTH ? undefined : forgetOne(redis.url);
    await reached(0.4);
    await redis.kill();
    await redis.start();
    await all;
    await forgotten;

    // Every answered payment is in a block, and no other request was paid but those of the killed gateway, whose clients have no answer.
    const paid = answers.filter(({ status }) => status === 200);
    expect(answers.filter(({ status }) => status !== 200 && status !== 429)).toEqual([]);
    expect(new Set(paid.map(({ txId }) => txId)).size).toBe(paid.length);
    const onBitcoin = await bitcoinPayments(network);
    const onStacks = await Promise.all(STX.map((address) => stacksPayments(network, address)));
    const answeredTo = (address: string): number => paid.filter((answer) => answer.address === address).length;
    const unanswered = [onBitcoin - answeredTo(BTC), ...STX.map((address, index) => (onStacks[index] ?? 0) - answeredTo(address))];
    expect(answeredTo(BTC)).toBe(PAYMENTS / 2);
    expect(Math.min(...unanswered)).toBeGreaterThanOrEqual(0);
    expect(unanswered.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(cut() + slow());
    expect(Math.max(...onStacks)).toBeLessThanOrEqual(LIMIT + slow());

    // A gateway that starts again takes part at once: for a new recipient, all together pay exactly the limit.
    await network.start();
    const fresh = 'ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5.fresh';
    await run(Array.from({ length: 40 }, () => fresh));
    expect(answers.filter(({ address, status }) => address === fresh && status === 200)).toHaveLength(LIMIT);
    expect(await stacksPayments(network, fresh)).toBe(LIMIT);

    // All subscribers have the same events: every payment once, and the block of each once.
    const txIds = answers.filter(({ status }) => status === 200).map(({ txId }) => txId);
    const [first = []] = subscribers.events;
    await expect
      .poll(
        () =>
          subscribers.events.every((events) => {
            const inBlocks = minedIn(events);
            return txIds.every((txId) => inBlocks.has(txId));
          }),
        { timeout: 120_000 },
      )
      .toBe(true);
    await expect.poll(() => new Set(subscribers.events.map(({ length }) => length)).size, { timeout: 120_000 }).toBe(1);
    for (const events of subscribers.events) expect(events).toEqual(first);
    expect(first.map(({ id }) => id)).toEqual(first.map((_, index) => index + 1));
    const announced = first.filter(({ type }) => type === 'faucet.payment').map(({ data }) => `${data['txId']}`);
    expect(announced.length).toBe(new Set(announced).size);
    expect(txIds.filter((txId) => !announced.includes(txId))).toEqual([]);
    const mined = first.flatMap(minedBy);
    expect(mined.length).toBe(new Set(mined).size);
  }, 600_000);
});

/** A living gateway has a sign of life that lasts for longer than this, in ms: it renews it every second, for ten seconds. */
const RENEWED = 4_000;

/**
 * Ends the sign of life of the gateway that is dead, as soon as it is clear which one that is. The others wait with their payments until
 * then.
 */
async function forgetOne(url: string): Promise<void> {
  const { run, close } = await connectRedis(url);
  const script = `
local keys = redis.call('KEYS', 'devnet:*:alive:*')
if #keys < tonumber(ARGV[1]) then return 1 end
local old = {}
for _, key in ipairs(keys) do
  if redis.call('PTTL', key) < tonumber(ARGV[2]) then old[#old + 1] = key end
end
if #old ~= 1 then return 0 end
return redis.call('DEL', old[1])`;
  // Redis is killed meanwhile.
  await expect.poll(() => run(script, [], [GATEWAYS, RENEWED]).catch(() => 0), { timeout: 60_000 }).toBe(1);
  await close();
}

/**
 * Sends payments as clients behind a proxy do: another gateway answers if one does not. `cut` counts the requests without an answer, `slow`
 * those that a
 * gateway gave up because the node did not answer.
 */
function payments({ replicas }: SharedNetwork) {
  const answers: Answer[] = [];
  let cut = 0;
  let slow = 0;
  const alive = () => replicas.filter(({ child }) => child.process.signalCode === null);
  const pay = async (address: string, number: number): Promise<void> => {
    const coin = address === BTC ? 'btc' : 'stx';
    for (let turn = number; ; turn++) {
      const { url } = alive()[turn % alive().length] ?? { url: '' };
      try {
        const init = { method: 'POST', headers: { prefer: 'wait=200' } };
        const answer = await fetch(`${url}/extended/v1/faucets/${coin}?address=${address}`, init);
        const { txId = '', error } = (await answer.json()) as { txId?: string; error?: string };
        // The node had no time to answer, on a machine that does much else: then the gateway does not know whether it has paid.
        if (answer.status === 500 && / did not answer .* within \d+ ms/.test(error ?? '')) slow++;
        else if (answer.status !== 503) return void answers.push({ coin, address, status: answer.status, txId, error });
      } catch {
        cut++;
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  return { answers, cut: () => cut, slow: () => slow, run: (addresses: readonly string[]) => Promise.all(addresses.map(pay)) };
}

/** Reads all events by one subscriber for each gateway, which goes on at another one whenever a stream ends. */
function subscribeAll({ replicas }: SharedNetwork): { events: SseEvent[][] } & AsyncDisposable {
  const ending = new AbortController();
  const events = replicas.map((): SseEvent[] => []);
  const follow = async (list: SseEvent[], first: number): Promise<void> => {
    for (let turn = first; !ending.signal.aborted; turn++) {
      const { url } = replicas[turn % replicas.length] ?? { url: '' };
      await readEvents(url, list.at(-1)?.id ?? 0, ending.signal, (event) => list.push(event)).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const running = events.map(follow);
  return {
    events,
    async [Symbol.asyncDispose]() {
      ending.abort();
      await Promise.all(running);
    },
  };
}

/** Returns the txids of all transactions in the blocks of an event. */
function minedBy({ data }: SseEvent): string[] {
  const { txids = [], receipts = [] } = data as { txids?: string[]; receipts?: { txid: string }[] };
  return [...txids, ...receipts.map(({ txid }) => txid)];
}

function minedIn(events: readonly SseEvent[]): Set<string> {
  return new Set(events.flatMap(minedBy));
}

/** Returns how many payments of 1 BTC are in blocks. */
async function bitcoinPayments({ inner }: SharedNetwork): Promise<number> {
  const { unspents } = await bitcoinCall<{ unspents: { amount: number }[] }>(inner.urls.bitcoin, 'scantxoutset', [
    'start',
    [`addr(${BTC})`],
  ]);
  return unspents.filter(({ amount }) => amount === 1).length;
}

/** Returns how many payments of 500 STX are in blocks. */
async function stacksPayments({ inner }: SharedNetwork, address: string): Promise<number> {
  const { balance } = (await (await fetch(`${inner.urls.stacks}/v2/accounts/${address}?proof=0`)).json()) as { balance: string };
  return Number(BigInt(balance) / 500_000_000n);
}
