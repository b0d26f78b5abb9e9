import { workerData } from 'node:worker_threads';
import { once } from '../../base/async.js';
import { DevnetError, messageOf } from '../../base/error.js';
import { openSession, type SessionMethods } from './session/open.js';
import type { Answer, Question, ThreadData } from './thread.js';

const { url, controlKey, port, answered } = workerData as ThreadData;
const session = once(() => openSession({ url, controlKey }));

// The other thread asks one question at a time and waits.
port.on('message', async ({ method, args }: Question) => {
  port.postMessage(await answer(method, args));
  Atomics.store(answered, 0, 1);
  Atomics.notify(answered, 0);
});

async function answer(method: string, args: unknown[]): Promise<Answer> {
  try {
    const run = (await session())[method as keyof SessionMethods] as (...args: unknown[]) => Promise<unknown>;
    return { value: await run(...args) };
  } catch (error) {
    const { code = 'INTERNAL', reason, hint, field, lastSeen } = error instanceof DevnetError ? error : ({} as Partial<DevnetError>);
    return { error: { code, message: messageOf(error), details: { reason, hint, field, lastSeen } } };
  }
}
