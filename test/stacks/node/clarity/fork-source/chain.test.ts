import { expect, test } from 'vitest';
import { untilComplete } from '#dist/base/missing.js';
import { emptyState, StateEditor } from '#dist/clarity/state/state.js';
import { parsePrincipal } from '#dist/clarity/values/principal.js';
import { findEpoch } from '#dist/stacks/node/chain/epoch.js';
import { networkOf } from '#dist/stacks/node/chain/network.js';
import { hashOfKey } from '#dist/stacks/node/clarity/fork-source/key.js';
import { openForkSource } from '#dist/stacks/node/clarity/fork-source/open.js';
import { createRulesOf } from '#dist/stacks/node/clarity/rules.js';
import type { ForkSourceBlock } from '#dist/stacks/protocol/fork-source/chain.js';
import type { ForkSourceReader } from '#dist/stacks/protocol/fork-source/reader.js';

const MINER = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM';
const HEIGHT = 400;
/** Tenures of one to five blocks; those up to height 10 have one. */
const tenures: number[] = [];
for (let height = 0, tenure = 0, left = 1; height <= HEIGHT; height++) {
  tenures.push(tenure);
  if (--left > 0) continue;
  tenure++;
  left = tenure <= 10 ? 1 : 1 + (tenure % 5);
}
const tenureOf = (height: number): number => tenures[height] as number;
const startOf = (tenure: number): number => tenures.indexOf(tenure);
const idOf = (height: number): string => height.toString(16).padStart(64, '0');
const hash = (kind: string, height: number): string => `${kind}${idOf(height).slice(2)}`;

function block(height: number): ForkSourceBlock {
  return {
    height,
    hash: `0x${hash('aa', height)}`,
    index_block_hash: `0x${idOf(height)}`,
    consensus_hash: `0x${hash('dd', tenureOf(height)).slice(0, 40)}`,
    block_time: 1_000 + height,
    tenure_height: tenureOf(height),
    burn_block_height: 5_000 + tenureOf(height),
    burn_block_hash: `0x${hash('bb', tenureOf(height))}`,
    burn_block_time: 900 + tenureOf(height),
    ...(startOf(tenureOf(height)) === height && { coinbase: { miner: MINER, vrf_seed: `0x${hash('cc', height)}` } }),
  };
}

/** The chain above, as an origin that begins to serve blocks at a height. */
function openChain({ since = 0, epoch = '3.2' } = {}) {
  const asked: string[] = [];
  const reader: ForkSourceReader = {
    async read(request) {
      asked.push(Object.values(request).join(' '));
      if (request.type === 'burn-hash') return { found: request.height < 4_990 ? undefined : hash('bb', request.height - 5_000) };
      if (request.type === 'block') {
        const height = request.id.length === 64 ? Number.parseInt(request.id, 16) : Number(request.id);
        return { found: height < since || height > HEIGHT ? undefined : JSON.stringify(block(height)) };
      }
      const account = hashOfKey(`vm-account::${MINER}::18`);
      return { found: request.type === 'value' && request.hash === account ? `${Number.parseInt(request.tip, 16)}` : undefined };
    },
  };
  const { hash: blockHash, burn_block_height: height, burn_block_hash: burnHash, burn_block_time: time } = block(HEIGHT);
  const point = {
    networkId: 1,
    epoch,
    block: {
      height: HEIGHT,
      id: idOf(HEIGHT),
      blockHash: blockHash.slice(2),
      consensusHash: '00'.repeat(20),
      time: 1_000 + HEIGHT,
      tenureHeight: tenureOf(HEIGHT),
    },
    burn: { height, hash: burnHash.slice(2), time },
    pox: { firstHeight: 0, rewardLength: 20, prepareLength: 5, epochs: [], contracts: [], sbtcDeployer: undefined },
  };
  const rulesOf = createRulesOf(networkOf());
  const given = new StateEditor(emptyState());
  const { chain } = openForkSource({ url: 'http://origin', point, reader }, { epoch: findEpoch(epoch), rulesOf, given });
  return { chain, asked };
}

const hex = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString('hex');

