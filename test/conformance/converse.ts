import { Agent, request as requestOver } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { STACKS_MAINNET, STACKS_TESTNET } from '@stacks/network';
import * as tx from '@stacks/transactions';
import { STANDARD_ACCOUNTS } from '#dist/network/devnet/standard-accounts.js';
import type { Observer } from './observer.js';

export type Answer = { status: number; contentType: string | null; body: unknown };
/** A request of a conversation, and how to compare its answer: a mode of comparison.ts. */
export type Case = { name: string; compare: string; request: { method: string; path: string; body?: string }; response: Answer };
/** What an event observer receives about a transaction in a block. */
export type Receipt = {
  txid: string;
  status: string;
  raw_result: string;
  events: unknown[];
  vm_error: string | null;
  execution_cost: unknown;
};
export type Conversation = { cases: Case[]; receipts: Record<string, Receipt> };

type RequestOptions = { body?: string | Uint8Array<ArrayBuffer>; headers?: Record<string, string> };
type Transaction = Awaited<ReturnType<typeof tx.makeSTXTokenTransfer>>;

const REQUEST_TIMEOUT_MS = 30_000;
const MINED_TIMEOUT_MS = 60_000;
const OBSERVED_TIMEOUT_MS = 10_000;
const POLL_MS = 50;
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

const accountOf = (name: string) => {
  const account = STANDARD_ACCOUNTS.find((candidate) => candidate.name === name);
  return { key: `${account?.privateKey}`, address: `${account?.stx.address}` };
};
/** The standard accounts by name: `deployer`, `wallet1` … `wallet8`. */
const ACCOUNTS = Object.fromEntries(STANDARD_ACCOUNTS.map(({ name }) => [name.replace('_', ''), accountOf(name)]));

/**
 * Sends the requests of `<name>/conversation.js` to a node, in order.
 *
 * The node needs a fresh chain and makes Stacks blocks by itself. The keys, nonces and fees are fixed, so every txid is that of the
 * recording.
 * @param url of the node's RPC, without a slash at the end
 * @param observer receives the node's events
 * @returns all answers, and the receipts of the accepted transactions by the name of the case
 * @throws if a request fails or a transaction is not in a block within 60 s
 */
export async function converse(name: string, url: string, observer: Observer): Promise<Conversation> {
  const cases: Case[] = [];
  const network = { ...STACKS_TESTNET, client: { baseUrl: url, fetch } };
  const json = { 'content-type': 'application/json' };

  async function ask(caseName: string, compare: string, method: string, path: string, { body, headers }: RequestOptions = {}) {
    const { status, contentType, text } = await request(url + path, {
      method,
      ...(headers && { headers }),
      ...(body !== undefined && { body }),
    });
    const answer = { status, contentType, body: parsed(text) };
    const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : Buffer.from(body).toString('hex') };
    cases.push({ name: caseName, compare, request: { method, path, ...sent }, response: answer });
    return { status: answer.status, body: answer.body };
  }
  const hex = (transaction: Transaction) => transaction.serialize();
  const send = (caseName: string, compare: string, transaction: Transaction | string) => {
    const body = JSON.stringify({ tx: typeof transaction === 'string' ? transaction : hex(transaction) });
    return ask(caseName, compare, 'POST', '/v2/transactions', { headers: json, body });
  };
  const read = async (path: string) => (await fetch(url + path, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) })).json();
  const account = (address: string) => read(`/v2/accounts/${address}?proof=0`) as Promise<{ nonce: number }>;
  const mined = (address: string, nonce: number) =>
    until(async () => (await account(address)).nonce >= nonce, MINED_TIMEOUT_MS, `nonce ${nonce} of ${address}`);

  const { default: conversation } = await import(`./${name}/conversation.js`);
  const helpers = { tx, network, ask, send, account, mined, hex, json, NODE: url, accounts: ACCOUNTS, STACKS_MAINNET };
  const [DEPLOYER, WALLET_1] = [accountOf('deployer'), accountOf('wallet_1')];
  const RECIPIENT = tx.getAddressFromPrivateKey(`${'11'.repeat(32)}01`, 'testnet'); // has no coins at genesis
  try {
    await conversation({ ...helpers, DEPLOYER, WALLET_1, RECIPIENT });
  } catch (error) {
    throw new Error(`the conversation stopped after ${cases.length} cases, the last is ${cases.at(-1)?.name}`, { cause: error });
  }
  const { stacks_tip: tip } = (await read('/v2/info')) as { stacks_tip: string };
  const tipObserved = async () => observer.events.some(({ body }) => body['block_hash'] === `0x${tip}`);
  await until(tipObserved, OBSERVED_TIMEOUT_MS, `the event of block ${tip}`);
  return { cases, receipts: receiptsOf(cases, observer) };
}

/** Sends a request as `fetch` does, for a third of the processor time. */
function request(url: string, { method, headers, body }: RequestOptions & { method: string }) {
  return new Promise<{ status: number; contentType: string | null; text: string }>((resolve, reject) => {
    const given = typeof body === 'string' ? { 'content-type': 'text/plain;charset=UTF-8' } : {};
    const sent = requestOver(url, { method, agent, headers: { ...given, ...headers }, timeout: REQUEST_TIMEOUT_MS }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, contentType: response.headers['content-type'] ?? null, text }));
    });
    sent.on('timeout', () => sent.destroy(new Error(`no answer within ${REQUEST_TIMEOUT_MS} ms`)));
    sent.on('error', reject);
    sent.end(body);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

type ObservedBlock = {
  transactions: Receipt[];
  events: { txid: string; event_index: number; committed: boolean }[];
};

function receiptsOf(cases: readonly Case[], observer: Observer): Record<string, Receipt> {
  const receipts = new Map<string, Receipt>();
  for (const { path, body } of observer.events) {
    if (path !== '/new_block') continue;
    const { transactions, events } = body as ObservedBlock;
    for (const { txid, status, raw_result, vm_error, execution_cost } of transactions) {
      const own = events.filter((event) => event.txid === txid && event.committed !== false).sort((a, b) => a.event_index - b.event_index);
      const listed = own.map(({ txid: _txid, event_index: _index, ...event }) => event);
      receipts.set(txid, { txid, status, raw_result, events: listed, vm_error: vm_error ?? null, execution_cost });
    }
  }
  const accepted = cases.filter(({ request, response }) => request.path === '/v2/transactions' && response.status === 200);
  return Object.fromEntries(
    accepted.flatMap(({ name, response }) => {
      const receipt = receipts.get(`0x${response.body}`);
      return receipt === undefined ? [] : [[name, receipt]];
    }),
  );
}

async function until(holds: () => Promise<boolean>, timeoutMs: number, what: string): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`${what} was not reached within ${timeoutMs} ms`);
    await setTimeout(POLL_MS);
  }
}
