import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../disposable-folder.js';

const ROOT = join(import.meta.dirname, '../..');
const TOOL = join(ROOT, 'test/fixtures/conformance/stacks-rpc.mjs');

/** Recorded answers and receipts, and the module of another conversation than the tool's own. */
export type Recording = { answers: string; receipts: string; conversation?: string | undefined };

/**
 * Has the tool talk to a node and compare the answers and receipts with a recording.
 * @param observerPort where the node sends its events
 * @returns its exit status and what it printed
 */
export async function compareWith(
  { answers, receipts, conversation }: Recording,
  nodeUrl: string,
  observerPort: number,
): Promise<{ status: number; output: string }> {
  const args = [TOOL, '--node', nodeUrl, '--against', answers, '--observer', `${observerPort}`, '--receipts', receipts, '--verbose'];
  if (conversation !== undefined) args.push('--conversation', conversation);
  await using folder = await temporaryFolder('conformance');
  // Into a file: the tool ends by process.exit(), which drops what a busy reader has not taken from a pipe yet.
  const file = join(folder.path, 'output');
  await using output = await open(file, 'w');
  const child = spawn(process.execPath, args, { cwd: ROOT, timeout: 240_000, stdio: ['ignore', output.fd, output.fd] });
  const [status] = await once(child, 'exit');
  return { status: status ?? -1, output: await readFile(file, 'utf8') };
}
