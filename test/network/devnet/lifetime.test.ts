import { expect, test } from 'vitest';
import { DevnetError } from '#dist/base/error.js';
import { createLifetime } from '#dist/network/devnet/lifetime.js';

/** A method that settles when the test says so. */
function held() {
  let resolve: (value: number) => void = () => undefined;
  let calls = 0;
  const method = (): Promise<number> => {
    calls++;
    return new Promise((settle) => {
      resolve = settle;
    });
  };
  return { method, resolve: (value: number) => resolve(value), calls: () => calls };
}

test('default: a method does what it does, and other properties stay', async () => {
  const { bind } = createLifetime('it is over');
  const bound = bind({
    name: 'x',
    get size() {
      return 7;
    },
    add: async (a: number, b: number) => a + b,
  });
  expect([bound.name, bound.size, await bound.add(1, 2)]).toEqual(['x', 7, 3]);
});

test('error: at the end a call in flight rejects, and later calls do not run', async () => {
  const { bind, end, closed } = createLifetime('it is over');
  const { method, resolve, calls } = held();
  const bound = bind({ method });
  const flying = bound.method();
  end();
  resolve(1);
  await expect(flying).rejects.toMatchObject({ code: 'NOT_READY', message: 'it is over' });
  await expect(bound.method()).rejects.toMatchObject({ code: 'NOT_READY', message: 'it is over' });
  expect([calls(), closed.aborted]).toEqual([1, true]);
});

test('behavior: the reason of the end is that of the calls', async () => {
  const { bind, end } = createLifetime('it is over');
  const { method } = held();
  const flying = bind({ method }).method();
  end(new DevnetError('NOT_REACHABLE', 'the lease has ended', { hint: 'Start another one.' }));
  end();
  await expect(flying).rejects.toMatchObject({ code: 'NOT_REACHABLE', message: 'the lease has ended', hint: 'Start another one.' });
});

test('behavior: errors have the place of the caller, also if a queue throws them, and once only', async () => {
  const { bind } = createLifetime('it is over');
  const bound = bind({
    queued: () => new Promise((_, reject) => setTimeout(() => reject(new DevnetError('RPC', 'no')))),
    direct: async () => {
      throw new DevnetError('RPC', 'no');
    },
  });
  for (const call of [bound.queued, bound.direct]) {
    const error = await call().catch((thrown: unknown) => thrown as Error);
    expect((error as Error).stack?.split('lifetime.test.ts').length).toBeGreaterThan(1);
  }
  const again = await bind({ nested: bound.queued })
    .nested()
    .catch((thrown: unknown) => thrown as Error);
  const lines = ((again as Error).stack ?? '').split('\n');
  expect(lines.filter((line, index) => lines.indexOf(line) !== index && line.includes('lifetime.test.ts'))).toEqual([]);
});

test('behavior: an error thrown at once is a rejection', async () => {
  const { bind } = createLifetime('it is over');
  const bound = bind({
    fail: (): Promise<void> => {
      throw new DevnetError('INVALID_INPUT', 'no');
    },
  });
  await expect(bound.fail()).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});
