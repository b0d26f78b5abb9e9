import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Devnet } from '#dist/network/types.js';
import type { DevnetOptions } from '#dist/project/config/start-options.js';
import { startDevnet } from '#dist/start/start-devnet.js';
import { testCache } from '../../cache.js';
import { type Observer, observe } from '../../conformance/observer.js';
import type { Answer } from './compare.js';
import { GROUPS, groupAddresses, LIBRARIAN } from './keys.js';
import type { Own, Request } from './reads.js';

export const EPOCHS = ['4.0', '3.4', '3.3', '3.2', '3.1', '3.0'] as const;
export type Epoch = (typeof EPOCHS)[number];

const BALANCE = 1_000_000_000;
const REQUEST_MS = 60_000;
const MINED_MS = 60_000;

/** One of the two networks that are compared. */
export type Side = AsyncDisposable & {
  url: string;
  ask(request: Request | ((own: Own) => Request)): Promise<Answer>;
  nonceOf(address: string): Promise<bigint>;
  /** Resolves when the account has used the nonces below this one. @returns whether it did in time */
  reaches(address: string, nonce: bigint, limitMs?: number): Promise<boolean>;
  /** What the node reports of a transaction in a block. */
  receiptOf(txid: string): Promise<unknown>;
  mineBitcoin(): Promise<void>;
  /** The block whose transactions are replaced in a simulation. */
  tip(): Promise<string>;
  /** Goes on as a copy of itself. */
  twist?(how: 'snapshot' | 'state' | 'copy' | 'fork'): Promise<void>;
  /** Goes on as the network that was copied: what the copies did is gone. */
  untwist?(): Promise<void>;
};

function options(epoch: Epoch): DevnetOptions {
  const funded = Array.from({ length: GROUPS }, (_, group) => groupAddresses(group)).flat();
  const balances = Object.fromEntries([...funded.map((address) => [address, BALANCE]), [LIBRARIAN.address, BALANCE * 1000]]);
  return { epoch, balances, gateway: false, mining: { bitcoin: 'manual' } };
}

/** Why there are no real nodes. */
export function missingProgram(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const has = (name: string) => folders.some((folder) => existsSync(path.join(folder, name)));
  const programs = ['stacks-node', 'stacks-signer', ...(process.env['BITCOIND'] === undefined ? ['bitcoind'] : [])];
  const absent = programs.filter((name) => !has(name));
  return absent.length === 0 ? undefined : `${absent.join(', ')} not on PATH`;
}

export async function startSide(engine: 'embedded' | 'native', epoch: Epoch): Promise<Side> {
  const observer = await observe();
  try {
    const devnet = await startDevnet({ ...options(epoch), engine, eventObservers: [observer.endpoint], cache: testCache });
    return sideOf(devnet, observer);
  } catch (error) {
    await observer[Symbol.asyncDispose]();
    throw error;
  }
}

/** A side that can go on as a copy of itself; receipts are those of replays, because copies have no observers. */
export async function startTwisted(epoch: Epoch, isTwisted: boolean): Promise<Side> {
  const start = (more: DevnetOptions = {}) => startDevnet({ ...options(epoch), ...more });
  let devnet = await start();
  /** What the current one is a copy of: a fork asks its origin. */
  const originals: Devnet[] = [];
  let isFork = false;
  const side = sideOf(() => devnet);
  const replace = (next: Devnet) => {
    originals.push(devnet);
    devnet = next;
  };
  const twists = {
    snapshot: async () => {
      const id = await devnet.snapshot();
      await devnet.stacks.mine(1);
      await devnet.bitcoin.mine(1);
      await devnet.restore(id);
    },
    // A fork has the genesis of its origin, which this network does not have.
    state: async () => {
      if (isFork) return;
      const state = await devnet.dumpState();
      const next = await start();
      await next.loadState(state);
      replace(next);
    },
    copy: async () => replace(await devnet.clone()),
    fork: async () => {
      if (isFork) return;
      replace(await startDevnet({ gateway: false, fork: { url: devnet.urls.stacks }, mining: { bitcoin: 'manual' } }));
      isFork = true;
    },
  };
  const untwist = async () => {
    isFork = false;
    for (let last = originals.pop(); last !== undefined; last = originals.pop()) {
      const copy = devnet;
      devnet = last;
      await copy.close();
    }
  };
  return {
    ...side,
    get url() {
      return devnet.urls.stacks;
    },
    ...(isTwisted && { untwist, twist: (how: keyof typeof twists) => twists[how]() }),
    [Symbol.asyncDispose]: async () => {
      await untwist();
      await devnet.close();
    },
  };
}

type ObservedTransaction = { txid: string };

