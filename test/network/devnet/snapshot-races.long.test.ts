import { expect, test } from 'vitest';
import { readStateFile } from '#dist/network/devnet/state-file/format.js';
import type { Devnet } from '#dist/network/types.js';
import { account, bootDevnet } from '../../devnet.js';

const RACES = 25;
const MANUAL = { bitcoin: 'manual', stacks: 'manual' } as const;

async function heights(devnet: Devnet): Promise<{ bitcoin: number; stacks: number }> {
  const { bitcoin, stacks } = await devnet.status();
  return { bitcoin: bitcoin.height, stacks: stacks.height };
}

/** Returns the heights of both nodes, those that the history has of both chains, and whether the history has the Stacks node's tip. */
async function known(devnet: Devnet) {
  const parts = await readStateFile(await devnet.dumpState());
  const json = (name: string) => JSON.parse(Buffer.from(parts.get(name) ?? []).toString()) as { tip: number; height: number };
  const { stacks } = await devnet.status();
  return {
    nodes: await heights(devnet),
    history: { bitcoin: json('bitcoinTransactions').tip, stacks: json('stacksTransactions').height },
    hasTip: Buffer.from(parts.get('history') ?? []).includes(Buffer.from(stacks.hash.slice(2), 'hex')),
  };
}

/** What happens beside a snapshot: by turns a restore, blocks of both chains, and payments. */
async function disturb(devnet: Devnet, base: string, round: number): Promise<unknown> {
  const { stx, btc } = account(devnet, `wallet_${1 + (round % 5)}`);
  const pay = () => devnet.faucet.stx(stx.address, { wait: false });
  switch (round % 4) {
    case 0:
      return devnet.restore(base);
    case 1:
      return Promise.all([devnet.bitcoin.mine(2), pay(), devnet.stacks.mine()]);
    case 2:
      return Promise.all([pay(), devnet.stacks.mine(), devnet.faucet.btc(btc.address, { wait: false }), devnet.restore(base)]);
    default:
      return Promise.all([devnet.stacks.mine(), devnet.bitcoin.mine(1), devnet.stacks.mine()]);
  }
}

/** Lets so many steps of other code run first. */
async function after(steps: number): Promise<void> {
  for (let step = 0; step < steps; step++) await Promise.resolve();
}

test('behavior: snapshots, states and copies have one moment of both chains, whatever happens beside them', {
  timeout: 120_000,
}, async () => {
  await using devnet = await bootDevnet({ mining: MANUAL });
  const base = await devnet.snapshot('base');
  await devnet.bitcoin.mine(3);
  const [taken, states]: [string[], Uint8Array[]] = [[], []];
  for (let round = 0; round < RACES; round++) {
    const disturbing = disturb(devnet, base, round);
    // What a restore undoes is no failure of its caller.
    disturbing.catch(() => undefined);
    await after(round * 3);
    const [id, state, copy] = await Promise.allSettled([devnet.snapshot(), devnet.dumpState(), round % 5 === 0 && devnet.clone()]);
    // A restore that is under way refuses a snapshot. Then its turn is after the restore.
    taken.push(id.status === 'fulfilled' ? id.value : await disturbing.then(() => devnet.snapshot()));
    if (state.status === 'fulfilled') states.push(state.value);
    if (copy.status === 'fulfilled' && copy.value !== false) {
      await using own = copy.value;
      const { nodes, history, hasTip } = await known(own);
      expect({ history, hasTip }, `the copy of round ${round}`).toEqual({ history: nodes, hasTip: true });
    }
    await disturbing.catch(() => undefined);
  }
  const said = new Map((await devnet.snapshots()).map((info) => [info.id, info.heights]));
  expect(taken).toHaveLength(RACES);
  for (const id of taken) {
    await devnet.restore(id);
    expect(await known(devnet), id).toEqual({ nodes: said.get(id), history: said.get(id), hasTip: true });
  }
  expect(states).toHaveLength(RACES);
  for (const [round, state] of states.entries()) {
    await devnet.loadState(state);
    const { nodes, history, hasTip } = await known(devnet);
    expect({ history, hasTip }, `the state of round ${round}`).toEqual({ history: nodes, hasTip: true });
    expect(Buffer.compare(await devnet.dumpState(), state), `the state of round ${round}`).toBe(0);
  }
});
