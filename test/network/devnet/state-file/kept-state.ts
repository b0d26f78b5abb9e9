import { readFile } from 'node:fs/promises';
import { readStateFile, readWhole } from '#dist/network/devnet/state-file/format.js';
import type { Devnet } from '#dist/network/types.js';

/** Calls the RPC of the Bitcoin node. */
export async function bitcoinRpc(devnet: Devnet, method: string, ...params: unknown[]): Promise<unknown> {
  const { rpcUser, rpcPassword } = devnet.credentials ?? { rpcUser: 'devnet', rpcPassword: 'devnet' };
  const headers = { authorization: `Basic ${btoa(`${rpcUser}:${rpcPassword}`)}` };
  const body = JSON.stringify({ jsonrpc: '1.0', id: 1, method, params });
  const answer = (await (await fetch(devnet.urls.bitcoin, { method: 'POST', headers, body })).json()) as {
    result: unknown;
    error: unknown;
  };
  if (answer.error !== null && answer.error !== undefined) throw new Error(`${method}: ${JSON.stringify(answer.error)}`);
  return answer.result;
}

/** Returns the parts of a state file with a journal, up to its last whole record. */
async function partsInFile(file: string): Promise<ReadonlyMap<string, Uint8Array>> {
  return (await readWhole(await readFile(file))).parts;
}

/** Returns the names of the parts in which a file differs from the state of its network. */
export async function differences(devnet: Devnet, file: string): Promise<string[]> {
  const [own, kept] = [await readStateFile(await devnet.dumpState()), await partsInFile(file)];
  const names = new Set([...own.keys(), ...kept.keys()]);
  return [...names].filter((name) => Buffer.compare(own.get(name) ?? new Uint8Array(), kept.get(name) ?? new Uint8Array()) !== 0);
}
