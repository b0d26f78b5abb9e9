import { setTimeout as delay } from 'node:timers/promises';
import { deserializeTransaction, makeContractCall, makeSTXTokenTransfer, type StacksTransactionWire, uintCV } from '@stacks/transactions';
import type { Account, Devnet } from 'stacks-devnet';

/** How long the client tries in all, and pauses between requests, in ms. */
const DEADLINE = 110_000;
const PAUSE = 50;
/** How long one request may take, in ms. */
const REQUEST = 5_000;
/** After this many looks without a trace of the transaction, it is sent again. */
const LOOKS = 20;

/** What a careful client knows about its transaction in the end. */
export type Confirmed = { txid: string; status: string; height: number; requests: number; failures: number };

/**
 * A client as a dApp should have: it signs once, sends the same bytes again when it does not know whether they arrived, and believes a
 * block only after `confirmations` Bitcoin blocks.
 */
export function createDapp(devnet: Devnet, account: Account) {
  const gateway = devnet.urls.gateway ?? '';
  let requests = 0;
  let failures = 0;

  /** Asks until there is a usable answer: failed requests and answers that are no JSON are tried again. */
  async function ask(
    path: string,
    until: number,
    init: RequestInit = {},
  ): Promise<{ status: number; body: Record<string, unknown> | string }> {
    for (;;) {
      if (Date.now() > until) throw new Error(`no answer to ${path}`);
      requests++;
      try {
        const answer = await fetch(`${gateway}${path}`, { ...init, signal: AbortSignal.timeout(REQUEST) });
        const body = (await answer.json()) as Record<string, unknown> | string;
        if (answer.status < 500 && answer.status !== 429) return { status: answer.status, body };
      } catch {
        // A lost connection, a timeout, or text of a proxy.
      }
      failures++;
      await delay(PAUSE);
    }
  }
  async function nonce(until: number): Promise<number> {
    const { body } = await ask(`/v2/accounts/${account.stx.address}?proof=0`, until);
    return Number((body as { nonce: number }).nonce);
  }
  /** Sends the bytes. A refusal of what may be our own earlier attempt is no failure: the look at the transaction decides. */
  async function send(transaction: StacksTransactionWire, until: number): Promise<void> {
    const { status, body } = await ask('/v2/transactions', until, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: Buffer.from(transaction.serialize(), 'hex') as never,
    });
    const reason = typeof body === 'string' ? undefined : body['reason'];
    if (status !== 200 && reason !== 'BadNonce' && reason !== 'ConflictingNonceInMempool') throw new Error(JSON.stringify(body));
  }
  async function confirm(transaction: StacksTransactionWire, confirmations: number, until: number): Promise<Confirmed> {
    const txid = transaction.txid();
    await send(transaction, until);
    for (let unseen = 0; ; ) {
      const { status, body } = await ask(`/extended/v1/tx/0x${txid}`, until);
      const { tx_status, canonical, block_height, burn_block_height } = body as Record<string, unknown>;
      const isMined = status === 200 && tx_status !== 'pending' && canonical !== false && !String(tx_status).startsWith('dropped');
      if (isMined) {
        const info = await ask('/v2/info', until);
        const depth = Number((info.body as Record<string, unknown>)['burn_block_height']) - Number(burn_block_height);
        if (depth >= confirmations) return { txid, status: String(tx_status), height: Number(block_height), requests, failures };
        unseen = 0;
      } else if (++unseen % LOOKS === 0) await send(transaction, until);
      await delay(PAUSE);
    }
  }

  return {
    /** Pays exactly once. */
    async pay(recipient: string, amount: bigint, { confirmations = 0 } = {}): Promise<Confirmed> {
      const until = Date.now() + DEADLINE;
      const transaction = await makeSTXTokenTransfer({
        ...{ recipient, amount, fee: 1_000n, nonce: BigInt(await nonce(until)), network: devnet.network },
        senderKey: account.privateKey,
      });
      return confirm(deserializeTransaction(transaction.serialize()), confirmations, until);
    },
    /** Calls the counter exactly once. */
    async add(contract: string, by: number): Promise<Confirmed> {
      const until = Date.now() + DEADLINE;
      const [contractAddress = '', contractName = ''] = contract.split('.');
      const transaction = await makeContractCall({
        ...{ contractAddress, contractName, functionName: 'add', functionArgs: [uintCV(by)], fee: 2_000n, validateWithAbi: false },
        ...{ nonce: BigInt(await nonce(until)), senderKey: account.privateKey, network: devnet.network },
      });
      return confirm(deserializeTransaction(transaction.serialize()), 0, until);
    },
  };
}
