import { expect, test } from 'vitest';
import { DevnetError } from '#dist/base/error.js';
import { type BridgeServices, createBridge } from '#dist/sbtc/bridge/bridge.js';

const settings: BridgeServices['settings'] = {
  mode: 'auto',
  feeRate: 1,
  depositConfirmations: 1,
  sweepConfirmations: 1,
  withdrawalConfirmations: 0,
  withdrawalExpiry: 10,
};

test('behavior: a pause resolves when what the bridge is doing is done, so that nothing follows it', async () => {
  const log: string[] = [];
  let answer: (error: Error) => void = () => undefined;
  const reading = new Promise<never>((_resolve, reject) => {
    answer = reject;
  });
  const index: Pick<BridgeServices['index'], 'current'> = {
    current: () => {
      log.push('reads the chain');
      return reading;
    },
  };
  const bridge = createBridge({
    settings,
    deployer: 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM',
    index: index as BridgeServices['index'],
    onWarning: () => log.push('has read it'),
    outsideRestores: (task) => task(),
    closed: new AbortController().signal,
  } as Partial<BridgeServices> as BridgeServices);

  const resumed = bridge.configure({ mode: 'auto' });
  await expect.poll(() => log).toEqual(['reads the chain']);
  const paused = bridge.configure({ mode: 'manual' }).then(({ mode }) => log.push(mode));
  await new Promise((resolve) => setImmediate(resolve));
  expect(log).toEqual(['reads the chain']);
  answer(new DevnetError('INTERNAL', 'the index has a gap'));
  await Promise.all([resumed, paused]);
  await bridge.settled();
  expect(log.filter((line) => line !== 'reads the chain')).toEqual(['has read it', 'manual', 'has read it']);
});
