import { invalid } from '../../error.js';
import { isRecord } from '../../json.js';
import type { Client } from '../client.js';
import { type Output, table } from '../output.js';

const path = '/devnet/v1/chaos';

/** Begins a fault, and prints its id. */
export async function beginFault(client: Client, output: Output, kind: string, settings: Record<string, unknown>): Promise<void> {
  const { body } = await client('POST', `${path}/${kind}`, settings);
  if (output.json) output.object(body);
  else output.line(`${rowOf(body).join('  ')}; end it with: stacks-devnet chaos stop ${body['id']}`);
}

/** `chaos reorg <blocks>`: abandons Bitcoin blocks for a longer branch. */
export async function reorganise(client: Client, output: Output, blocks: string, without: readonly string[] | undefined): Promise<void> {
  const left = without?.length === 1 && without[0] === 'all' ? 'all' : without;
  const { body } = await client('POST', `${path}/reorg`, { blocks: readNumber(blocks, 'blocks'), without: left });
  if (output.json) {
    output.object(body);
    return;
  }
  const count = (name: string) => (Array.isArray(body[name]) ? body[name].length : 0);
  const blocksText = count('abandoned') === 1 ? 'block' : 'blocks';
  output.line(`abandoned ${count('abandoned')} ${blocksText} above ${body['forkHeight']}, and mined ${count('hashes')} others`);
}

/** `chaos list`: lists the faults that last. */
export async function listFaults(client: Client, output: Output): Promise<void> {
  const { body } = await client('GET', path);
  if (output.json) output.object(body);
  else for (const line of table(listOf(body).map(rowOf))) output.line(line);
}

/** `chaos stop <id>`: ends a fault. */
export async function stopFault(client: Client, output: Output, id: string): Promise<void> {
  await client('DELETE', `${path}/${encodeURIComponent(id)}`);
  if (output.json) output.object({ stopped: id });
  else output.line(`stopped ${id}`);
}

/** `chaos clear`: ends all faults. */
export async function clearFaults(client: Client, output: Output): Promise<void> {
  const { body } = await client('DELETE', path);
  if (output.json) output.object(body);
  else output.line('stopped all faults');
}

/** Reads a number of the command line; undefined for an option that is absent. @throws DevnetError INVALID_INPUT */
export function readNumber<Text extends string | undefined>(text: Text, field: string): Text extends string ? number : undefined;
export function readNumber(text: string | undefined, field: string): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d+(?:\.\d+)?$/.test(text)) throw invalid(field, 'a number', text);
  return Number(text);
}

/** Reads `503,disconnect`. */
export function readStatuses(text: string | undefined): (number | string)[] | undefined {
  return text?.split(',').map((status) => (/^\d+$/.test(status.trim()) ? Number(status) : status.trim()));
}

function listOf(body: Record<string, unknown>): Record<string, unknown>[] {
  return Array.isArray(body['active']) ? body['active'].filter(isRecord) : [];
}

function rowOf({ id, kind, settings, left }: Record<string, unknown>): string[] {
  const shown = isRecord(settings) ? Object.entries(settings).map(([name, value]) => `${name} ${value}`) : [];
  return [String(id), String(kind), shown.join(', '), ...(left === undefined ? [] : [`${left} left`])];
}
