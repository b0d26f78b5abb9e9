import type { DevnetError } from '../../../../base/error.js';
import { field, listOf, readHash, readNumber, readObject, readText } from '../../../../base/json.js';
import { fromHex, toHex } from '../../../../bitcoin/codec.js';
import { sha256 } from '../../../../bitcoin/crypto.js';
import type { OriginScript } from '../../../../bitcoin/fork-source.js';
import type { EsploraNode } from './esplora-node.js';

/** How often the server is asked again if a block came between its answers. */
const ATTEMPTS = 3;

/** How many pages of transactions since the block of the fork are read, of 25 transactions each. */
export const MOST_PAGES = 400;

type Output = { txid: string; vout: number; value: number };
type Place = { height: number; hash: string; time: number };
type Change = { height: number; funded: Output[]; spent: Output[] };

/** Returns what the chain did to a script up to a height, from what the server knows now and what came after that height. */
export async function readScript(node: EsploraNode, height: number, hash: string): Promise<OriginScript> {
  const path = `/scripthash/${hash}`;
  for (let attempt = 1; ; attempt++) {
    const found = await atHeight(node, height, path, hash);
    const rest = found.unspent.reduce((sum, { value }) => sum + BigInt(value), 0n);
    const isWhole = found.funded - found.spent === found.unspent.length && BigInt(found.fundedSats) - BigInt(found.spentSats) === rest;
    if (isWhole) return found;
    if (attempt >= ATTEMPTS) throw node.error('BAD_ANSWER', `contradicts itself about the unspent outputs of ${path}`);
  }
}

async function atHeight(node: EsploraNode, height: number, path: string, hash: string): Promise<OriginScript> {
  const stats = await node.json(path, readStats);
  if (stats?.transactions === 0) return { transactions: 0, funded: 0, fundedSats: '0', spent: 0, spentSats: '0', unspent: [] };
  const [unspent, pending] = await Promise.all([
    node.json(`${path}/utxo`, readUnspent),
    node.json(`${path}/txs/mempool`, (answer) => readChanges(answer, hash)),
  ]);
  if (stats === undefined || unspent === undefined) throw node.error('BAD_ANSWER', `does not serve ${path}`);
  const later = await changesSince(node, height, path, hash);
  // Outputs that were spent since, or that a transaction of the mempool spends, were unspent.
  const kept = unspent.filter((output) => output.height <= height);
  const returned = [...later, ...(pending ?? [])].flatMap(({ spent }) => spent);
  const places = await Promise.all(returned.map(({ txid }) => node.json(`/tx/${txid}/status`, placeOf)));
  for (const [index, output] of returned.entries()) {
    const from = places[index];
    if (from !== undefined && from.height <= height) kept.push({ ...output, ...from });
  }
  const sum = (outputs: readonly Output[]) => outputs.reduce((total, { value }) => total + BigInt(value), 0n);
  const [funded, spent] = [later.flatMap((change) => change.funded), later.flatMap((change) => change.spent)];
  return {
    transactions: stats.transactions - later.length,
    funded: stats.funded - funded.length,
    fundedSats: `${stats.fundedSats - sum(funded)}`,
    spent: stats.spent - spent.length,
    spentSats: `${stats.spentSats - sum(spent)}`,
    unspent: kept.map((output) => ({ ...output, value: `${output.value}` })),
  };
}

/** Returns what the blocks above a height did to a script. */
async function changesSince(node: EsploraNode, height: number, path: string, hash: string): Promise<Change[]> {
  const changes: Change[] = [];
  let last = '';
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const page = await node.json(`${path}/txs/chain${last}`, (answer) => ({
      changes: readChanges(answer, hash),
      last: listOf(answer, 'transactions')
        .map((item) => readHash(readObject(item, 'transaction'), 'txid'))
        .at(-1),
    }));
    changes.push(...(page?.changes.filter((change) => change.height > height) ?? []));
    if (page?.last === undefined || page.changes.some((change) => change.height <= height)) return changes;
    last = `/${page.last}`;
  }
  throw tooLong(node, hash);
}

/** The error of a script that a fork cannot read. */
export function tooLong(node: EsploraNode, hash: string): DevnetError {
  const what = `has more than ${MOST_PAGES} pages of transactions of the script with the hash ${hash} since the block of the fork`;
  return node.error('BAD_ANSWER', `${what}. Fork again with a later height`);
}

function readStats(answer: unknown) {
  const stats = readObject(field(readObject(answer, 'address'), 'chain_stats'), 'chain_stats');
  return {
    transactions: readNumber(stats, 'tx_count'),
    funded: readNumber(stats, 'funded_txo_count'),
    fundedSats: BigInt(readNumber(stats, 'funded_txo_sum')),
    spent: readNumber(stats, 'spent_txo_count'),
    spentSats: BigInt(readNumber(stats, 'spent_txo_sum')),
  };
}

function readUnspent(answer: unknown): (Output & Place)[] {
  return listOf(answer, 'utxo').map((item) => {
    const output = readObject(item, 'utxo');
    const place = placeOf(field(output, 'status'));
    return { txid: readHash(output, 'txid'), vout: readNumber(output, 'vout'), value: readNumber(output, 'value'), ...place };
  });
}

/** Returns the block of a status; one of infinite height for the mempool. */
function placeOf(answer: unknown): Place {
  const status = readObject(answer, 'status');
  if (field(status, 'confirmed') !== true) return { height: Number.POSITIVE_INFINITY, hash: '', time: 0 };
  return { height: readNumber(status, 'block_height'), hash: readHash(status, 'block_hash'), time: readNumber(status, 'block_time') };
}

/** Reads what each transaction of a list did to a script. */
function readChanges(answer: unknown, hash: string): Change[] {
  return listOf(answer, 'transactions').map((item) => {
    const body = readObject(item, 'transaction');
    const txid = readHash(body, 'txid');
    const funded = listOf(field(body, 'vout'), 'vout').flatMap((output, vout) => {
      const value = valueTo(output, hash);
      return value === undefined ? [] : [{ txid, vout, value }];
    });
    const spent = listOf(field(body, 'vin'), 'vin').flatMap((input) => {
      const vin = readObject(input, 'vin');
      const value = valueTo(field(vin, 'prevout'), hash);
      return value === undefined ? [] : [{ txid: readHash(vin, 'txid'), vout: readNumber(vin, 'vout'), value }];
    });
    return { height: placeOf(field(body, 'status')).height, funded, spent };
  });
}

/** Returns the sats of an output if it pays to the script. */
function valueTo(output: unknown, hash: string): number | undefined {
  if (output === null || output === undefined) return undefined;
  const read = readObject(output, 'output');
  return toHex(sha256(fromHex(readText(read, 'scriptpubkey')))) === hash ? readNumber(read, 'value') : undefined;
}
