import fc from 'fast-check';
import { invalid } from '../../base/error.js';
import { payableScript } from '../../bitcoin/address.js';
import { scriptRecipient } from '../../sbtc/bridge.js';
import { accountOf, callAndMine } from './calls.js';
import { createCommand, unlessRefused } from './command.js';
import type { Command } from './types.js';

/** How many Bitcoin blocks are mined before a run: reorganisations of a run leave everything before them. */
export const MARGIN = 6;

const MOST_SATS = 1_000_000n;
const MOST_MICRO_STX = 1_000_000_000n;
const UNITS = { btc: 'sats', stx: 'micro-STX', sbtc: 'sats of sBTC' } as const;

/** @throws DevnetError INVALID_INPUT */
export function transfers(names: readonly string[], amounts = fc.bigInt(1n, MOST_MICRO_STX)): fc.Arbitrary<Command> {
  if (names.length < 2) throw invalid('accounts', 'two accounts or more for transfers', names);
  const pairs = names.flatMap((from) => names.flatMap((to) => (to === from ? [] : [{ from, to }])));
  return fc.tuple(fc.constantFrom(...pairs), amounts).map(([{ from, to }, amount]) =>
    createCommand(`transfer ${amount} micro-STX from ${from} to ${to}`, ({ devnet }) =>
      unlessRefused(async () => {
        const txid = await devnet.stacks.transfer({ to, amount, as: from, wait: false });
        await devnet.stacks.mine();
        return { txid, receipt: await devnet.stacks.receipt(txid) };
      }),
    ),
  );
}

export function payments(names: readonly string[], coins: readonly ('btc' | 'stx' | 'sbtc')[]): fc.Arbitrary<Command> {
  return fc.tuple(fc.constantFrom(...coins), fc.constantFrom(...names), fc.bigInt(1_000n, MOST_SATS)).map(([coin, to, amount]) =>
    createCommand(`pay ${amount} ${UNITS[coin]} to ${to}`, ({ devnet }) =>
      unlessRefused(async () => {
        const { stx, btc } = accountOf(devnet, to, 'accounts');
        const { txId } = await devnet.faucet[coin](coin === 'btc' ? btc.address : stx.address, { amount, wait: false });
        await devnet.mine(coin === 'btc' ? { bitcoin: 1 } : { stacks: 1 });
        return { txid: txId };
      }),
    ),
  );
}

/** @throws DevnetError INVALID_INPUT */
export function blocks(most = 3): fc.Arbitrary<Command> {
  requireCount('most', most);
  return fc.tuple(fc.constantFrom('bitcoin', 'stacks'), fc.integer({ min: 1, max: most })).map(([chain, count]) =>
    createCommand(`mine ${counted(count, chain === 'bitcoin' ? 'Bitcoin block' : 'Stacks block')}`, async ({ devnet }) => {
      await devnet.mine(chain === 'bitcoin' ? { bitcoin: count } : { stacks: count });
    }),
  );
}

/** @throws DevnetError INVALID_INPUT */
export function reorganisations(deepest = 3): fc.Arbitrary<Command> {
  requireCount('deepest', deepest, MARGIN);
  return fc.tuple(fc.integer({ min: 1, max: deepest }), fc.boolean()).map(([count, isWithout]) =>
    createCommand(`reorganise ${counted(count, 'Bitcoin block')}${isWithout ? ', without their transactions' : ''}`, async ({ devnet }) => {
      await devnet.chaos.reorg({ blocks: count, ...(isWithout && { without: 'all' }) });
    }),
  );
}

/** @throws DevnetError INVALID_INPUT */
export function restores(most = 4): fc.Arbitrary<Command> {
  requireCount('most', most);
  return fc
    .integer({ min: 1, max: most })
    .map((count) => createCommand(`restore the state before the last ${counted(count, 'step')}`, (session) => session.goBack(count)));
}

export function deposits(names: readonly string[], amounts = fc.bigInt(100_000n, MOST_SATS)): fc.Arbitrary<Command> {
  return fc.tuple(fc.constantFrom(...names), amounts).map(([to, amount]) =>
    createCommand(`deposit ${amount} sats for ${to}`, ({ devnet }) =>
      unlessRefused(async () => {
        const { txid } = await devnet.sbtc.deposit({ recipient: accountOf(devnet, to, 'accounts').stx.address, amount, wait: false });
        return { txid };
      }),
    ),
  );
}

/** What the payment of a withdrawal may cost, in sats. */
const MAX_FEE = 10_000n;

export function withdrawals(names: readonly string[], amounts = fc.bigInt(1_000n, MOST_SATS)): fc.Arbitrary<Command> {
  return fc.tuple(fc.constantFrom(...names), amounts).map(([from, amount]) =>
    createCommand(`withdraw ${amount} sats of ${from}`, async ({ devnet }) => {
      const { address } = accountOf(devnet, from, 'accounts').btc;
      const recipient = scriptRecipient(await payableScript(address, 'regtest'));
      if (recipient === undefined) throw invalid('accounts', 'an account with a Bitcoin address that sBTC pays to', address);
      const args = {
        amount,
        recipient: { hashbytes: `0x${recipient.hash}`, version: Uint8Array.of(recipient.version) },
        'max-fee': MAX_FEE,
      };
      // `devnet.sbtc.withdraw` waits for a block, which only this process mines.
      return callAndMine(devnet, `${devnet.sbtc.deployer}.sbtc-withdrawal`, 'initiate-withdrawal-request', args, { as: from });
    }),
  );
}

export function faults(): fc.Arbitrary<Command> {
  const few = fc.integer({ min: 1, max: 3 });
  return fc.oneof(
    few.map((count) =>
      createCommand(`lose the next ${count === 1 ? '' : `${count} `}Stacks transaction${count === 1 ? '' : 's'}`, ({ devnet }) =>
        start(devnet.chaos.drop({ count })),
      ),
    ),
    few.map((count) =>
      createCommand(`delay the next Stacks transaction by ${counted(count, 'Bitcoin block')}`, ({ devnet }) =>
        start(devnet.chaos.delay({ blocks: count })),
      ),
    ),
    few.map((tenures) =>
      createCommand(`leave ${counted(tenures, 'tenure')} empty`, ({ devnet }) => start(devnet.chaos.emptyTenures({ tenures }))),
    ),
    few.map((count) =>
      createCommand(`let ${counted(count, 'Bitcoin block')} begin no tenure`, ({ devnet }) =>
        start(devnet.chaos.noCommits({ blocks: count })),
      ),
    ),
  );
}

/** Starts a fault, which ends by what it counts. */
async function start(fault: Promise<unknown>): Promise<void> {
  await fault;
}

/** @throws DevnetError INVALID_INPUT */
function requireCount(field: string, count: number, most = Number.MAX_SAFE_INTEGER): void {
  if (Number.isSafeInteger(count) && count >= 1 && count <= most) return;
  throw invalid(field, most === Number.MAX_SAFE_INTEGER ? 'a whole number from 1 on' : `a whole number from 1 to ${most}`, count);
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
