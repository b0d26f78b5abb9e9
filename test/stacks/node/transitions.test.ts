import { expect, test } from 'vitest';
import { BOOT_HEIGHT, burnBlock, DEPLOYER, startTestNode, type TestNode, WALLET_1 } from './test-node.js';
import { deploy, transfer } from './transactions.js';

const BOOT = 'ST000000000000000000002AMW42H';

type Pox = {
  contract_id: string;
  current_epoch: string;
  epochs: { epoch_id: string; start_height: number }[];
  contract_versions: unknown[];
};

/** A node that begins in an epoch and crosses later ones. */
async function crossing(epoch: string, transitions: Record<string, number>): Promise<TestNode & ReturnType<typeof tools>> {
  const list = Object.entries(transitions).map(([name, height]) => ({ epoch: name, height }));
  const node = await startTestNode({ epoch, transitions: list, mining: 'manual' });
  return { ...node, ...tools(node) };
}

function tools(node: TestNode) {
  const get = (path: string): Promise<Response> => fetch(`${node.url}${path}`);
  return {
    pox: async () => (await get('/v2/pox')).json() as Promise<Pox>,
    hasContract: async (name: string, tip = '') => (await get(`/v2/contracts/source/${BOOT}/${name}?proof=0${tip}`)).ok,
    interfaceOf: async (name: string) => (await get(`/v2/contracts/interface/${BOOT}/${name}`)).json() as Promise<{ epoch: string }>,
    async mineTo(height: number) {
      for (let at = node.tip().burnHeight + 1; at <= height; at++) await node.burnBlock(burnBlock(at));
    },
  };
}

test('behavior: the first block of epoch 4.0 publishes pox-5, and the rules change with it', async () => {
  await using node = await crossing('3.4', { '4.0': BOOT_HEIGHT + 4 });
  await node.mineTo(BOOT_HEIGHT + 3);
  expect(node.epoch()).toBe('3.4');
  expect(await node.hasContract('pox-5')).toBe(false);
  expect(await node.pox()).toMatchObject({ contract_id: `${BOOT}.pox-4`, current_epoch: 'Epoch34' });
  const newest = { name: 'newest', source: '(define-read-only (x) u1)', nonce: 0n, clarityVersion: 6 };
  await expect(deploy(node.url, DEPLOYER, newest)).rejects.toThrow('current epoch 3.4 only supports up to Clarity 5');
  const before = node.tip();

  await node.mineTo(BOOT_HEIGHT + 4);
  expect(node.epoch()).toBe('4.0');
  expect(await node.interfaceOf('pox-5')).toMatchObject({ epoch: 'Epoch40' });
  expect(await node.hasContract('pox-5', `&tip=${before.hash.slice(2)}`)).toBe(false);
  // The contract is active after the block in which it begins.
  expect(await node.pox()).toMatchObject({ contract_id: `${BOOT}.pox-4`, current_epoch: 'Epoch40' });
  await node.mineTo(BOOT_HEIGHT + 5);
  expect(await node.pox()).toMatchObject({ contract_id: `${BOOT}.pox-5` });
  await deploy(node.url, DEPLOYER, newest);
  await node.mine();

  await node.burnReorg(BOOT_HEIGHT + 3);
  expect(node.epoch()).toBe('3.4');
  expect(await node.hasContract('pox-5')).toBe(false);
  // The deploy is pending again, and no block of 3.4 can have it.
  await node.mine();
  await expect(deploy(node.url, DEPLOYER, { ...newest, source: ';; again' })).rejects.toThrow('only supports up to Clarity 5');
  for (let at = BOOT_HEIGHT + 4; at <= BOOT_HEIGHT + 5; at++) await node.burnBlock(burnBlock(at, 1, at === BOOT_HEIGHT + 4 ? 0 : 1));
  expect(await node.hasContract('pox-5')).toBe(true);
  expect((await fetch(`${node.url}/v2/contracts/source/${DEPLOYER.address}/newest?proof=0`)).ok).toBe(true);
});

test('behavior: each epoch from 3.0 to 4.0 begins at its height, and one block may enter several', async () => {
  const at = { '3.1': BOOT_HEIGHT + 1, '3.2': BOOT_HEIGHT + 2, '3.3': BOOT_HEIGHT + 3, '4.0': BOOT_HEIGHT + 4 };
  await using node = await crossing('3.0', at);
  const seen = [];
  for (let height = BOOT_HEIGHT; height <= BOOT_HEIGHT + 4; height++) {
    await node.mineTo(height);
    const contracts = await Promise.all(['sip-031', 'costs-4', 'pox-5'].map((name) => node.hasContract(name)));
    seen.push([node.epoch(), ...contracts]);
  }
  expect(seen).toEqual([
    ['3.0', false, false, false],
    ['3.1', false, false, false],
    ['3.2', true, false, false],
    ['3.3', true, true, false],
    ['4.0', true, true, true],
  ]);
  const { epochs } = await node.pox();
  expect(epochs.slice(-6).map(({ epoch_id, start_height }) => [epoch_id, start_height])).toEqual([
    ['Epoch30', 122],
    ['Epoch31', BOOT_HEIGHT + 1],
    ['Epoch32', BOOT_HEIGHT + 2],
    ['Epoch33', BOOT_HEIGHT + 3],
    ['Epoch34', BOOT_HEIGHT + 4],
    ['Epoch40', BOOT_HEIGHT + 4],
  ]);
});

test('behavior: pox-5 may begin in the prepare phase of the cycle that it decides about', async () => {
  // Real nodes refuse such a height: the cycle has no signers.
  await using node = await crossing('3.4', { '4.0': 160 });
  for (const height of [155, 156, 159, 160, 161, 180]) {
    await node.mineTo(height);
    expect(await node.pox()).toMatchObject({ current_epoch: height < 160 ? 'Epoch34' : 'Epoch40' });
  }
});

test('behavior: a chain that crossed an epoch continues as one that began in it', async () => {
  await using node = await crossing('3.4', { '4.0': BOOT_HEIGHT + 1 });
  await node.mineTo(BOOT_HEIGHT + 1);
  const snapshot = await node.snapshot();
  await transfer(node.url, DEPLOYER, { recipient: WALLET_1.address, amount: 1n, nonce: 0n });
  await node.mine();
  const { hash } = node.tip();
  await node.restore(snapshot);
  await transfer(node.url, DEPLOYER, { recipient: WALLET_1.address, amount: 1n, nonce: 0n });
  await node.mine();
  expect(node.tip().hash).toBe(hash);
});

test('error: the start reports a boot contract of a later epoch that cannot be deployed', async () => {
  const pox5 = { contract: `${BOOT}.pox-5`, source: '(define-read-only (x) y)', epoch: 'Epoch40', clarityVersion: 6 };
  const transitions = [{ epoch: '4.0', height: BOOT_HEIGHT + 1 }];
  await expect(startTestNode({ epoch: '3.4', transitions, bootContracts: [pox5] })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringContaining(`${BOOT}.pox-5: `),
  });
});
