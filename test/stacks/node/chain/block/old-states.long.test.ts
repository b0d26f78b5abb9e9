import { Cl } from '@stacks/transactions';
import { expect, test } from 'vitest';
import { BOOT_HEIGHT, burnBlock, DEPLOYER, startTestNode, type TestNode, WALLET_1, WALLET_2 } from '../../test-node.js';
import { call, deploy, transfer } from '../../transactions.js';

/** Has each kind of definition. */
const STORE = `
(define-data-var total uint u0)
(define-map entries {who: principal, at: uint} {values: (list 5 int)})
(define-fungible-token coin)
(define-non-fungible-token thing uint)
(define-public (add (n uint))
  (begin
    (var-set total (+ (var-get total) n))
    (map-set entries {who: tx-sender, at: (mod n u3)} {values: (list (to-int n))})
    (map-delete entries {who: tx-sender, at: (mod (+ n u1) u3)})
    (try! (ft-mint? coin n tx-sender))
    (try! (nft-mint? thing n tx-sender))
    (and (> n u1) (try! (nft-burn? thing (- n u1) tx-sender)))
    (ok n)))
(define-read-only (all (who principal) (n uint))
  {
    total: (var-get total),
    entries: (list (map-get? entries {who: who, at: u0}) (map-get? entries {who: who, at: u1}) (map-get? entries {who: who, at: u2})),
    coin: (list (ft-get-balance coin who) (ft-get-supply coin)),
    owners: (list (nft-get-owner? thing n) (nft-get-owner? thing (- n u1))),
    liquid: stx-liquid-supply,
  })`;
const CONTRACT = `${DEPLOYER.address}.store`;
/** Blocks with calls, and those without after them: many times as many as have their states at hand. */
const [CALLS, LATER] = [80, 220];

/** What the chain had after a block: accounts and all that the contract has. */
async function stateAt({ url }: TestNode, hash: string, n: number): Promise<unknown> {
  const tip = hash.slice(2);
  const accounts = [DEPLOYER, WALLET_1, WALLET_2].map(({ address }) => fetch(`${url}/v2/accounts/${address}?proof=0&tip=${tip}`));
  const read = fetch(`${url}/v2/contracts/call-read/${DEPLOYER.address}/store/all?tip=${tip}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      sender: WALLET_1.address,
      arguments: [Cl.principal(WALLET_1.address), Cl.uint(n)].map((arg) => `0x${Cl.serialize(arg)}`),
    }),
  });
  return Promise.all([...accounts, read].map(async (answer) => (await answer).json()));
}

test('default: what the chain had after an old block is the same when its state is made again', { timeout: 60_000 }, async () => {
  await using node = await startTestNode({ mining: 'manual' });
  await deploy(node.url, DEPLOYER, { name: 'store', source: STORE, nonce: 0n });
  await node.mine();
  const blocks: { hash: string; n: number; state: unknown }[] = [];
  let burnHeight = BOOT_HEIGHT;
  for (let n = 1; n <= CALLS; n++) {
    await call(node.url, WALLET_1, { contract: CONTRACT, fn: 'add', args: [Cl.uint(n)], nonce: BigInt(n - 1) });
    if (n % 3 === 0) await transfer(node.url, DEPLOYER, { recipient: WALLET_2.address, amount: BigInt(n), nonce: BigInt(n / 3) });
    if (n % 30 === 0) await node.burnBlock(burnBlock(++burnHeight));
    const { hash } = await node.mine();
    blocks.push({ hash, n, state: await stateAt(node, hash, n) });
  }
  const [first, last] = [blocks[0], blocks.at(-1)];
  expect(first?.state).not.toEqual(last?.state);

  const snapshot = await node.snapshot();
  const early = await node.dump(snapshot);
  for (let block = 0; block < LATER; block++) await node.mine();
  for (const { hash, n, state } of blocks.toReversed()) expect(await stateAt(node, hash, n)).toEqual(state);
  for (const { hash, n, state } of blocks.filter((_, index) => index % 7 === 0)) expect(await stateAt(node, hash, n)).toEqual(state);

  // A state file has the same bytes, and a restore goes on from a state that was made again.
  expect(Buffer.compare(await node.dump(snapshot), early)).toBe(0);
  await node.restore(snapshot);
  await call(node.url, WALLET_1, { contract: CONTRACT, fn: 'add', args: [Cl.uint(CALLS + 1)], nonce: BigInt(CALLS) });
  await node.mine();
  expect(Buffer.compare(await node.dump(snapshot), early)).toBe(0);
  for (const { hash, n, state } of [first, last].flatMap((block) => block ?? [])) expect(await stateAt(node, hash, n)).toEqual(state);
});
