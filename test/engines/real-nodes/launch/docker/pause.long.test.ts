import { expect, test } from 'vitest';
import { pause } from '#dist/engines/real-nodes/launch/docker/pause.js';

/** A container whose first attempts fail with these messages. */
function container(...failures: string[]) {
  let attempts = 0;
  return {
    attempts: () => attempts,
    async pause() {
      const failure = failures[attempts++];
      if (failure !== undefined) throw new Error(failure);
    },
  };
}

const unfrozen = '(HTTP code 500) server error - Cannot pause container 79db: OCI runtime pause failed: unable to freeze: unknown ';

test('default: one attempt is enough', async () => {
  const stub = container();
  await pause(stub);
  expect(stub.attempts()).toBe(1);
});

test('behavior: an engine that could not freeze the processes is asked again', async () => {
  const stub = container(unfrozen, unfrozen);
  await pause(stub);
  expect(stub.attempts()).toBe(3);
});

test('error: every other failure is final, and so is the last attempt', async () => {
  await expect(pause(container('no such container'))).rejects.toThrow('no such container');
  const stub = container(...Array.from({ length: 60 }, () => unfrozen));
  await expect(pause(stub)).rejects.toThrow('unable to freeze');
  expect(stub.attempts()).toBe(50);
});