function sideOf(given: Devnet | (() => Devnet), observer?: Observer): Side {
  const current = typeof given === 'function' ? given : () => given;
  const url = () => current().urls.stacks;
  const json = async (at: string) =>
    (await fetch(url() + at, { signal: AbortSignal.timeout(REQUEST_MS) })).json() as Promise<Record<string, never>>;
  const account = (address: string) => json(`/v2/accounts/${address}?proof=0`);
  const blocks = new Map<string, string>();
  const own = async (): Promise<Own> => {
    const paths = ['/v2/info', '/v3/tenures/info', '/v3/sortitions', '/v2/pox'];
    const [info = {}, tenure = {}, sortitions, pox = {}] = await Promise.all(paths.map(json));
    const burnHash = `${(sortitions as unknown as { burn_block_hash: string }[])[0]?.burn_block_hash}`.replace(/^0x/, '');
    return {
      tip: `${tenure['tip_block_id']}`,
      consensusHash: `${tenure['consensus_hash']}`,
      burnHash,
      tipHeight: Number(info['stacks_tip_height']),
      burnHeight: Number(info['burn_block_height']),
      cycle: Number(pox['reward_cycle_id']),
      blockOf: (txid) => blocks.get(txid) ?? 'unknown',
    };
  };
  const ask = async (given: Request | ((own: Own) => Request)): Promise<Answer> => {
    const request = typeof given === 'function' ? given(await own()) : given;
    const { method, path: at, body: sent, headers } = request;
    const init = {
      method,
      ...(headers && { headers }),
      ...(sent !== undefined && { body: sent }),
      signal: AbortSignal.timeout(REQUEST_MS),
    };
    const response = await fetch(url() + at, init);
    const body = parsed(await response.text());
    return { status: response.status, body: request.only === undefined ? body : withOnly(body, request.only) };
  };
  const nonceOf = async (address: string) => BigInt((await account(address))['nonce'] ?? 0);
  return {
    get url() {
      return url();
    },
    ask,
    nonceOf,
    reaches: (address, nonce, limitMs = MINED_MS) => until(async () => (await nonceOf(address)) >= nonce, limitMs),
    receiptOf: async (txid) => {
      const found = await json(`/v3/transaction/${txid}`);
      const block = `${found['index_block_hash']}`.replace(/^0x/, '');
      blocks.set(txid, block);
      if (observer === undefined) {
        const { transactions } = (await ask({ method: 'GET', path: `/v3/blocks/replay/${block}`, headers: { authorization: '12345' } }))
          .body as {
          transactions: ObservedTransaction[];
        };
        return transactions.find((each) => each.txid === txid);
      }
      let receipt: unknown;
      await until(async () => {
        receipt = observedReceipt(observer, txid);
        return receipt !== undefined;
      }, MINED_MS);
      return receipt;
    },
    mineBitcoin: async () => void (await current().bitcoin.mine(1)),
    tip: async () => `${(await json('/v3/tenures/info'))['tip_block_id']}`,
    [Symbol.asyncDispose]: async () => {
      await current().close();
      await observer?.[Symbol.asyncDispose]();
    },
  };
}

type ObservedBlock = { transactions: ObservedTransaction[]; events: { txid: string; event_index: number }[] };
/** What depends on the block, not on the transaction. */
const OF_BLOCK = ['tx_index', 'microblock_hash', 'microblock_sequence', 'microblock_parent_hash', 'burnchain_op'];

function observedReceipt({ events }: Observer, txid: string): unknown {
  for (let at = events.length - 1; at >= 0; at--) {
    const { path: to, body } = events[at] as Observer['events'][number];
    if (to !== '/new_block') continue;
    const block = body as unknown as ObservedBlock;
    const found = block.transactions.find((each) => each.txid === `0x${txid}`);
    if (found === undefined) continue;
    const own = block.events.filter((event) => event.txid === `0x${txid}`).toSorted((a, b) => a.event_index - b.event_index);
    const fields = Object.entries(found).filter(([name]) => !OF_BLOCK.includes(name));
    return { ...Object.fromEntries(fields), events: own.map(({ event_index: _, ...event }) => event) };
  }
  return undefined;
}

/** A block with one of its transactions, as if it had no other one. */
function withOnly(body: unknown, txid: string): unknown {
  const { transactions } = (body ?? {}) as { transactions?: { txid: string }[] };
  const found = transactions?.find((each) => each.txid === txid);
  return found === undefined ? body : { ...(body as object), transactions: [{ ...found, tx_index: 0 }] };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function until(holds: () => Promise<boolean>, limitMs: number): Promise<boolean> {
  const deadline = performance.now() + limitMs;
  for (let pause = 10; ; pause = Math.min(200, pause * 2)) {
    if (await holds()) return true;
    if (performance.now() > deadline) return false;
    await sleep(pause);
  }
}
