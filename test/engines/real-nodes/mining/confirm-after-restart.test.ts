import { expect, test } from 'vitest';
import { DevnetError } from '#dist/base/error.js';
import { confirmAfterRestart } from '#dist/engines/real-nodes/mining/confirm-after-restart.js';

const OLD = 60_000;
const YOUNG = 5_000;

/** A network whose signers accept an extension of the tenure or not. `steps` are what happened. */
function networkOf({ accepts, rejection = new DevnetError('TIMEOUT', 'no block') }: { accepts: boolean; rejection?: DevnetError }) {
  const steps: string[] = [];
  let begun = false;
  const restart = {
    signers: 1,
    async send() {
      steps.push('sent');
      return async () => {
        if (!accepts && !begun) throw rejection;
        steps.push('confirmed');
      };
    },
    async mine() {
      begun = true;
      steps.push('mined');
    },
  };
  return { steps, restart };
}

test('default: the miner extends an older tenure, without a Bitcoin block', async () => {
  const { steps, restart } = networkOf({ accepts: true });
  await confirmAfterRestart({ ...restart, age: OLD });
  expect(steps).toEqual(['sent', 'confirmed']);
});

test('behavior: a Bitcoin block replaces a young tenure, which signers do not extend', async () => {
  const { steps, restart } = networkOf({ accepts: false });
  await confirmAfterRestart({ ...restart, age: YOUNG });
  expect(steps).toEqual(['sent', 'mined', 'confirmed']);
});

test('behavior: with several signers a Bitcoin block replaces the tenure', async () => {
  const { steps, restart } = networkOf({ accepts: true });
  await confirmAfterRestart({ ...restart, age: OLD, signers: 3 });
  expect(steps).toEqual(['sent', 'mined', 'confirmed']);
});

test('behavior: a Bitcoin block replaces an older tenure that is not extended in time', async () => {
  const { steps, restart } = networkOf({ accepts: false });
  await confirmAfterRestart({ ...restart, age: OLD });
  expect(steps).toEqual(['sent', 'mined', 'confirmed']);
});

test('error: a service that ended meanwhile', async () => {
  const rejection = new DevnetError('NOT_REACHABLE', 'stacks-node ended unexpectedly');
  const { steps, restart } = networkOf({ accepts: false, rejection });
  await expect(confirmAfterRestart({ ...restart, age: OLD })).rejects.toBe(rejection);
  expect(steps).toEqual(['sent']);
});
