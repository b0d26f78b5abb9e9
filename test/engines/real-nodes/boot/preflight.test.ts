import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { planTimeline } from '#dist/engines/common/boot-plan/timeline.js';
import { checkEpochHeights, checkOptions, checkPrograms, type Preflight } from '#dist/engines/real-nodes/boot/preflight.js';
import { engineOptions } from '../../../contract/engine.js';

const pox = { rewardLength: 20, prepareLength: 5 };
const check = (changes: Partial<Preflight>) => checkOptions({ ...engineOptions, ...changes });
const funding = (changes: Partial<Preflight['funding']>): Partial<Preflight> => ({ funding: { ...engineOptions.funding, ...changes } });

describe('options', () => {
  test('default: valid options return a timeline', async () => {
    expect(await check({})).toMatchObject({ firstBurnHeight: 80, tenures: [135, 136, 142], ready: 142 });
  });

  test.each<[string, Partial<Preflight>, string]>([
    ['an epoch that does not exist', { epoch: '3.5' }, 'epoch'],
    ['Epoch 4.0 without sBTC', { sbtc: undefined }, 'sbtc'],
    ['a prepare phase shorter than stacks-core takes', { pox: { rewardLength: 20, prepareLength: 2 } }, 'pox.prepareLength'],
    ['a reward phase too short to be ready in', { pox: { rewardLength: 15, prepareLength: 5 } }, 'pox.rewardLength'],
    ['an invalid coinbase key', funding({ coinbaseKey: 'abc' }), 'funding.coinbaseKey'],
    ['dust', funding({ bitcoin: [{ address: 'mqVnk6NPRdhntvfm4hh9vvjiRkFDUuSYsH', amount: 100n }] }), 'funding.bitcoin'],
    ['an address of mainnet', funding({ bitcoin: [{ address: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', amount: 1_000n }] }), 'funding.bitcoin'],
    [
      'a balance that stacks-node cannot hold',
      funding({ stacks: [{ principal: 'ST000000000000000000002AMW42H', amount: 2n ** 64n }] }),
      'balances.ST000000000000000000002AMW42H',
    ],
  ])('error: %s', async (_name, changes, field) => {
    await expect(check(changes)).rejects.toMatchObject({ code: 'INVALID_INPUT', field });
  });

  test('error: a port in use', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    try {
      await expect(check({ ports: { bitcoin: 0, stacks: port } })).rejects.toMatchObject({ code: 'PORT_TAKEN', field: 'ports.stacks' });
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  });
});

describe('epoch heights', () => {
  const planned = planTimeline({ epoch: '3.4', pox, funding: engineOptions.funding });
  const { epochs } = planned;
  /** The timeline with other heights. */
  const moved = (heights: Record<string, number>) => ({
    ...planned,
    epochs: epochs.map(({ name, height }) => ({ name, height: heights[name] ?? height })),
  });
  const nakamoto = (height: number) => moved({ '3.0': height, '3.1': height, '3.2': height, '3.3': height, '3.4': height });

  test.each([
    ['without Epoch 4.0', { ...planned, epochs: epochs.filter(({ name }) => name !== '4.0') }, 'Epoch 4.0 must be in the list'],
    ['out of order', moved({ '2.1': 80 }), 'Epoch 2.1 (80) begins before 2.05'],
    ['a first cycle that begins elsewhere', { ...planned, firstBurnHeight: 85 }, 'the first cycle (85) begins at a multiple of its length'],
    ['2.0 elsewhere than the first cycle', moved({ '2.0': 81 }), 'Epoch 2.0 begins with the first cycle, at height 80'],
    ['3.0 at the second position of a cycle', nakamoto(121), 'Epoch 3.0 (121) begins in a reward phase'],
    ['3.0 in a prepare phase', nakamoto(137), 'Epoch 3.0 (137)'],
    ['3.0 in cycle 1', nakamoto(102), 'Epoch 3.0 begins in cycle 2 or later'],
    ['4.0 at the start of a cycle', moved({ '4.0': 1_000_001 }), 'Epoch 4.0 (1000001)'],
    ['4.0 in the cycle of 3.0', moved({ '4.0': 123 }), 'Epochs 3.0 and 4.0 begin in different cycles'],
    ['2.5 after the prepare phase has begun', moved({ '2.5': 116 }), 'Epoch 2.5 begins before the prepare phase'],
  ])('error: %s', (_name, timeline, message) => {
    expect(() => checkEpochHeights(timeline, pox)).toThrow(
      expect.objectContaining({ code: 'INVALID_INPUT', message: expect.stringContaining(message) }),
    );
  });
});

describe('programs', () => {
  const found = (bitcoind: string, node: string, signer: string) => ({
    bitcoind: { version: bitcoind, identity: 'b' },
    'stacks-node': { version: node, identity: 'n' },
    'stacks-signer': { version: signer, identity: 's' },
  });

  test('default: supported versions', () => {
    expect(() => checkPrograms(found('29.5.0.knots20260508', '4.0.2', '4.0.2'))).not.toThrow();
  });

  test.each([
    ['an old bitcoind', found('24.0.1', '4.0.2', '4.0.2'), '24.0.1'],
    ['an old stacks-node', found('29.0', '3.2.0', '3.2.0'), '3.2.0'],
    ['a signer of another release', found('29.0', '4.0.2', '4.0.1'), '4.0.1'],
  ])('error: %s', (_name, programs, message) => {
    expect(() => checkPrograms(programs)).toThrow(expect.objectContaining({ code: 'MISSING', message: expect.stringContaining(message) }));
  });
});
