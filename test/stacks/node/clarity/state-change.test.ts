import { expect, test } from 'vitest';
import type { Result } from '#dist/stacks/node/clarity/result.js';
import type { StateChange } from '#dist/stacks/state-change.js';
import { BOOT, call, DEPLOYER, deploy, PRINCIPAL, STRANGER, type TestChain, testChain, uint, WALLET } from './support.js';

const VAULT = `${DEPLOYER}.vault`;
const SOURCE = `
(define-constant owner tx-sender)
(define-data-var total uint u1)
(define-data-var tag (string-ascii 10) "none")
(define-map entries { id: uint, who: principal } (optional (buff 8)))
(define-fungible-token coin u100000000000000000000)
(define-non-fungible-token badge (tuple (id uint)))
(define-read-only (get-total) (var-get total))
(define-read-only (get-tag) (var-get tag))
(define-read-only (get-entry (id uint) (who principal)) (map-get? entries { id: id, who: who }))
(define-read-only (get-owner (id uint)) (nft-get-owner? badge { id: id }))
(define-read-only (get-coins (who principal)) (list (ft-get-balance coin who) (ft-get-supply coin)))
(define-public (add (n uint)) (ok (var-set total (+ (var-get total) n))))
(define-public (send (n uint) (to principal)) (ft-transfer? coin n tx-sender to))
(define-public (pass (id uint) (to principal)) (nft-transfer? badge { id: id } tx-sender to))
`;

/** Makes a change that must be possible. */
function change(chain: TestChain, content: StateChange): Result {
  const result = chain.change(content);
  if (result.status === 'invalid') throw new Error(result.reason);
  return result;
}

/** Serialized values of the vault. */
const key = (id: number, who: keyof typeof PRINCIPAL) => `0c00000002026964${uint(id)}0377686f${PRINCIPAL[who]}`;
const badge = (id: number) => `0c00000001026964${uint(id)}`;
const list = (...items: string[]) => `0b${items.length.toString(16).padStart(8, '0')}${items.join('')}`;
const SOME = '0a';
const NONE = '09';

test('default: a variable has the value at once, and the contract goes on from it', async () => {
  const chain = await testChain();
  chain.mineOk(deploy('vault', SOURCE));
  const result = change(chain, { type: 'data-var', contract: VAULT, name: 'total', value: uint(41) });
  expect(result).toMatchObject({ status: 'success', rawResult: '0703' });
  expect([...result.events]).toMatchObject([
    { type: 'contract_event', contract_event: { contract_identifier: `${BOOT}.devnet-state`, topic: 'print' } },
  ]);
  expect(await chain.read('vault', 'get-total')).toBe(uint(41));
});

test('behavior: a second change of the same variable, a text, and the end of both by a restore', async () => {
  const chain = await testChain();
  chain.mineOk(deploy('vault', SOURCE));
  const before = chain.capture();
  for (const total of [5, 6]) change(chain, { type: 'data-var', contract: VAULT, name: 'total', value: uint(total) });
  change(chain, { type: 'data-var', contract: VAULT, name: 'tag', value: '0d000000027a7a' });
  chain.mineOk(call('vault', 'add', [uint(10)]));
  expect(await chain.view.dataVar(VAULT, 'total')).toBe(uint(16));
  expect(await chain.read('vault', 'get-tag')).toBe('0d000000027a7a');
  chain.restore(before);
  expect(await chain.view.dataVar(VAULT, 'total')).toBe(uint(1));
  expect(await chain.read('vault', 'get-tag')).toBe('0d000000046e6f6e65');
});

test('behavior: an entry of a map is set, replaced and deleted', async () => {
  const chain = await testChain();
  chain.mineOk(deploy('vault', SOURCE));
  const entry = () => chain.read('vault', 'get-entry', [uint(7), PRINCIPAL[WALLET]]);
  const set = (value: string | undefined) =>
    change(chain, { type: 'map-entry', contract: VAULT, map: 'entries', key: key(7, WALLET), entry: value });
  set(`${SOME}0200000002abcd`);
  expect(await entry()).toBe(`${SOME}${SOME}0200000002abcd`);
  set(NONE);
  expect(await entry()).toBe(`${SOME}${NONE}`);
  set(undefined);
  expect(await entry()).toBe(NONE);
});

