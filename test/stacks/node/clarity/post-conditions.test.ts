import { expect, test } from 'vitest';
import { type AssetMove, sumAssets } from '#dist/clarity/execution/asset-log.js';
import { violatedPostCondition } from '#dist/clarity/transaction/post-conditions.js';
import type { FungibleCode, PostCondition, Transaction } from '#dist/clarity/transaction/transaction.js';
import { parsePrincipal } from '#dist/clarity/values/principal.js';
import { UIntValue } from '#dist/clarity/values/value.js';
import { blockReceipts } from '#dist/stacks/node/chain/block/receipts.js';
import type { Result } from '#dist/stacks/node/clarity/result.js';
import { call, DEPLOYER, deploy, FUNDS, PRINCIPAL, STRANGER, testChain, uint, WALLET } from './support.js';

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

const by = (principal: string | undefined) => ({ principal: principal === undefined ? undefined : parsePrincipal(principal) });
const stx = (code: FungibleCode, amount: bigint, principal?: string): PostCondition => ({ type: 'stx', ...by(principal), code, amount });
const ft = (code: FungibleCode, amount: bigint, principal?: string): PostCondition => ({
  type: 'ft',
  ...by(principal),
  asset: COIN,
  code,
  amount,
});
const nft = (code: 'sent' | 'not-sent' | 'maybe-sent', id = 1n, principal?: string): PostCondition => ({
  type: 'nft',
  ...by(principal),
  asset: CARD,
  value: new UIntValue(id),
  code,
});

type Mode = Transaction['postConditionMode'];
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
    [nft('not-sent', 2n)],
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
    [nft('sent', 2n)],
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
  const chain = await testChain();
  chain.mineOk(deploy('assets', ASSETS));
  chain.block({ mints: [{ principal: `${DEPLOYER}.assets`, amount: 1000n }], transactions: [call('assets', 'mint')] });
  const funded = chain.capture();
  const holdings = async () => ({
    stx: await chain.balance(STRANGER),
    vault: await chain.balance(`${DEPLOYER}.assets`),
    coins: await chain.read('assets', 'coins', [PRINCIPAL[DEPLOYER]]),
    owner: await chain.read('assets', 'owner', [uint(1)]),
  });
  const before = await holdings();
  const paid = await chain.balance(DEPLOYER);
  for (const [fn, postConditionMode, postConditions, violation] of CASES) {
    const title = `${fn} ${postConditionMode} ${postConditions.map((condition) => `${condition.type} ${condition.code}`).join(', ')}`;
    const result = chain.mine(call('assets', fn, [], { postConditionMode, postConditions, fee: 500n }));
    if (violation === HELD) {
      expect(result, title).toMatchObject({ status: 'success', vmError: null });
      expect(result.events.length === 0, title).toBe(fn === 'idle');
    } else {
      expect(result, title).toMatchObject({
        status: 'abort_by_post_condition',
        rawResult: '0703',
        repr: '(ok true)',
        vmError: violation,
      });
      expect(eventsOf(result), title).toEqual([]);
      expect(await holdings(), title).toEqual(before);
      expect(await chain.balance(DEPLOYER), title).toBe(paid - 500n);
    }
    chain.restore(funded);
  }
});

test('behavior: a violated condition is rolled back inside a block, what is around it stays', async () => {
  const chain = await testChain();
  chain.mineOk(deploy('assets', ASSETS));
  const pay = call('assets', 'pay', [], { fee: 1n });
  const denied = { ...pay, postConditionMode: 'deny' as const };
  const results = chain.block({ tenure: true, transactions: [pay, denied, pay, denied, denied] });
  expect(results.map(({ status }) => status)).toEqual([
    'success',
    'abort_by_post_condition',
    'success',
    'abort_by_post_condition',
    'abort_by_post_condition',
  ]);
  expect(await chain.balance(STRANGER)).toBe(200n);
  expect(await chain.balance(DEPLOYER)).toBe(FUNDS - 1000n - 205n);
});

test("behavior: a deploy's conditions count too; a violated one leaves no contract, a made block and a free name", async () => {
  const chain = await testChain();
  const source = `(stx-transfer? u7 tx-sender '${STRANGER}) (define-read-only (height) stacks-block-height)`;
  const before = chain.heights.stacks;
  const denied = chain.mine(deploy('pays', source, { postConditionMode: 'deny' }));
  expect(denied).toMatchObject({ status: 'abort_by_post_condition', rawResult: '0703' });
  expect(eventsOf(denied)).toEqual([]);
  expect(chain.heights.stacks).toBe(before + 1);
  expect(await chain.view.contract(`${DEPLOYER}.pays`)).toBeUndefined();
  expect(await chain.balance(DEPLOYER)).toBe(FUNDS - 1000n);
  const kept = chain.mineOk(deploy('pays', source, { postConditionMode: 'deny', postConditions: [stx('eq', 7n)] }));
  expect(kept.events).toHaveLength(1);
  expect(await chain.read('pays', 'height')).toBe(uint(chain.heights.stacks));
  expect(await chain.balance(STRANGER)).toBe(7n);
});

test('behavior: the first violation is reported, conditions before assets that they do not cover', () => {
  const owner = parsePrincipal(WALLET);
  const cards = [1n, 2n].map((id) => ({ type: 'nft' as const, owner, asset: CARD, value: new UIntValue(id) }));
  const moves: AssetMove[] = [
    { type: 'stx', owner, amount: 5n },
    { type: 'burn', owner, amount: 2n },
    { type: 'ft', owner, asset: COIN, amount: 3n },
    ...cards,
  ];
  const check = (postConditionMode: Mode, ...postConditions: PostCondition[]) =>
    violatedPostCondition({ origin: parsePrincipal(DEPLOYER), postConditionMode, postConditions }, sumAssets(moves, true), true);
  expect(check('originator')).toBeUndefined();
  expect(check('deny', stx('eq', 7n, WALLET), ft('eq', 3n, WALLET), nft('sent', 1n, WALLET), nft('sent', 2n, WALLET))).toBeUndefined();
  expect(check('deny', stx('eq', 7n, WALLET), ft('eq', 3n, WALLET), nft('sent', 2n, WALLET))).toContain('value UInt(1) was moved by');
  expect(check('deny', stx('eq', 5n, WALLET), ft('eq', 4n, WALLET))).toBe(
    `Post-condition check failure on STX owned by ${WALLET}: 5 SentEq 7`,
  );
});

/** The events of its receipt. */
function eventsOf(result: Result): unknown {
  return [...(blockReceipts([{ raw: Buffer.alloc(0), txid: '', result }])[0]?.events ?? [])];
}
