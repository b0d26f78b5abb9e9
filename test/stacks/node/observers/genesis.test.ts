import { expect, test } from 'vitest';
import { BOOT_HEIGHT, burnBlock, DEPLOYER, startTestNode, WALLET_1, WALLET_2 } from '../test-node.js';
import { deploy } from '../transactions.js';
import { listen } from './observer.js';

type Block = {
  block_height: number;
  block_hash: string;
  index_block_hash: string;
  parent_block_hash: string;
  parent_index_block_hash: string;
  burn_block_hash: string;
  burn_block_height: number;
  parent_burn_block_hash: string;
  transactions: { txid: string; tx_index: number; status: string; raw_tx: string; contract_interface: Record<string, unknown> | null }[];
  events: Record<string, unknown>[];
};
type BurnBlock = { burn_block_hash: string; burn_block_height: number; parent_burn_block_hash: string };

const COIN = '(define-fungible-token coin) (ft-mint? coin u7 tx-sender)';

test('behavior: an observer gets the chain from genesis, each block after its Bitcoin block and linked to the one before', async () => {
  await using observer = await listen();
  await using node = await startTestNode({ mining: 'manual', eventObservers: [observer.endpoint] });
  await node.burnBlock(burnBlock(BOOT_HEIGHT + 1));
  const { height } = node.tip();
  await expect.poll(() => observer.bodies<Block>('/new_block').length).toBe(height + 1);

  const blocks = observer.bodies<Block>('/new_block');
  expect(blocks.map(({ block_height }) => block_height)).toEqual(Array.from({ length: height + 1 }, (_, at) => at));
  for (const [at, block] of blocks.entries()) {
    const parent = blocks[at - 1];
    if (parent === undefined) continue;
    expect(block).toMatchObject({ parent_index_block_hash: parent.index_block_hash, parent_block_hash: parent.block_hash });
    // a node has no Bitcoin block for the parent of the first block either
    if (at > 1) expect(block.parent_burn_block_hash).toBe(parent.burn_block_hash);
  }
  expect(blocks.at(-1)).toMatchObject({ index_block_hash: node.tip().hash, burn_block_height: BOOT_HEIGHT + 1 });
  expect(observer.taken[0]).toMatchObject({ path: '/new_block', body: { block_height: 0 } });

  const known = new Set([`0x${burnBlock(0).hash}`]);
  for (const { path, body } of observer.taken) {
    if (path === '/new_block') expect(known).toContain((body as Block).burn_block_hash);
    else {
      const burn = body as BurnBlock;
      expect(known).toContain(burn.parent_burn_block_hash);
      known.add(burn.burn_block_hash);
    }
  }
  expect(observer.bodies<BurnBlock>('/new_burn_block').map(({ burn_block_height }) => burn_block_height)).toEqual(
    Array.from({ length: BOOT_HEIGHT + 1 }, (_, at) => at + 1),
  );
});

test('behavior: the genesis block has the contracts with their interfaces, and mints for all balances', async () => {
  await using observer = await listen();
  await using _node = await startTestNode({
    eventObservers: [observer.endpoint],
    contracts: [
      {
        deployer: WALLET_2.address,
        name: 'coin',
        source: COIN,
        mints: [{ asset: `${WALLET_2.address}.coin::coin`, recipient: WALLET_2.address, amount: 7n }],
      },
    ],
  });
  await expect.poll(() => observer.taken.length).toBeGreaterThan(0);
  const genesis = observer.taken[0]?.body as Block;
  const zeros = '0x0000000000000000000000000000000000000000000000000000000000000000';
  const ones = zeros.replaceAll('0', 'f').replace('fx', '0x');
  expect(genesis).toMatchObject({
    block_hash: zeros,
    // of every Stacks network
    index_block_hash: '0x55c9861be5cff984a20ce6d99d4aa65941412889bdc665094136429b84f8c2ee',
    parent_block_hash: ones,
    parent_index_block_hash: ones,
    block_time: null,
    signer_bitvec: null,
    burn_block_hash: `0x${burnBlock(0).hash}`,
    parent_burn_block_hash: `0x${burnBlock(0).hash}`,
    tenure_height: 0,
    miner_txid: zeros,
  });
  const deploys = genesis.transactions.slice(0, -1);
  const source = (name: string) => deploys.find(({ raw_tx }) => raw_tx.includes(Buffer.from(name).toString('hex')));
  expect(deploys.length).toBeGreaterThan(10);
  for (const { status, contract_interface } of deploys) {
    expect(status).toBe('success');
    expect(contract_interface).toMatchObject({ functions: expect.any(Array), epoch: expect.any(String) });
  }
  expect(source('define-fungible-token coin')?.contract_interface).toMatchObject({ fungible_tokens: [{ name: 'coin' }] });
  expect(source('bns')).toBeDefined();
  const allocation = genesis.transactions.at(-1);
  expect(allocation?.contract_interface).toBeNull();
  expect(genesis.events).toEqual([
    expect.objectContaining({
      type: 'stx_mint_event',
      txid: source('(define-constant INITIAL_MINT_AMOUNT')?.txid,
      event_index: 0,
      stx_mint_event: { recipient: 'ST000000000000000000002AMW42H.sip-031', amount: '200000000000000' },
    }),
    expect.objectContaining({
      type: 'ft_mint_event',
      event_index: 1,
      ft_mint_event: { asset_identifier: `${WALLET_2.address}.coin::coin`, recipient: WALLET_2.address, amount: '7' },
    }),
    ...[DEPLOYER, WALLET_1, WALLET_2].map(({ address }, index) => ({
      type: 'stx_mint_event',
      event_index: index + 2,
      committed: true,
      txid: allocation?.txid,
      stx_mint_event: { recipient: address, amount: '100000000000000' },
    })),
  ]);
});

test('behavior: an observer that comes late gets the same events from genesis on', async () => {
  let port: number;
  {
    await using gone = await listen();
    port = gone.port;
  }
  await using always = await listen();
  await using node = await startTestNode({ mining: 'manual', eventObservers: [always.endpoint, `127.0.0.1:${port}`] });
  await deploy(node.url, DEPLOYER, { name: 'coin', source: COIN, nonce: 0n });
  await node.mine();
  for (let height = BOOT_HEIGHT + 1; height <= BOOT_HEIGHT + 50; height++) await node.burnBlock(burnBlock(height));
  await using late = await listen(port);
  const { hash } = node.tip();
  await expect.poll(() => late.bodies<Block>('/new_block').at(-1)?.index_block_hash, { timeout: 30_000 }).toBe(hash);
  expect(late.taken).toEqual(always.taken);
  const made = always.bodies<Block>('/new_block').find(({ block_height }) => block_height === node.tip().height - 50);
  expect(made?.transactions[0]?.contract_interface).toMatchObject({ fungible_tokens: [{ name: 'coin' }] });
});