test('default: each tenure begins where the network began it, and is found with few reads', async () => {
  const { chain } = openChain();
  for (let tenure = 0; tenure <= tenureOf(HEIGHT); tenure++) {
    expect(await untilComplete(() => chain.heightOfTenure(tenure)), `tenure ${tenure}`).toBe(startOf(tenure));
  }
  expect(chain.heightOfTenure(tenureOf(HEIGHT) + 1)).toBeUndefined();
  const near = openChain();
  await untilComplete(() => near.chain.heightOfTenure(tenureOf(HEIGHT) - 2));
  expect(near.asked.length).toBeLessThanOrEqual(8);
  const far = openChain();
  await untilComplete(() => far.chain.heightOfTenure(12));
  expect(far.asked.length).toBeLessThanOrEqual(20);
});

test.each([HEIGHT, HEIGHT - 1, 233, 12, 7])(
  'default: block %i has what the network says of it, and of the coinbase of its tenure',
  async (height) => {
    const { chain } = openChain();
    const read = <T>(get: (info: ReturnType<typeof chain.block>) => T) => untilComplete(() => get(chain.block(height)));
    expect([await read(({ time }) => time), await read(({ burnTime }) => burnTime)]).toEqual([1_000 + height, 900 + tenureOf(height)]);
    expect(hex(await read(({ headerHash }) => headerHash))).toBe(hash('aa', height));
    expect(hex(await read(({ indexHash }) => indexHash))).toBe(idOf(height));
    expect(hex(await read(({ burnHash }) => burnHash))).toBe(hash('bb', tenureOf(height)));
    expect(hex(await read(({ vrfSeed }) => vrfSeed))).toBe(hash('cc', startOf(tenureOf(height))));
    expect((await read(({ miner }) => miner)).text).toBe(MINER);
    for (const unserved of [({ reward }) => reward, (info) => info.spentByAll, (info) => info.spentByWinner] as Parameters<
      typeof read
    >[0][]) {
      await expect(read(unserved)).rejects.toMatchObject({ code: 'ORIGIN', reason: 'NO_STATE' });
    }
  },
);

test('edge: a block that the network does not serve is no absent block', async () => {
  const { chain } = openChain({ since: 300 });
  expect(await untilComplete(() => chain.block(300).time)).toBe(1_300);
  await expect(untilComplete(() => chain.block(299))).rejects.toMatchObject({
    code: 'ORIGIN',
    reason: 'NO_STATE',
    message: 'The origin of the fork, http://origin, does not serve block 299',
  });
});

test('default: burn blocks have their hashes, and unknown ones none', async () => {
  const { chain } = openChain();
  const found = await untilComplete(() => chain.burnBlock(5_003));
  expect([hex(found?.hash), found?.pox]).toEqual([hash('bb', 3), { addresses: [], payout: 0n }]);
  expect(await untilComplete(() => chain.burnBlock(3))).toBeUndefined();
});

test('default: at an earlier block, the state and the chain are those of then', async () => {
  const { chain } = openChain();
  const at = (hash: string) => untilComplete(() => chain.at(new Uint8Array(Buffer.from(hash, 'hex'))));
  const past = await at(idOf(233));
  expect(past?.chain).toMatchObject({ height: 233, tenureHeight: tenureOf(233), burnHeight: 5_000 + tenureOf(233), time: undefined });
  const account = await untilComplete(() => new StateEditor(past?.state ?? emptyState()).account(parsePrincipal(MINER)));
  expect(account.nonce).toBe(233n);
  expect(past?.chain.block(233)).toBeUndefined();
  expect(past?.chain.burnBlock(5_001 + tenureOf(233))).toBeUndefined();
  expect(past?.chain.heightOfTenure(tenureOf(233) + 1)).toBeUndefined();
  const earlier = await untilComplete(() => past?.chain.at(new Uint8Array(Buffer.from(idOf(200), 'hex'))));
  expect(earlier?.chain.height).toBe(200);
  expect(await untilComplete(() => past?.chain.at(new Uint8Array(Buffer.from(idOf(300), 'hex'))))).toBeUndefined();
  expect(await at('ff'.repeat(32))).toBeUndefined();
  const since33 = openChain({ epoch: '3.3' }).chain;
  const bytes = new Uint8Array(Buffer.from(idOf(233), 'hex'));
  expect((await untilComplete(() => since33.at(bytes)))?.chain.time).toBe(1_233);
});
