import { setTimeout } from 'node:timers/promises';
import { StackingClient } from '@stacks/stacking';
import { broadcastTransaction, makeContractDeploy, makeSTXTokenTransfer } from '@stacks/transactions';
import type { ObservedEvent } from '../observer.js';
import { SIGNER, STACKER, WALLET_1 } from './accounts.js';
import { briefForm } from './form.js';
import { observedForms } from './observed.js';
import { askBootContracts, askOlderBlocks, askPhase, askTenures, CYCLE } from './questions.js';

/** A node, and the means to mine and to observe. */
export type Guide = {
  url: string;
  /** Mines a Bitcoin block and waits until the Stacks node has begun its tenure. */
  mine(): Promise<void>;
  /** Returns the events so far. */
  events(): readonly ObservedEvent[];
};

/** Bitcoin height of the end: the fees of the tenure at 126 have matured. */
const LAST = 232;

/**
 * Mines from Bitcoin height 126, before the first prepare phase, through two reward cycles until the miners' rewards mature, and sends
 * requests on the way. @returns the forms of all answers and events by name
 */
export async function tour(guide: Guide): Promise<Record<string, unknown>> {
  const forms: Record<string, unknown> = {};
  const { url } = guide;
  const ask = async (name: string, path: string, body?: unknown) => {
    const init = body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const response = await fetch(url + path, init);
    const type = response.headers.get('content-type');
    const text = type === 'application/octet-stream' ? `${(await response.arrayBuffer()).byteLength > 0}` : await response.text();
    const answer: unknown = type === 'application/json' ? JSON.parse(text) : text;
    forms[name] = { status: response.status, type, tip: response.headers.has('x-canonical-stacks-tip-height'), body: briefForm(answer) };
    return answer as Record<string, never>;
  };
  const burnHeight = async () => Number(((await (await fetch(`${url}/v2/info`)).json()) as Record<string, unknown>)['burn_block_height']);
  const mineTo = async (height: number) => {
    while ((await burnHeight()) < height) await guide.mine();
  };

  await mineTo(126);
  await transact(guide);
  for (const height of [127, 135, 136, 137, 140, 141]) {
    await mineTo(height);
    await askPhase(ask, height);
  }
  await mineTo(8 * CYCLE + 5);
  await askPhase(ask, 8 * CYCLE + 5);
  await askBootContracts(ask);
  await askOlderBlocks(ask);
  await askTenures(ask, 8 * CYCLE + 5);
  await mineTo(LAST);
  await until(async () => guide.events().some(({ body }) => body['block_height'] !== undefined && body['burn_block_height'] === LAST));
  return { ...forms, ...observedForms(guide.events(), LAST) };
}

/** Stacks, deploys, and replaces a transfer. */
async function transact({ url }: Guide): Promise<void> {
  const client = { baseUrl: url };
  const stacking = new StackingClient({ address: STACKER.address, network: 'testnet', client });
  const amount = 300_000_000_000_000n;
  const poxAddress = 'mr1iPkD9N3RJZZxXRk7xF9d36gffa6exNC';
  const terms = { poxAddress, maxAmount: amount, authId: 7 };
  const signerPrivateKey = `${SIGNER?.privateKey}01`;
  const signerSignature = stacking.signPoxSignature({ topic: 'stack-stx', rewardCycle: 6, period: 6, ...terms, signerPrivateKey });
  const signer = { signerKey: SIGNER?.publicKey ?? '', signerSignature };
  await stacking.stack({
    amountMicroStx: amount,
    cycles: 6,
    burnBlockHeight: 126,
    ...terms,
    ...signer,
    privateKey: STACKER.key,
    fee: 3000n,
  });
  const common = { senderKey: WALLET_1.key, network: 'testnet', client } as const;
  const send = async (transaction: Awaited<ReturnType<typeof makeSTXTokenTransfer>>) => broadcastTransaction({ transaction, client });
  // behind a nonce gap: no miner takes the first before the second replaces it
  const transfer = { ...common, recipient: STACKER.address, amount: 1n };
  await send(await makeSTXTokenTransfer({ ...transfer, nonce: 1n, fee: 300n }));
  await send(await makeSTXTokenTransfer({ ...transfer, nonce: 1n, fee: 600n }));
  await send(await makeContractDeploy({ ...common, contractName: 'toured', codeBody: '(define-read-only (f) u1)', nonce: 0n, fee: 3000n }));
  await reached(url, STACKER.address, 1);
  await reached(url, WALLET_1.address, 2);
}

/** Waits until an account has this nonce. */
async function reached(url: string, address: string, nonce: number): Promise<void> {
  await until(async () => {
    const account = (await (await fetch(`${url}/v2/accounts/${address}?proof=0`)).json()) as { nonce: number };
    return account.nonce >= nonce;
  });
}

/** Polls for 30 s at most. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  const signal = AbortSignal.timeout(30_000);
  while (!(await holds())) await setTimeout(100, undefined, { signal });
}
