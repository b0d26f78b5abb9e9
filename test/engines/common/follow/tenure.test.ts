import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mineTenure, type TenureNetwork } from '#dist/engines/common/follow/tenure.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** What a Bitcoin block does: it elects a miner or not, and the tenure begins so many ms later or never. */
type Block = { elects: boolean; beginsAfterMs?: number };

const START = 200;

/**
 * A stub of both chains, with a miner who always has a fresh commit. Stacks-node is `ahead` blocks ahead of Bitcoin on a branch that
 * Bitcoin has
 * abandoned. Of `lost` blocks the node has only the headers, and follows when the chain is longer. `tenures` lists the running tenure at
 * the
 * time of each block.
 */
function chains(plan: Block[], { ahead = 0, lost = 0 } = {}) {
  const mined: Block[] = [];
  const tenures: string[] = [];
  let tenure = 'tenure of the start';
  const height = () => START - ahead + mined.length;
  const hashOf = (at: number) => `block ${at}`;
  const follows = () => (ahead === 0 || height() > START) && (lost === 0 || height() <= START || height() > START + lost);
  const mine = () => {
    const block = plan[mined.length] ?? { elects: false };
    tenures.push(tenure);
    mined.push(block);
    const at = height();
    const begin = () => {
      tenure = `tenure of ${at}`;
    };
    if (block.beginsAfterMs !== undefined) setTimeout(begin, block.beginsAfterMs);
    return [hashOf(at)];
  };
  const electedBefore = () => {
    const last = mined.findLastIndex(({ elects }) => elects);
    return last < 0 ? 'tenure of the start' : `tenure of ${START - ahead + last + 1}`;
  };
  const network = {
    coinbaseAddress: 'address',
    limits: () => ({}),
    explain: async () => 'The last output.',
    bitcoin: {
      tip: async () => ({ height: height(), hash: hashOf(height()) }),
      height: async () => height(),
      generate: async () => mine(),
      header: async (hash: string) => ({ height: Number(hash.slice('block '.length)) }),
    },
    stacks: {
      tenureStart: async () => 'start',
      info: async () => ({ burnHeight: follows() ? height() : START, height: 50, tipConsensusHash: tenure }),
      async sortition() {
        if (!follows()) return { burnHeight: START, burnHash: 'abandoned', consensusHash: 'abandoned', elected: true, tenure: 'abandoned' };
        const elected = mined.at(-1)?.elects ?? false;
        const consensusHash = elected ? electedBefore() : `no tenure of ${height()}`;
        return { burnHeight: height(), burnHash: hashOf(height()), consensusHash, elected, tenure: electedBefore() };
      },
    },
  };
  const mempool = {
    read: async () => new Map([['commit', { hex: '', isProducers: true, commit: { parent: 'start', follows: () => true }, inputs: [] }]]),
    last: () => [],
  };
  const run = async () => {
    const mining = mineTenure(network as unknown as TenureNetwork, mempool);
    mining.catch(() => undefined);
    await vi.runAllTimersAsync();
    return mining;
  };
  return { run, tenures };
}

const begins: Block = { elects: true, beginsAfterMs: 100 };
const fails: Block = { elects: true };
const electsNobody: Block = { elects: false };

test('default: one block, whose tenure begins', async () => {
  expect(await chains([begins]).run()).toEqual([{ height: START + 1, hash: `block ${START + 1}`, elected: true }]);
});

test('behavior: a tenure that does not begin is followed by another block, whatever number of blocks elected nobody before', async () => {
  const blocks = await chains([electsNobody, electsNobody, electsNobody, fails, fails, begins]).run();
  expect(blocks.map(({ elected }) => elected)).toEqual([false, false, false, true, true, true]);
});

test('error: three tenures do not begin, or eight blocks elect nobody', async () => {
  const tenures = chains([fails, electsNobody, fails, fails, begins]).run();
  await expect(tenures).rejects.toMatchObject({ code: 'TIMEOUT', message: expect.stringContaining(`block ${START + 4} began`) });
  const elections = chains([fails, ...Array.from({ length: 8 }, () => electsNobody), begins]).run();
  await expect(elections).rejects.toMatchObject({ code: 'TIMEOUT', lastSeen: `no sortition at Bitcoin block ${START + 9}` });
});

test('behavior: after a reorganisation the new branch grows, and the tenure that it elected begins before the next block', async () => {
  const { run, tenures } = chains([{ elects: true, beginsAfterMs: 1_000 }, electsNobody, electsNobody, begins], { ahead: 2 });
  expect(await run()).toHaveLength(4);
  expect(tenures.at(-1)).toBe(`tenure of ${START - 1}`);
});

test('behavior: the wait for a tenure of the new branch ends, because its commit may be to an older tenure', async () => {
  expect(await chains([fails, electsNobody, electsNobody, begins], { ahead: 2 }).run()).toHaveLength(4);
});

test('behavior: the node has the header of a block that a killed bitcoind lost: the chain grows, then a tenure begins', async () => {
  const { run, tenures } = chains([{ elects: true, beginsAfterMs: 20_000 }, electsNobody, begins], { lost: 1 });
  expect(await run()).toHaveLength(3);
  expect(tenures).toHaveLength(3);
});

test('error: a node that follows no longer chain either', async () => {
  const { run, tenures } = chains([begins], { lost: Number.POSITIVE_INFINITY });
  await expect(run()).rejects.toMatchObject({
    code: 'TIMEOUT',
    message: expect.stringContaining(`stacks-node to follow to Bitcoin block ${START + 3}`),
    lastSeen: `stacks-node is at Bitcoin block ${START}`,
  });
  expect(tenures).toHaveLength(3);
});
