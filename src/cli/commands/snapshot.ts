import { readFile } from 'node:fs/promises';
import { readAnswer } from '../../devnet/answers/read.js';
import { snapshotsAnswer } from '../../devnet/answers/snapshots.js';
import type { GatewayClient } from '../../devnet/connected/gateway-client.js';
import { snapshotNamed } from '../../devnet/snapshot-named.js';
import { invalid, messageOf } from '../../error.js';
import { isRecord } from '../../json.js';
import { readBytes } from '../../system/http.js';
import { writeOutput } from '../../system/write-output.js';
import type { Client } from '../client.js';
import { type Output, table } from '../output.js';

const path = '/devnet/v1/snapshots';

/** `snapshot save [name]`: saves the state of the whole network. */
export async function saveSnapshot(client: Client, output: Output, name: string | undefined): Promise<void> {
  const { body } = await client('POST', path, name === undefined ? {} : { name });
  if (output.json) output.object(body);
  else output.line(`saved ${rowOf(body).join('  ')}`);
}

/** `snapshot save --out <file>`: writes the state of the whole network to a file. */
export async function dumpState({ stream }: GatewayClient, output: Output, file: string): Promise<void> {
  const { signal } = new AbortController();
  const bytes = await readBytes(await stream('/devnet/v1/dump', signal), signal, Number.POSITIVE_INFINITY);
  await writeOutput('--out', file, bytes, 0o600);
  if (output.json) output.object({ file, bytes: bytes.length });
  else output.line(`wrote ${file}  ${bytes.length} bytes`);
}

/** `snapshot load <file>`: goes to the state of a file. */
export async function loadState({ ask }: GatewayClient, output: Output, file: string): Promise<void> {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw invalid('file', 'the file of a state', `${file} (${messageOf(error)})`);
  });
  const { body } = await ask('POST', '/devnet/v1/load', { bytes });
  if (output.json) output.object(body);
  else output.line(`loaded ${file}`);
}

/** `snapshot list`: lists the snapshots. */
export async function listSnapshots(client: Client, output: Output): Promise<void> {
  const { body } = await client('GET', path);
  if (output.json) output.object(body);
  else for (const line of table(listOf(body).map(rowOf))) output.line(line);
}

/** `snapshot restore <snapshot>`: restores a snapshot, by id or name. */
export async function restoreSnapshot(client: Client, output: Output, name: string): Promise<void> {
  const id = await idOf(client, name);
  const { body } = await client('POST', `${path}/${id}/restore`);
  if (output.json) output.object(body);
  else output.line(`restored ${name}`);
}

/** `snapshot rm <snapshot>`: deletes a snapshot, by id or name. */
export async function removeSnapshot(client: Client, output: Output, name: string): Promise<void> {
  const id = await idOf(client, name);
  await client('DELETE', `${path}/${id}`);
  if (output.json) output.object({ removed: id });
  else output.line(`removed ${name}`);
}

/** Returns the id of the snapshot with that id, else of the newest one with that name. @throws DevnetError NOT_FOUND */
async function idOf(client: Client, name: string): Promise<string> {
  const { snapshots } = readAnswer(snapshotsAnswer, (await client('GET', path)).body);
  return encodeURIComponent(snapshotNamed(snapshots, name).id);
}

function listOf(body: Record<string, unknown>): Record<string, unknown>[] {
  return Array.isArray(body['snapshots']) ? body['snapshots'].filter(isRecord) : [];
}

function rowOf({ id, name, createdAt, heights }: Record<string, unknown>): string[] {
  const { bitcoin, stacks } = isRecord(heights) ? heights : {};
  return [String(id), String(name), String(createdAt), `Bitcoin ${bitcoin}, Stacks ${stacks}`];
}
