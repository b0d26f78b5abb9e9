import type { Case } from '../rpc/real/case.js';
import type { HttpReply } from '../rpc/real/client.js';
import { ordered, shapeOf } from '../rpc/real/compare.js';
import { isRecord, readJson, writeJson } from '../rpc/real/json.js';

/** What differs between two runs, two machines or two releases, by the method: {@link DELIBERATE} has it, too. */
const OF_RUN: Record<string, readonly string[]> = {
  getblocktemplate: ['longpollid'],
  getmempoolinfo: ['usage'],
  getblockchaininfo: ['size_on_disk'],
  gettxoutsetinfo: ['disk_size'],
  getnetworkinfo: ['version', 'subversion'],
  getchainstates: ['coins_db_cache_bytes', 'coins_tip_cache_bytes'],
  // In random order.
  getaddressinfo: ['use_txids'],
  // The place of the change is random.
  psbtbumpfee: ['psbt'],
  bumpfee: ['txid'],
};

/** Returns the part of a reply of bitcoind that is the same in every run: what a comparison of the given depth looks at. */
export function masked({ about, depth = 'values' }: Case, reply: HttpReply): HttpReply {
  const { headers, text } = reply;
  if (headers['content-type'] !== 'application/json' || text === '') return reply;
  let isMasked = depth !== 'values';
  const put = (value: string) => {
    isMasked = true;
    return value;
  };
  const body = map(readJson(text), (value, key) => {
    if (key !== undefined && OF_RUN[about]?.includes(key)) return put('<of the run>');
    if (typeof value !== 'string' || key !== 'message') return value;
    const text = textOf(value);
    return text === value ? value : put(text);
  });
  const changed = isRecord(body) && 'result' in body ? { ...body, result: ofDepth[depth](body['result']) } : body;
  // As bitcoind has written it, unless something is masked.
  return isMasked ? { ...reply, text: `${writeJson(changed)}\n` } : reply;
}

const ofDepth = {
  values: (result: unknown) => result,
  unordered: ordered,
  types: (result: unknown) => (result === null ? null : shapeOf(result)),
};

/** Of the help only the usage, which is its first line; nothing of the folder, of random transactions, and of where a release has a bug. */
function textOf(message: string): string {
  const [usage, second] = message.split('\n');
  if (second === '') return `${usage}\n\n…`;
  const [, bug] = /^(Internal bug detected: .*)\n/.exec(message) ?? [];
  if (bug !== undefined) return `${bug}\n…`;
  return message.replace(/\/[^' ]*\/wallets\//g, '/…/wallets/').replace(/(bumped by transaction) [0-9a-f]{64}/, '$1 …');
}

/** A copy of a value, with each member as `change` returns it. */
function map(value: unknown, change: (value: unknown, key: string | undefined) => unknown, key?: string): unknown {
  const members = Array.isArray(value)
    ? value.map((member) => map(member, change))
    : isRecord(value)
      ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, map(member, change, name)]))
      : value;
  return change(members, key);
}
