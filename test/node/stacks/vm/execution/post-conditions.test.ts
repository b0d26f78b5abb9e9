import { expect, test } from 'vitest';
import type { FungibleCode, PostCondition } from '#dist/chains/stacks/codec/transaction/post-condition.js';
import type { MovedAssets } from '#dist/node/stacks/vm/execution/assets.js';
import { violatedPostCondition } from '#dist/node/stacks/vm/execution/post-conditions.js';
import type { VmTransaction } from '#dist/node/stacks/vm/types.js';
import { balance, call, DEPLOYER, deploy, FUNDS, mine, mineOk, PRINCIPAL, read, STRANGER, sharedVm, uint, WALLET } from '../support.js';

const shared = sharedVm();

const COIN = `${DEPLOYER}.assets::coin`;
const CARD = `${DEPLOYER}.assets::card`;
const ASSETS = `
  (define-fungible-token coin)
  (define-non-fungible-token card uint)
  (define-read-only (coins (who principal)) (ft-get-balance coin who))
  (define-read-only (owner (id uint)) (nft-get-owner? card id))
  (define-public (mint) (begin (try! (ft-mint? coin u50 tx-sender)) (nft-mint? card u1 tx-sender)))
  (define-public (pay) (stx-transfer? u100 tx-sender '${STRANGER}))
  (define-public (burn) (stx-burn? u100 tx-sender))
  (define-public (both) (begin (try! (stx-transfer? u60 tx-sender '${STRANGER})) (stx-burn? u40 tx-sender)))
  (define-public (coin-move) (ft-transfer? coin u20 tx-sender '${STRANGER}))
  (define-public (coin-burn) (ft-burn? coin u20 tx-sender))
  (define-public (card-move) (nft-transfer? card u1 tx-sender '${STRANGER}))
  (define-public (card-burn) (nft-burn? card u1 tx-sender))
  (define-public (vault-pay) (as-contract? ((with-stx u100)) (try! (stx-transfer? u100 tx-sender '${STRANGER}))))
  (define-public (idle) (ok true))`;

const stx = (code: FungibleCode, amount: bigint, principal?: string): PostCondition => ({ type: 'stx', principal, code, amount });
const ft = (code: FungibleCode, amount: bigint, principal?: string): PostCondition => ({
  type: 'ft',
  principal,
  asset: COIN,
  code,
  amount,
});
const nft = (code: 'sent' | 'not-sent' | 'maybe-sent', id = 1, principal?: string): PostCondition => ({
  type: 'nft',
  principal,
  asset: CARD,
  assetId: uint(id),
  code,
});

type Mode = VmTransaction['postConditionMode'];
const HELD = undefined;

