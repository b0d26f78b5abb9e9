import { beforeAll, expect, test } from 'vitest';
import { bootGenesis } from '#dist/node/stacks/vm/genesis/boot.js';
import { genesisOrigin } from '#dist/node/stacks/vm/genesis/genesis-origin.js';
import type { Machine } from '#dist/node/stacks/vm/machine/machine.js';
import { perform } from '#dist/node/stacks/vm/machine/operation.js';
import { FEE_SINK } from '#dist/node/stacks/vm/machine/principals.js';
import { OK_TRUE } from '#dist/node/stacks/vm/machine/serialized.js';
import { execute, mineStacksBlock } from '#dist/node/stacks/vm/machine/session.js';
import { readAccount } from '#dist/node/stacks/vm/reads/account.js';
import { DEPLOYER, FUNDS, GENESIS, machineSource, STRANGER, STX, WALLET } from '../support.js';

const CONTRACT = `${DEPLOYER}.vault`;
const MEMO = '6869'.padEnd(68, '0');
const PRINCIPALS = [DEPLOYER, WALLET, STRANGER, FEE_SINK, CONTRACT];
/** Enough that a balance has three levels of entries, 11 of 12 full. */
const BLOCKS = 300;

type Transfer = { sender: string; recipient: string; amount: bigint; memo?: string };

let direct: Machine;
let inClarity: Machine;
beforeAll(async () => {
  const source = await machineSource();
  // the newest epoch with `at-block`
  const boot = () => bootGenesis(source, { ...GENESIS, epoch: '3.3', genesisTime: source.genesisTime });
  [direct, inClarity] = await Promise.all([boot(), boot()]);
  for (const machine of [direct, inClarity]) {
    for (const principal of [DEPLOYER, WALLET]) perform(machine, { type: 'mint', principal, amount: FUNDS });
  }
});

function runSnippet({ sender, recipient, amount, memo }: Transfer) {
  const snippet =
    memo === undefined
      ? `stx-transfer? u${amount} tx-sender '${recipient}`
      : `stx-transfer-memo? u${amount} tx-sender '${recipient} 0x${memo}`;
  return execute(inClarity, sender, `(${snippet})`);
}

/** What Clarity sees: all accounts now, and the balances at each past block. */
function view(machine: Machine): unknown[] {
  const see = (code: string) => {
    const outcome = execute(machine, DEPLOYER, code);
    return outcome.ok ? outcome.result : outcome.message;
  };
  const accounts = PRINCIPALS.map((principal) => see(`(stx-account '${principal})`));
  const past = Array.from({ length: BLOCKS }, (_, back) => {
    const height = machine.sdk.stacksBlockHeight - 1 - back;
    const balances = PRINCIPALS.map((principal) => `(stx-get-balance '${principal})`).join(' ');
    return see(`(at-block (unwrap-panic (get-stacks-block-info? id-header-hash u${height})) (list ${balances}))`);
  });
  return [...accounts, ...past, see('stx-liquid-supply')];
}

test('a transfer has the effect, the event and the errors of Clarity, also in past blocks', () => {
  const transfers: Transfer[] = [
    { sender: DEPLOYER, recipient: FEE_SINK, amount: 200n },
    { sender: DEPLOYER, recipient: STRANGER, amount: 1_000n, memo: MEMO },
    { sender: WALLET, recipient: CONTRACT, amount: 5n, memo: MEMO },
    { sender: STRANGER, recipient: WALLET, amount: 3n },
    { sender: STRANGER, recipient: WALLET, amount: 10n ** 30n },
    { sender: WALLET, recipient: WALLET, amount: 1n },
    { sender: WALLET, recipient: STRANGER, amount: 0n },
  ];
  for (let block = 0; block < BLOCKS; block++) {
    // some principals are left out of most blocks
    for (const transfer of transfers.filter((_, index) => index < 2 || (block + index) % 5 === 0)) {
      const outcome = perform(direct, { type: 'transfer', ...transfer });
      const expected = runSnippet(transfer);
      expect(outcome).toEqual(expected);
      expect(JSON.stringify(outcome.ok && outcome.events[0]?.data)).toBe(JSON.stringify(expected.ok && expected.events[0]?.data));
    }
    for (const machine of [direct, inClarity]) mineStacksBlock(machine);
  }
  const seen = view(inClarity);
  expect(seen.every((value) => typeof value === 'string' && value.startsWith('0'))).toBe(true);
  expect(new Set(seen).size).toBeGreaterThan(BLOCKS);
  expect(view(direct)).toEqual(seen);
}, 60_000);

test('Clarity writes on where direct transfers have written', () => {
  for (let block = 0; block < 30; block++) {
    const transfer = { sender: DEPLOYER, recipient: WALLET, amount: 7n };
    for (const machine of [direct, inClarity]) {
      execute(machine, DEPLOYER, `(stx-transfer? u${transfer.amount} tx-sender '${WALLET})`);
      mineStacksBlock(machine);
      perform(machine, { type: 'transfer', ...transfer });
      execute(machine, WALLET, '(stx-burn? u3 tx-sender)');
    }
  }
  expect(view(direct)).toEqual(view(inClarity));
}, 60_000);

test('of a balance that is partly locked only the rest moves', async () => {
  const source = await machineSource();
  const locked = { amount: 40n * STX, unlockHeight: 115 };
  const genesis = { ...GENESIS, balances: [{ principal: WALLET, amount: STX, locked }], genesisTime: source.genesisTime };
  const { origin } = await genesisOrigin(source.code, genesis, undefined);
  const machine = await bootGenesis({ ...source, origin }, genesis);
  const pay = (amount: bigint) => perform(machine, { type: 'transfer', sender: WALLET, recipient: STRANGER, amount });
  const hasPaid = (amount: bigint) => expect(pay(amount)).toMatchObject({ ok: true, result: OK_TRUE });
  hasPaid(1n);
  expect(machine.session.moveStx(WALLET, STRANGER, 1n)).toBe(false);
  expect(pay(STX)).toMatchObject({ ok: true, result: '080100000000000000000000000000000001' });
  perform(machine, { type: 'burn-hashes', hashes: [undefined] });
  while (machine.sdk.burnBlockHeight <= locked.unlockHeight) perform(machine, { type: 'tenure' });
  hasPaid(STX);
  expect(machine.session.moveStx(WALLET, STRANGER, 1n)).toBe(true);
  expect(machine.session.moveStx(WALLET, STRANGER, 40n * STX)).toBe(false);
  expect(readAccount(machine, WALLET)).toEqual({ balance: 40n * STX - 2n, locked: 0n, unlockHeight: 0 });
  expect(readAccount(machine, STRANGER)).toMatchObject({ balance: STX + 2n });
}, 60_000);
