import { readFile } from 'node:fs/promises';
import { readBytes } from '#platform/http.js';
import { writeOutput } from '#platform/write-output.js';
import { invalid, messageOf } from '../../base/error.js';
import type { GatewayClient } from '../../network/connected.js';
import { requestOf, snapshots } from '../../network/operations.js';
import { ask } from '../ask.js';
import type { Output } from '../output.js';
import { snapshotRow } from '../say/say.js';

/** `snapshot save [name]`: saves the state of the whole network. */
export async function saveSnapshot(gateway: GatewayClient, output: Output, name: string | undefined): Promise<void> {
  const { body, answer } = await ask(gateway, snapshots.snapshot, { name });
  if (output.json) output.object(body);
  else output.line(`saved ${snapshotRow(answer()).join('  ')}`);
}

/** `snapshot save --out <file>`: writes the state of the whole network to a file. */
export async function dumpState({ stream }: GatewayClient, output: Output, file: string): Promise<void> {
  const { signal } = new AbortController();
  const bytes = await readBytes(
    await stream(`/devnet/v1${requestOf(snapshots.dumpState, {}).path}`, signal),
    signal,
    Number.POSITIVE_INFINITY,
  );
  await writeOutput('--out', file, bytes, 0o600);
  if (output.json) output.object({ file, bytes: bytes.length });
  else output.line(`wrote ${file}  ${bytes.length} bytes`);
}

/** `snapshot load <file>`: goes to the state of a file. */
export async function loadState(gateway: GatewayClient, output: Output, file: string): Promise<void> {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw invalid('file', 'the file of a state', `${file} (${messageOf(error)})`);
  });
  const { body } = await ask(gateway, snapshots.loadState, { state: bytes });
  if (output.json) output.object(body);
  else output.line(`loaded ${file}`);
}
