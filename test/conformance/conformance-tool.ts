import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const TOOL = join(ROOT, 'test/fixtures/conformance/stacks-rpc.mjs');

/** Recorded answers and receipts, and the module of another conversation than the tool's own. */
export type Recording = { answers: string; receipts: string; conversation?: string | undefined };

/**
 * Has the tool talk to a node and compare the answers and receipts with a recording.
 * @param observerPort where the node sends its events
 * @returns its exit status and what it printed
 */
export function compareWith(
  { answers, receipts, conversation }: Recording,
  nodeUrl: string,
  observerPort: number,
): Promise<{ status: number; output: string }> {
  const args = [TOOL, '--node', nodeUrl, '--against', answers, '--observer', `${observerPort}`, '--receipts', receipts, '--verbose'];
  if (conversation !== undefined) args.push('--conversation', conversation);
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: ROOT, timeout: 240_000, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      resolve({ status: error === null ? 0 : Number(error.code ?? -1), output: stdout + stderr });
    });
  });
}

/** A port for the observer, which must be known to both sides before either starts. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (typeof address === 'object' && address !== null ? resolve(address.port) : reject(new Error('no port'))));
    });
  });
}
