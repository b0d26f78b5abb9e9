import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * An event observer that hands each event on to another one: so it is known when the other has taken all of them. A node sends the next
 * event when the last one was answered.
 */
export type Relay = AsyncDisposable & {
  /** `127.0.0.1:<port>` */
  endpoint: string;
  /** How many events were handed on. */
  count(): number;
  /** Resolves when no event has been under way for that time. */
  idle(ms: number): Promise<void>;
  /** The paths of events that the other observer did not take, with its answer. */
  refused: string[];
};

/** @param port of the other observer */
export async function createRelay(port: number): Promise<Relay> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const refused: string[] = [];
  let open = 0;
  let count = 0;
  let lastAt = performance.now();
  const server = createServer((incoming, answer) => {
    open++;
    const { url = '', headers } = incoming;
    const done = (status: number): void => {
      open--;
      count++;
      lastAt = performance.now();
      answer.statusCode = status;
      answer.end();
    };
    const onward = request({ port, host: '127.0.0.1', path: url, method: 'POST', headers, agent }, (response) => {
      response.resume().on('end', () => {
        const { statusCode = 500 } = response;
        if (statusCode !== 200) refused.push(`${url}: ${statusCode}`);
        // The node repeats what is not taken, for ever: the judge would wait as long.
        done(200);
      });
    });
    onward.on('error', (error) => {
      refused.push(`${url}: ${error.message}`);
      done(503);
    });
    incoming.pipe(onward);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    endpoint: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: () => count,
    refused,
    async idle(ms) {
      while (open > 0 || performance.now() - lastAt < ms) await new Promise((resolve) => setTimeout(resolve, Math.max(1, ms / 4)));
    },
    [Symbol.asyncDispose]: async () => {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