test('behavior: a token balance goes up and down with the supply, and its owner can spend it', async () => {
  const chain = await testChain();
  chain.mineOk(deploy('vault', SOURCE));
  const set = (principal: string, amount: bigint) =>
    change(chain, { type: 'ft-balance', contract: VAULT, token: 'coin', principal, amount });
  const asset = `${VAULT}::coin`;
  const minted = set(WALLET, 90_000_000_000_000_000_000n);
  expect([...minted.events]).toEqual([
    { type: 'ft_mint_event', ft_mint_event: { asset_identifier: asset, recipient: WALLET, amount: '90000000000000000000' } },
  ]);
  chain.mineOk(call('vault', 'send', [uint(30), PRINCIPAL[STRANGER]], { origin: WALLET }));
  expect([...set(WALLET, 70n).events]).toEqual([
    { type: 'ft_burn_event', ft_burn_event: { asset_identifier: asset, sender: WALLET, amount: '89999999999999999900' } },
  ]);
  expect([...set(WALLET, 70n).events]).toEqual([]);
  set(VAULT, 5n);
  expect(await chain.read('vault', 'get-coins', [PRINCIPAL[WALLET]])).toBe(list(uint(70), uint(105)));
  const tooMuch = chain.change({ type: 'ft-balance', contract: VAULT, token: 'coin', principal: WALLET, amount: 2n ** 100n });
  expect(tooMuch).toMatchObject({ status: 'invalid', reason: expect.stringContaining('upply') });
});

test('behavior: an asset comes into being, changes hands and is gone', async () => {
  const chain = await testChain();
  chain.mineOk(deploy('vault', SOURCE));
  const set = (owner: string | undefined) => {
    const { events } = change(chain, { type: 'nft-owner', contract: VAULT, token: 'badge', id: badge(3), owner });
    return Array.from(events, ({ type }) => type);
  };
  expect(set(WALLET)).toEqual(['nft_mint_event']);
  expect(set(WALLET)).toEqual([]);
  expect(set(VAULT)).toEqual(['nft_transfer_event']);
  expect(set(STRANGER)).toEqual(['nft_transfer_event']);
  expect(await chain.read('vault', 'get-owner', [uint(3)])).toBe(`${SOME}${PRINCIPAL[STRANGER]}`);
  expect(set(undefined)).toEqual(['nft_burn_event']);
  expect(set(undefined)).toEqual([]);
  expect(await chain.read('vault', 'get-owner', [uint(3)])).toBe(NONE);
});

test.for(['3.0', '3.4', '4.0'])('behavior: STX of accounts and contracts go up and down in epoch %s', async (epoch) => {
  const chain = await testChain({ epoch });
  chain.mineOk(deploy('vault', SOURCE));
  const set = async (principal: string, amount: bigint) => {
    const { events } = change(chain, { type: 'stx-balance', principal, amount });
    expect(await chain.balance(principal)).toBe(amount);
    return [...events];
  };
  const mainnet = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';
  for (const principal of [WALLET, STRANGER, VAULT, mainnet]) {
    const had = await chain.balance(principal);
    expect(await set(principal, had + 50n)).toEqual([{ type: 'stx_mint_event', stx_mint_event: { recipient: principal, amount: '50' } }]);
    expect(await set(principal, had + 20n)).toEqual([{ type: 'stx_burn_event', stx_burn_event: { sender: principal, amount: '30' } }]);
    expect(await set(principal, had + 20n)).toEqual([]);
    expect(await set(principal, 0n)).toHaveLength(1 - Number(had + 20n === 0n));
  }
});

test('behavior: a contract of the boot address is changed too', async () => {
  const chain = await testChain();
  const contract = `${BOOT}.pox-4`;
  change(chain, { type: 'data-var', contract, name: 'pox-prepare-cycle-length', value: uint(9) });
  expect(await chain.view.dataVar(contract, 'pox-prepare-cycle-length')).toBe(uint(9));
});

test.for<[string, StateChange, string]>([
  [
    'a contract that is not there',
    { type: 'data-var', contract: `${DEPLOYER}.none`, name: 'total', value: uint(1) },
    `there is no contract ${DEPLOYER}.none`,
  ],
  ['a variable that is not there', { type: 'data-var', contract: VAULT, name: 'sum', value: uint(1) }, `${VAULT} has no variable "sum"`],
  [
    'a map that is not there',
    { type: 'map-entry', contract: VAULT, map: 'total', key: uint(1), entry: undefined },
    `${VAULT} has no map "total"`,
  ],
  [
    'a token that is not there',
    { type: 'ft-balance', contract: VAULT, token: 'badge', principal: WALLET, amount: 1n },
    `${VAULT} has no fungible token "badge"`,
  ],
  [
    'an asset that is not there',
    { type: 'nft-owner', contract: VAULT, token: 'coin', id: uint(1), owner: WALLET },
    `${VAULT} has no non-fungible token "coin"`,
  ],
  ['a value of another type', { type: 'data-var', contract: VAULT, name: 'total', value: '03' }, 'true'],
  ['a key of another type', { type: 'map-entry', contract: VAULT, map: 'entries', key: uint(1), entry: undefined }, 'u1'],
])('error: %s changes nothing', async ([, content, reason]) => {
  const chain = await testChain();
  chain.mineOk(deploy('vault', SOURCE));
  const result = chain.change(content);
  expect(result).toMatchObject({ status: 'invalid', reason: expect.stringContaining(reason) });
  expect(await chain.read('vault', 'get-total')).toBe(uint(1));
});
