import { expect, test } from 'vitest';
import { call, DEPLOYER, deploy, FUNDS, GENESIS, STRANGER, STX, shown, testChain, transfer, uint, WALLET } from './support.js';

const COUNTER = '(define-data-var n uint u0) (define-public (add) (begin (var-set n (+ (var-get n) u1)) (ok (var-get n))))';
const HEIGHTS = '(define-read-only (heights) (list stacks-block-height burn-block-height tenure-height))';

test('default: boots at the configured burn height with the configured balances', async () => {
  const contract = `${STRANGER}.vault`;
  const chain = await testChain({
    balances: [...GENESIS.balances, { principal: contract, amount: 7n }, { principal: STRANGER, amount: 2n ** 64n + 5n }],
    burnHeight: 42,
  });
  expect(chain.heights.burn).toBe(42);
  expect(await chain.balance(DEPLOYER)).toBe(FUNDS);
  expect(await chain.balance(contract)).toBe(7n);
  expect(await chain.balance(STRANGER)).toBe(2n ** 64n + 5n);
  chain.mineOk(deploy('heights', HEIGHTS));
  expect(await chain.read('heights', 'heights')).toBe(`0b00000003${uint(chain.heights.stacks)}${uint(42)}${uint(chain.heights.tenure)}`);
});

test('behavior: any principal can begin with up to 2^128 - 1 uSTX, locked ones unlock, and the supply is their sum', async () => {
  const contract = `${DEPLOYER}.vault`;
  const supply = 2n ** 128n - 1n;
  // sip-031 has the rest
  const max = supply - 200_000_000n * STX;
  const locked = { amount: 40n, unlockHeight: 112 };
  const chain = await testChain({
    balances: [
      { principal: WALLET, amount: 3n, locked },
      { principal: WALLET, amount: FUNDS },
      { principal: contract, amount: 7n },
      { principal: DEPLOYER, amount: max - FUNDS - 50n },
    ],
  });
  expect(await chain.view.account(DEPLOYER)).toEqual({ balance: max - FUNDS - 50n, locked: 0n, unlockHeight: 0, nonce: 0n });
  expect(await chain.view.account(contract)).toEqual({ balance: 7n, locked: 0n, unlockHeight: 0, nonce: 0n });
  expect(await chain.view.account(WALLET)).toEqual({ balance: FUNDS + 3n, locked: 40n, unlockHeight: 112, nonce: 0n });
  chain.mineOk(deploy('supply', '(define-read-only (supply) stx-liquid-supply)'));
  expect(await chain.read('supply', 'supply')).toBe(uint(supply));
  for (let i = 0; i < 2; i++) chain.block({ tenure: true });
  expect(await chain.view.account(WALLET)).toEqual({ balance: FUNDS + 43n, locked: 0n, unlockHeight: 0, nonce: 0n });
});

test('behavior: PoX has the configured cycle lengths', async () => {
  const chain = await testChain();
  const pox = 'ST000000000000000000002AMW42H.pox-4';
  expect(await chain.view.dataVar(pox, 'pox-reward-cycle-length')).toBe(uint(20));
  expect(await chain.view.dataVar(pox, 'pox-prepare-cycle-length')).toBe(uint(5));
});

test.each([
  ['3.0', 'Clarity3'],
  ['4.0', 'Clarity6'],
])('behavior: epoch %s can be chosen', async (epoch, clarityVersion) => {
  const chain = await testChain({ epoch });
  chain.mineOk(deploy('heights', HEIGHTS));
  expect(chain.heights.burn).toBe(110);
  expect(await chain.view.contractInterface(`${DEPLOYER}.heights`)).toMatchObject({
    clarity_version: clarityVersion,
    epoch: `Epoch${epoch.replace('.', '')}`,
  });
});

test('behavior: a tenure begins with a burn block, other blocks do not', async () => {
  const chain = await testChain();
  const before = chain.heights;
  chain.mineOk(deploy('heights', HEIGHTS));
  chain.block({ tenure: true });
  const { heights } = chain;
  chain.block({});
  expect(heights).toEqual({ stacks: before.stacks + 2, burn: before.burn + 1, tenure: before.tenure + 1 });
  expect(chain.heights).toEqual({ ...heights, stacks: before.stacks + 3 });
  expect(await chain.read('heights', 'heights')).toBe(
    `0b00000003${[chain.heights.stacks, chain.heights.burn, chain.heights.tenure].map(uint).join('')}`,
  );
});

test('behavior: two chains know nothing of each other', async () => {
  const first = await testChain();
  const second = await testChain();
  first.mineOk(deploy('counter', COUNTER));
  first.mineOk(call('counter', 'add'));
  first.mineOk(transfer(STRANGER, 5n));
  expect(await second.view.contract(`${DEPLOYER}.counter`)).toBeUndefined();
  expect(await second.balance(STRANGER)).toBe(0n);
  second.mineOk(deploy('counter', COUNTER));
  expect(await first.view.dataVar(`${DEPLOYER}.counter`, 'n')).toBe(uint(1));
  expect(await second.view.dataVar(`${DEPLOYER}.counter`, 'n')).toBe(uint(0));
});

test('behavior: the same blocks have the same results', async () => {
  const script = async () => {
    const chain = await testChain();
    const results = [
      chain.mineOk(
        deploy(
          'counter',
          `${COUNTER} (define-read-only (ids) (list (get-stacks-block-info? id-header-hash u5) (get-tenure-info? vrf-seed u9)))`,
        ),
      ),
      chain.mineOk(call('counter', 'add')),
      chain.mineOk(transfer(WALLET, 12n, { memo: 'same' })),
    ];
    const ids = await chain.read('counter', 'ids');
    return {
      results: results.map(({ analysis: _, ...result }) => shown(result)),
      ids,
      heights: chain.heights,
      accounts: [await chain.view.account(DEPLOYER), await chain.view.account(WALLET)],
    };
  };
  expect(await script()).toEqual(await script());
});

test.each([
  ['epoch', { epoch: '1.0' }],
  ['balances', { balances: [{ principal: 'no-address', amount: 1n }] }],
  [`balances[${DEPLOYER}]`, { balances: [{ principal: DEPLOYER, amount: -1n }] }],
  [
    'balances',
    {
      balances: [
        { principal: DEPLOYER, amount: 2n ** 128n - 1n },
        { principal: WALLET, amount: 1n },
      ],
    },
  ],
  [
    `balances[${DEPLOYER}].locked.unlockHeight`,
    { balances: [{ principal: DEPLOYER, amount: 0n, locked: { amount: 1n, unlockHeight: 0 } }] },
  ],
  ['burnchain', { burnHeight: 0 }],
  ['pox.rewardLength', { pox: { rewardLength: 1, prepareLength: 1 } }],
  ['pox.prepareLength', { pox: { rewardLength: 5, prepareLength: 5 } }],
])('error: a wrong %s', async (field, options) => {
  await expect(testChain(options)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    field,
  });
});
