import { DevnetError } from '../../../base/error.js';
import { type Json, parseExactJson, readObject, readText } from '../../../base/json.js';
import { showValue } from '../../../base/show-value.js';
import { unknownName } from '../../../base/unknown-name.js';
import type { ContractAbi } from '../../../clarity/contract-abi.js';
import { parseValueHex, serializedHex, type Value } from '../../../clarity/values.js';
import type { StacksClient } from '../../../stacks/client.js';
import { refusal } from '../../../stacks/client.js';
import { toClarity } from './to-clarity.js';

type Rpc = Pick<StacksClient, 'getJson' | 'request'>;

/** Reads an entry of a map; `none` without one. @throws DevnetError INVALID_INPUT for another map or key */
export async function readMapEntry(rpc: Rpc, contract: string, abi: ContractAbi, name: string, key: unknown): Promise<Value> {
  const map = find(abi.maps, name, 'map', contract);
  return fetchMapEntry(rpc, contract, name, toClarity(key, map.key, 'key'));
}

/** Reads an entry of a map from the node; `none` without one. @throws DevnetError RPC for an unknown map or a key of another type */
export async function fetchMapEntry(rpc: Rpc, contract: string, name: string, key: Value): Promise<Value> {
  const serialized = serializedHex(key);
  const path = `/v2/map_entry/${pathOf(contract, name)}?proof=0`;
  const headers = { 'content-type': 'application/json' };
  const reply = await rpc.request({ method: 'POST', path, headers, body: Buffer.from(JSON.stringify(`0x${serialized}`)) });
  if (reply.status !== 200) throw refusal(path, reply);
  return readData(parseExactJson(reply.bytes.toString('utf8')), path);
}

/** Reads a data variable or a constant. @throws DevnetError INVALID_INPUT for another name */
export async function readVariable(
  rpc: Rpc,
  contract: string,
  { variables }: ContractAbi,
  name: string,
  access: 'variable' | 'constant',
): Promise<Value> {
  const kind = access === 'variable' ? 'data variable' : 'constant';
  const found = find(
    variables.filter((variable) => variable.access === access),
    name,
    kind,
    contract,
  );
  return fetchVariable(rpc, contract, access === 'variable' ? 'data_var' : 'constant_val', found.name);
}

/** Reads a data variable or a constant from the node. @throws DevnetError RPC for an unknown name */
export async function fetchVariable(rpc: Rpc, contract: string, route: 'data_var' | 'constant_val', name: string): Promise<Value> {
  const path = `/v2/${route}/${pathOf(contract, name)}?proof=0`;
  return readData(await rpc.getJson(path), path);
}

/** Returns the entry of a name. @throws DevnetError INVALID_INPUT with the names that exist */
export function find<T extends { name: string }>(entries: readonly T[], name: unknown, kind: string, contract: string): T {
  const found = entries.find((entry) => entry.name === name);
  if (found !== undefined) return found;
  const names = entries.map((entry) => entry.name);
  const advice = names.length === 0 ? `It has no ${kind}s.` : `It has ${names.join(', ')}.`;
  throw unknownName(typeof name === 'string' ? name : showValue(name), `${kind} of ${contract}`, names, advice);
}

function pathOf(contract: string, name: string): string {
  return `${contract.replace('.', '/')}/${encodeURIComponent(name)}`;
}

function readData(answer: Json, path: string): Value {
  const hex = readText(readObject(answer, path), 'data');
  const value = parseValueHex(hex);
  if (value === undefined) throw new DevnetError('RPC', `Stacks ${path}: the value cannot be read: ${hex.slice(0, 100)}`);
  return value;
}
