import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { images } from '../engines/docker/launcher.js';
import { testWithNodes as test } from '../engines/docker/real-nodes.js';
import { freePort } from '../free-ports.js';
import { expectRecordedConversation } from './recorded-conversation.js';

test('behavior: the recorded conversation, through the gateway of real nodes as containers', async () => {
  const port = await freePort();
  await using relay = await relayToLoopback(port);
  await expectRecordedConversation({ engine: 'docker', images }, { port, told: relay.port });
});

/** Containers cannot reach what listens on loopback only, as the tool does. */
async function relayToLoopback(to: number): Promise<AsyncDisposable & { port: number }> {
  const server = createServer((from) => {
    const target = connect(to, '127.0.0.1');
    from.pipe(target).pipe(from);
    for (const [one, other] of [
      [from, target],
      [target, from],
    ] as const) {
      one.on('error', () => other.destroy());
    }
  });
  await once(server.listen(0, '0.0.0.0'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
