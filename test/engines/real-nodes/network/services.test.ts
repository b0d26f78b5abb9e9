import { expect, test } from 'vitest';
import type { Service, ServiceEnd, ServiceEnvironment } from '#dist/engines/real-nodes/launch/launcher.js';
import { createServices } from '#dist/engines/real-nodes/network/services.js';

/** A stub of a service that ends on request, with an output that can be delayed. */
function stubService(name: string) {
  let end: (how: ServiceEnd) => void = () => undefined;
  let answer: (lines: string[]) => void = () => undefined;
  const ended = new Promise<ServiceEnd>((resolve) => {
    end = resolve;
  });
  const output = new Promise<string[]>((resolve) => {
    answer = resolve;
  });
  const service = { name, ended, output: () => output } as unknown as Service;
  return { service, crash: () => end({ code: null, signal: 'SIGKILL', expected: false }), answer: () => answer(['the last line']) };
}

function stubEnvironment(...services: Service[]): ServiceEnvironment {
  return { start: async () => services.shift() } as unknown as ServiceEnvironment;
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('default: a service that ends aborts waits with its status and last output', async () => {
  const { service, crash, answer } = stubService('bitcoind');
  const losses: unknown[] = [];
  const services = createServices(stubEnvironment(service), (loss) => losses.push(loss));
  await services.start('bitcoind', []);
  const { ends } = services;
  crash();
  answer();
  await settled();
  expect(services.lost()).toEqual(['bitcoind']);
  const loss = expect.objectContaining({
    code: 'NOT_REACHABLE',
    message: 'bitcoind ended unexpectedly, by SIGKILL',
    hint: 'The last output of bitcoind:\nthe last line',
  });
  expect([ends.reason, losses]).toEqual([loss, [loss]]);
});

test('behavior: an end is reported but aborts no wait if the service was restarted before its output was read', async () => {
  const { service, crash, answer } = stubService('bitcoind');
  const losses: unknown[] = [];
  const services = createServices(stubEnvironment(service, stubService('bitcoind').service), (loss) => losses.push(loss));
  await services.start('bitcoind', []);
  crash();
  await settled();
  services.resume();
  await services.start('bitcoind', []);
  answer();
  await settled();
  expect(losses).toHaveLength(1);
  expect([services.ends.aborted, services.lost()]).toEqual([false, []]);
});

test('behavior: an end is not reported if all services were stopped before its output was read', async () => {
  const { service, crash, answer } = stubService('bitcoind');
  const losses: unknown[] = [];
  const services = createServices(stubEnvironment({ ...service, stop: () => service.ended }), (loss) => losses.push(loss));
  await services.start('bitcoind', []);
  crash();
  await settled();
  await services.end();
  answer();
  await settled();
  expect(losses).toEqual([]);
});

test('behavior: the last output leaves out the requests of this engine, and the end of long lines', async () => {
  const request = 'INFO [p2p] Handled StacksHTTPRequest, verb: GET, path: /v2/info';
  const output = async (lines = 0) =>
    [...Array.from({ length: 25 }, (_, line) => `line ${line}`), 'x'.repeat(1_000), request, request].slice(-lines);
  const service = { ...stubService('stacks-node').service, output } as Service;
  const services = createServices(stubEnvironment(service), () => undefined);
  await services.start('stacks-node', []);
  expect(await services.tail('stacks-node', 3)).toBe(`The last output of stacks-node:\nline 23\nline 24\n${'x'.repeat(300)}…`);
});