const CASES: [fn: string, mode: Mode, conditions: PostCondition[], violation: string | undefined][] = [
  ['pay', 'allow', [], HELD],
  [
    'pay',
    'deny',
    [],
    `Post-condition check failure: Fungible asset S0000000000000000000002AA028H.STX::STX was moved by ${DEPLOYER} but not checked`,
  ],
  [
    'pay',
    'originator',
    [],
    `Post-condition check failure: Fungible asset S0000000000000000000002AA028H.STX::STX was moved by ${DEPLOYER} but not checked`,
  ],
  ['pay', 'deny', [stx('eq', 100n)], HELD],
  ['pay', 'deny', [stx('eq', 100n, DEPLOYER)], HELD],
  ['pay', 'deny', [stx('gt', 99n)], HELD],
  ['pay', 'deny', [stx('gte', 100n)], HELD],
  ['pay', 'deny', [stx('lt', 101n)], HELD],
  ['pay', 'originator', [stx('lte', 100n)], HELD],
  ['pay', 'allow', [stx('eq', 99n)], `Post-condition check failure on STX owned by ${DEPLOYER}: 99 SentEq 100`],
  ['pay', 'allow', [stx('gt', 100n)], `Post-condition check failure on STX owned by ${DEPLOYER}: 100 SentGt 100`],
  ['pay', 'allow', [stx('gte', 101n)], `Post-condition check failure on STX owned by ${DEPLOYER}: 101 SentGe 100`],
  ['pay', 'allow', [stx('lte', 99n)], `Post-condition check failure on STX owned by ${DEPLOYER}: 99 SentLe 100`],
  ['pay', 'allow', [stx('eq', 0n, WALLET), stx('lt', 100n)], `Post-condition check failure on STX owned by ${DEPLOYER}: 100 SentLt 100`],
  ['burn', 'deny', [stx('eq', 100n)], HELD],
  [
    'burn',
    'deny',
    [],
    `Post-condition check failure: Fungible asset S0000000000000000000002AA028H.BURNED::BURNED was moved by ${DEPLOYER} but not checked`,
  ],
  ['both', 'deny', [stx('eq', 100n)], HELD],
  ['coin-move', 'deny', [ft('eq', 20n)], HELD],
  ['coin-move', 'deny', [stx('eq', 0n)], `Post-condition check failure: Fungible asset ${COIN} was moved by ${DEPLOYER} but not checked`],
  ['coin-move', 'allow', [ft('lt', 20n)], `Post-condition check failure on fungible asset ${COIN} owned by ${DEPLOYER}: 20 SentLt 20`],
  ['coin-burn', 'deny', [ft('lte', 20n)], HELD],
  ['coin-burn', 'deny', [], `Post-condition check failure: Fungible asset ${COIN} was moved by ${DEPLOYER} but not checked`],
  ['card-move', 'deny', [nft('sent')], HELD],
  ['card-move', 'deny', [nft('maybe-sent')], HELD],
  ['card-move', 'deny', [], `Post-condition check failure: No checks for non-fungible asset ${CARD} moved by ${DEPLOYER}`],
  [
    'card-move',
    'deny',
    [nft('not-sent', 2)],
    `Post-condition check failure: Non-fungible asset ${CARD} value UInt(1) was moved by ${DEPLOYER} but not checked`,
  ],
  [
    'card-move',
    'allow',
    [nft('not-sent')],
    `Post-condition check failure on non-fungible asset ${CARD} owned by ${DEPLOYER}: UInt(1) NotSent [UInt(1)]`,
  ],
  [
    'card-move',
    'allow',
    [nft('sent', 2)],
    `Post-condition check failure on non-fungible asset ${CARD} owned by ${DEPLOYER}: UInt(2) Sent [UInt(1)]`,
  ],
  ['card-burn', 'deny', [nft('sent')], HELD],
  ['vault-pay', 'originator', [], HELD],
  [
    'vault-pay',
    'deny',
    [],
    `Post-condition check failure: Fungible asset S0000000000000000000002AA028H.STX::STX was moved by ${DEPLOYER}.assets but not checked`,
  ],
  ['vault-pay', 'deny', [stx('eq', 100n, `${DEPLOYER}.assets`)], HELD],
  [
    'vault-pay',
    'originator',
    [stx('eq', 1n, `${DEPLOYER}.assets`)],
    `Post-condition check failure on STX owned by ${DEPLOYER}.assets: 1 SentEq 100`,
  ],
  ['idle', 'deny', [], HELD],
  ['idle', 'deny', [stx('gt', 0n)], `Post-condition check failure on STX owned by ${DEPLOYER}: 0 SentGt 0`],
  ['idle', 'deny', [nft('sent')], `Post-condition check failure on non-fungible asset ${CARD} owned by ${DEPLOYER}: UInt(1) Sent []`],
];

