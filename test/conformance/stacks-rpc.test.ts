import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestNode } from '../node/stacks/test-node.js';

const ROOT = join(import.meta.dirname, '../..');
const TOOL = join(ROOT, 'test/fixtures/conformance/stacks-rpc.mjs');
const RECORDED = join(ROOT, 'test/fixtures/stacks-node');

/**
 * The answers and receipts of a real stacks-node 4.0.2, recorded by the same tool. It compares what is the same on every
 * chain: statuses, content types, error bodies, values, receipts; not heights, hashes and costs.
 */
test('behavior: answers the recorded conversation as stacks-node 4.0.2 does', async () => {
  const port = await freePort();
  await using node = await startTestNode({ eventObservers: [`127.0.0.1:${port}`] });
  const { status, output } = await run([
    TOOL,
    ...['--node', node.url],
    ...['--against', join(RECORDED, 'answers-4.0.2.json')],
    ...['--observer', `${port}`, '--receipts', join(RECORDED, 'receipts-4.0.2.json')],
    '--verbose',
  ]);
  expect(output).toContain('135 passed, 0 failed');
  expect(status).toBe(0);
});

function run(args: string[]): Promise<{ status: number; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: ROOT, timeout: 60_000 }, (error, stdout, stderr) => {
      resolve({ status: error === null ? 0 : Number(error.code ?? -1), output: stdout + stderr });
    });
  });
}

/** The observer's port must be known to both sides before either starts. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (typeof address === 'object' && address !== null ? resolve(address.port) : reject(new Error('no port'))));
    });
  });
}
