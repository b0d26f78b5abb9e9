import { mkdirSync } from 'node:fs';
import { Agent } from 'node:http';
import path from 'node:path';
import { ask } from '../load.js';
import { run } from '../owned.js';
import { startProgram } from '../program.js';
import { LATER_RESTORES, latency, rateOfClients, snapshotTimes, timed } from './clients.js';
import type { EthereumLoad } from './ethereum.js';
import type { Subject } from './interleave.js';
import { LOAD, TRANSFERS } from './load.js';
import { emptyProgram } from './visit.js';

/** The newest on npm. */
const VERSION = '1.7.1';
const ARCHITECTURES: Record<string, string> = { x64: 'amd64', arm64: 'arm64' };

/** Anvil mines a transaction at once. */
const RECEIPT_MS = 2_000;

/**
 * Returns the path of Anvil's program: `ANVIL`, or the one that npm installs into a folder. @throws Error if npm has none for this machine
 */
export async function installAnvil(folder: string): Promise<string> {
  const { ANVIL } = process.env;
  if (ANVIL !== undefined) return ANVIL;
  mkdirSync(folder, { recursive: true });
  const flags = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
  const name = `@foundry-rs/anvil-${process.platform}-${ARCHITECTURES[process.arch]}`;
  await run('npm', ['install', '--prefix', folder, ...flags, `${name}@${VERSION}`]);
  return path.join(folder, 'node_modules', name, 'bin/anvil');
}

/** Measures Anvil as a network of this project is measured, with the same client. */
export async function anvilSubject(anvil: string, home: string, load: EthereumLoad): Promise<Subject> {
  // "anvil Version: 1.7.1-…"
  const name = `Anvil ${/\d+\.\d+\.\d+/.exec(await run(anvil, ['--version']))?.[0] ?? ''}`.trim();
  return {
    name,
    async visit() {
      const values = await emptyProgram();
      await using started = await startProgram([anvil, '--port', '0'], home, { ready: 'Listening on ' });
      const client = rpc(`http://${started.readyLine.split(' ').at(-1)}`);
      const answer = started.readyMs + (await timed(() => client.call('eth_chainId')));
      const memory = started.rssMiB();
      for (const address of load.addresses) await client.call('anvil_setBalance', address, '0x56bc75e2d63100000');
      const first = LOAD.warmUp + LOAD.single;
      const restorable = (next: number) => ({
        snapshot: () => client.call('evm_snapshot') as Promise<string>,
        // What `evm_revert` took out of the chain may wait in the pool again, which takes no transaction twice.
        prepare: () => client.call('anvil_dropAllTransactions'),
        async change() {
          const send = (): Promise<void> => client.confirm(load.single[next] ?? '');
          // Anvil can lose a transaction that it accepted after a revert: neither its pool nor a block has it. This one is not measured, so
          // it is sent again.
          await send().catch(send);
        },
        restore: (id: string) => client.call('evm_revert', id),
      });
      const confirm = await latency(client.confirm, load.single.slice(0, first), LOAD.warmUp);
      const times = await snapshotTimes(restorable(first));
      const confirmLater = await latency(client.confirm, load.single.slice(first, TRANSFERS), LOAD.settle);
      const { restore: restoreLater, round: roundLater } = await snapshotTimes(restorable(TRANSFERS), LATER_RESTORES);
      const waiting = await rateOfClients(client.confirm, load.waiting);
      client.close();
      return new Map(Object.entries({ ...values, answer, memory, confirm, confirmLater, waiting, ...times, restoreLater, roundLater }));
    },
  };
}

/** JSON-RPC over the HTTP client that the gateway's figures use. */
function rpc(url: string) {
  const agent = new Agent({ keepAlive: true });
  const headers = { 'content-type': 'application/json' };
  const call = async (method: string, ...params: unknown[]): Promise<unknown> => {
    const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
    const { text } = await ask(agent, url, { method: 'POST', headers }, body);
    const { result, error } = JSON.parse(text);
    if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
    return result;
  };
  return {
    call,
    /** Anvil has no route that waits, so this asks until there is a receipt. @throws Error if there is none in time */
    async confirm(raw: string) {
      const hash = await call('eth_sendRawTransaction', raw);
      const deadline = performance.now() + RECEIPT_MS;
      while ((await call('eth_getTransactionReceipt', hash)) === null) {
        if (performance.now() > deadline) throw new Error(`Anvil has no receipt of ${hash} after ${RECEIPT_MS} ms`);
      }
    },
    close: () => agent.destroy(),
  };
}