test('behavior: STX, FT and NFT conditions in every mode, kept or rolled back exactly', async () => {
  const vm = shared();
  await mineOk(vm, deploy('assets', ASSETS));
  await vm.executeBlock({
    tenure: false,
    mints: [{ principal: `${DEPLOYER}.assets`, amount: 1000n }],
    transactions: [call('assets', 'mint')],
  });
  const funded = await vm.capture();
  const holdings = async () => ({
    stx: await balance(vm, STRANGER),
    vault: await balance(vm, `${DEPLOYER}.assets`),
    coins: await read(vm, 'assets', 'coins', [PRINCIPAL[DEPLOYER]]),
    owner: await read(vm, 'assets', 'owner', [uint(1)]),
  });
  const before = await holdings();
  const paid = await balance(vm, DEPLOYER);
  for (const [fn, postConditionMode, postConditions, violation] of CASES) {
    const title = `${fn} ${postConditionMode} ${postConditions.map((condition) => `${condition.type} ${condition.code}`).join(', ')}`;
    const result = await mine(vm, call('assets', fn, [], { postConditionMode, postConditions, fee: 500n }));
    if (violation === HELD) {
      expect(result, title).toMatchObject({ status: 'success', vmError: null });
      expect(result.events.length === 0, title).toBe(fn === 'idle');
    } else {
      expect(result, title).toMatchObject({
        status: 'abort_by_post_condition',
        rawResult: '0703',
        repr: '(ok true)',
        events: [],
        vmError: violation,
      });
      expect(await holdings(), title).toEqual(before);
      expect(await balance(vm, DEPLOYER), title).toBe(paid - 500n);
    }
    await vm.restore(funded);
  }
  vm.release(funded);
});

test('behavior: a violated condition is rolled back inside a block, what is around it stays', async () => {
  const vm = shared();
  await mineOk(vm, deploy('assets', ASSETS));
  const pay = call('assets', 'pay', [], { fee: 1n });
  const denied = { ...pay, postConditionMode: 'deny' as const };
  const { results } = await vm.executeBlock({ tenure: true, mints: [], transactions: [pay, denied, pay, denied, denied] });
  expect(results.map(({ status }) => status)).toEqual([
    'success',
    'abort_by_post_condition',
    'success',
    'abort_by_post_condition',
    'abort_by_post_condition',
  ]);
  expect(await balance(vm, STRANGER)).toBe(200n);
  expect(await balance(vm, DEPLOYER)).toBe(FUNDS - 1000n - 205n);
});

test("behavior: a deploy's conditions count too; a violated one leaves no contract, a made block and a free name", async () => {
  const vm = shared();
  const source = `(stx-transfer? u7 tx-sender '${STRANGER}) (define-read-only (height) stacks-block-height)`;
  const before = vm.heights.stacks;
  const denied = await mine(vm, deploy('pays', source, { postConditionMode: 'deny' }));
  expect(denied).toMatchObject({ status: 'abort_by_post_condition', rawResult: '0703', events: [] });
  expect(vm.heights.stacks).toBe(before + 1);
  expect(await vm.contractSource(`${DEPLOYER}.pays`)).toBeUndefined();
  expect(await balance(vm, DEPLOYER)).toBe(FUNDS - 1000n);
  const kept = await mineOk(vm, deploy('pays', source, { postConditionMode: 'deny', postConditions: [stx('eq', 7n)] }));
  expect(kept.events).toHaveLength(1);
  expect(await read(vm, 'pays', 'height')).toBe(uint(vm.heights.stacks));
  expect(await balance(vm, STRANGER)).toBe(7n);
});

test('behavior: the first violation is reported, conditions before assets that they do not cover', () => {
  const moved = new Map<string, MovedAssets>([
    [WALLET, { stx: 5n, burned: 2n, staked: 0n, pox: false, fts: new Map([[COIN, 3n]]), nfts: new Map([[CARD, [uint(1), uint(2)]]]) }],
  ]);
  const check = (postConditionMode: Mode, ...postConditions: PostCondition[]) =>
    violatedPostCondition({ origin: DEPLOYER, postConditionMode, postConditions }, moved);
  expect(check('originator')).toBeUndefined();
  expect(check('deny', stx('eq', 7n, WALLET), ft('eq', 3n, WALLET), nft('sent', 1, WALLET), nft('sent', 2, WALLET))).toBeUndefined();
  expect(check('deny', stx('eq', 7n, WALLET), ft('eq', 3n, WALLET), nft('sent', 2, WALLET))).toContain('value UInt(1) was moved by');
  expect(check('deny', stx('eq', 5n, WALLET), ft('eq', 4n, WALLET))).toBe(
    `Post-condition check failure on STX owned by ${WALLET}: 5 SentEq 7`,
  );
});
