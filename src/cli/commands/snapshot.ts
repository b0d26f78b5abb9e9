import { readFile } from 'node:fs/promises';
import type { GatewayClient } from '../../devnet/connected/gateway-client.js';
import { invalid, messageOf } from '../../error.js';
import { isRecord } from '../../json.js';
import { readBytes } from '../../system/http.js';
import { writeOutput } from '../../system/write-output.js';
import type { Client } from '../client.js';
import type { Output } from '../output.js';

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

function rowOf({ id, name, createdAt, heights }: Record<string, unknown>): string[] {
  const { bitcoin, stacks } = isRecord(heights) ? heights : {};
  return [String(id), String(name), String(createdAt), `Bitcoin ${bitcoin}, Stacks ${stacks}`];
}
