import { Agent, request } from 'node:http';
import { Cl, makeContractCall, makeContractDeploy, PostConditionMode } from '@stacks/transactions';
import { without0x } from '#dist/base/hex.js';
import { signTransfer } from '#dist/stacks/protocol/signing/transfer.js';

export type Sender = { privateKey: string; stx: { address: string } };
/** Signed transactions, in order of their nonces. */
export type Queue = { txid: string; bytes: Uint8Array }[];

const CHAIN_ID = 0x80000000;
/** A token. Its transfers read, write, print and move an asset, as most calls of a contract suite do. */
const TOKEN = `
(define-fungible-token coin)
(define-data-var moved uint u0)
(define-map transfers principal uint)
(define-public (mint (amount uint)) (ft-mint? coin amount tx-sender))
(define-public (transfer (amount uint) (recipient principal))
  (begin
    (var-set moved (+ (var-get moved) amount))
    (map-set transfers tx-sender (+ u1 (default-to u0 (map-get? transfers tx-sender))))
    (print { what: "transfer", amount: amount })
    (ft-transfer? coin amount tx-sender recipient)))`;

/** Signs `count` transfers in total, one queue for each sender. Nonces start at `first`. */
export function signTransfers(senders: readonly Sender[], recipient: string, count: number, first = 0): Promise<Queue[]> {
  return queues(senders, count, async ({ privateKey }, index) => {
    const transfer = {
      recipient,
      amount: 1n,
      fee: 200n,
      nonce: first + index,
      privateKey: privateKey.slice(0, 64),
      chainId: CHAIN_ID,
      memo: '',
    };
    const { txid, bytes } = await signTransfer(transfer);
    return { txid, bytes };
  });
}

/** Signs the deploy of a token by `deployer`, and `count` calls of it in total; each sender mints first. Nonces start at `nonce`. */
export async function signCalls(deployer: Sender, senders: readonly Sender[], count: number, nonce: number): Promise<Queue[]> {
  const common = { fee: 5_000n, network: 'testnet', postConditionMode: PostConditionMode.Allow } as const;
  const deploy = await makeContractDeploy({
    ...common,
    contractName: 'token',
    codeBody: TOKEN,
    nonce: 0n,
    senderKey: deployer.privateKey,
  });
  const calls = await queues(senders, count, async ({ privateKey: senderKey }, index) => {
    const [functionName, ...functionArgs] =
      index === 0 ? (['mint', Cl.uint(1_000_000)] as const) : (['transfer', Cl.uint(1), Cl.principal(deployer.stx.address)] as const);
    const contract = { contractAddress: deployer.stx.address, contractName: 'token', functionName, functionArgs: [...functionArgs] };
    const call = await makeContractCall({ ...common, ...contract, nonce: BigInt(nonce + index), senderKey });
    return { txid: `0x${call.txid()}`, bytes: call.serializeBytes() };
  });
  return [[{ txid: `0x${deploy.txid()}`, bytes: deploy.serializeBytes() }], ...calls];
}

async function queues(senders: readonly Sender[], count: number, sign: (sender: Sender, index: number) => Promise<Queue[number]>) {
  const made: Queue[] = [];
  for (const sender of senders) {
    const queue: Queue = [];
    for (let index = 0; index < count / senders.length; index++) queue.push(await sign(sender, index));
    made.push(queue);
  }
  return made;
}

/**
 * Sends the transactions of each queue in order, all queues in parallel, until the last transaction of each is in a block. Uses Node's own
 * client with keep-alive: the client competes with the network for the processor.
 * @param url of a gateway, or of a Stacks node with `confirmed: 'by the node'`
 * @returns transactions per second
 */
export async function confirmAll(
  url: string,
  all: readonly Queue[],
  confirmed: 'by the gateway' | 'by the node' = 'by the gateway',
): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const headers = { 'content-type': 'application/octet-stream' };
  const started = performance.now();
  await Promise.all(
    all.map(async (queue) => {
      for (const { bytes } of queue) await expectOk(agent, `${url}/v2/transactions`, { method: 'POST', headers }, bytes);
      const txid = queue.at(-1)?.txid ?? '';
      if (confirmed === 'by the gateway') await expectOk(agent, `${url}/devnet/v1/tx/${txid}/wait`, { method: 'GET' });
      else await untilIndexed(agent, `${url}/v3/transaction/${without0x(txid)}`);
    }),
  );
  agent.destroy();
  return (all.flat().length * 1000) / (performance.now() - started);
}

/** A node has no route that waits, so this polls. */
async function untilIndexed(agent: Agent, url: string): Promise<void> {
  const deadline = performance.now() + 30_000;
  for (;;) {
    const { status } = await ask(agent, url, { method: 'GET' });
    if (status === 200) return;
    if (performance.now() > deadline) throw new Error(`GET ${url}: still ${status} after 30 s`);
  }
}

type Options = { method: string; headers?: Record<string, string> };

/** @returns the text of the answer @throws Error for another status than 200 */
export async function expectOk(agent: Agent, url: string, options: Options, body?: Uint8Array): Promise<string> {
  const { status, text } = await ask(agent, url, options, body);
  if (status !== 200) throw new Error(`${options.method} ${url}: ${status} ${text}`);
  return text;
}

export function ask(agent: Agent, url: string, options: Options, body?: Uint8Array): Promise<{ status: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, ...options }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.once('end', () => resolve({ status: response.statusCode, text }));
    });
    sent.once('error', reject).end(body);
  });
}
