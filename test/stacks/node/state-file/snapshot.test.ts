import { Cl } from '@stacks/transactions';
import { beforeAll, expect, test } from 'vitest';
import { FormatError } from '#dist/base/storage/format-error.js';
import type { StacksNodeOptions, StacksSnapshot } from '#dist/stacks/node/types.js';
import { FULL_LENGTH } from '../../../full-length.js';
import { BOOT_HEIGHT, burnBlock, DEPLOYER, startTestNode, type TestNode, WALLET_1, WALLET_2 } from '../test-node.js';
import { call, deploy, transfer } from '../transactions.js';

const OPTIONS: Partial<StacksNodeOptions> = { mining: 'manual' };
const POX_4 = 'ST000000000000000000002AMW42H.pox-4';

const BASE = `
(define-trait counting ((count () (response uint uint))))
(define-constant DEPLOYED stacks-block-height)
(define-read-only (get-answer) u42)
(define-public (count) (ok u7))
`;
/** Has each kind of definition, and values that only the chain can tell. */
const STORE = `
(use-trait counting .base.counting)
(impl-trait .base.counting)
(define-constant HEIGHT stacks-block-height)
(define-constant ANSWER (contract-call? .base get-answer))
(define-constant LIST (list {a: u1, b: (some "x")} {a: u2, b: none}))
(define-constant OWNER tx-sender)
(define-data-var total uint u0)
(define-data-var log (list 20 {who: principal, at: uint, note: (optional (string-utf8 10))}) (list))
(define-map entries {who: principal, at: uint} {values: (list 5 int), raw: (buff 8)})
(define-fungible-token coin (* ANSWER u1000))
(define-fungible-token free)
(define-non-fungible-token thing {id: uint, tag: (string-ascii 8)})
(define-public (count) (ok (var-get total)))
(define-public (add (n uint))
  (let ((at stacks-block-height))
    (var-set total (+ (var-get total) n HEIGHT))
    (var-set log (unwrap-panic (as-max-len? (append (default-to (list) (slice? (var-get log) u0 u5))
      {who: tx-sender, at: at, note: (some u"n\\u{1F600}")}) u20)))
    (map-set entries {who: tx-sender, at: n} {values: (list -1 (to-int n)), raw: 0x0102})
    (map-delete entries {who: tx-sender, at: (- n u1)})
    (try! (ft-mint? coin n tx-sender))
    (try! (ft-mint? free u5 .base))
    (try! (nft-mint? thing {id: n, tag: "t"} tx-sender))
    (and (> n u1) (try! (nft-burn? thing {id: (- n u1), tag: "t"} tx-sender)))
    (print {log: (var-get log), entry: (map-get? entries {who: tx-sender, at: n}), list: LIST})
    (ok {supply: (ft-get-supply coin), answer: ANSWER, owner: OWNER, base: (contract-call? .base get-answer)})))
(define-public (through (target <counting>)) (contract-call? target count))
`;
const LATER = `
(use-trait counting .base.counting)
(define-constant ADDED (contract-call? '${DEPLOYER.address}.store count))
(define-public (run (target <counting>)) (contract-call? '${DEPLOYER.address}.store through target))
`;

/** The nonces that continue a chain after {@link build}. */
const NEXT = { deployer: 8n, wallet: 1n };
/** Bitcoin heights of blocks. */
const BUILT = BOOT_HEIGHT + 8;

let source: TestNode;
let snapshot: StacksSnapshot;
let bytes: Uint8Array;

/** Makes blocks with all kinds of changes. */
async function build(node: TestNode): Promise<void> {
  const { url } = node;
  await deploy(url, DEPLOYER, { name: 'base', source: BASE, nonce: 0n });
  await deploy(url, DEPLOYER, { name: 'store', source: STORE, nonce: 1n });
  await node.burnBlock(burnBlock(BOOT_HEIGHT + 1));
  for (let n = 1n; n <= 5n; n++) {
    await call(url, DEPLOYER, { contract: `${DEPLOYER.address}.store`, fn: 'add', args: [Cl.uint(n)], nonce: 1n + n });
    await node.mine();
    await node.burnBlock(burnBlock(BOOT_HEIGHT + 1 + Number(n)));
  }
  await call(url, WALLET_1, { contract: POX_4, fn: 'allow-contract-caller', args: [Cl.principal(POX_4), Cl.none()], nonce: 0n });
  await transfer(url, DEPLOYER, { recipient: WALLET_2.address, amount: 5n, nonce: 7n });
  await node.burnBlock(burnBlock(BOOT_HEIGHT + 7));
  await node.burnBlock(burnBlock(BOOT_HEIGHT + 8));
  // Stays in the mempool: the nonce before it is missing.
  await transfer(url, WALLET_2, { recipient: WALLET_1.address, amount: 5n, nonce: 3n });
}

/** Continues the chain of {@link build}, and returns the hashes of its blocks. */
async function goOn(node: TestNode, tenures: number): Promise<string[]> {
  const hashes: string[] = [];
  const { url } = node;
  let { deployer, wallet } = NEXT;
  await deploy(url, WALLET_1, { name: 'later', source: LATER, nonce: wallet++ });
  for (let tenure = 1; tenure <= tenures; tenure++) {
    await call(url, DEPLOYER, {
      contract: `${DEPLOYER.address}.store`,
      fn: 'add',
      args: [Cl.uint(5 + tenure)],
      nonce: deployer++,
    });
    const target = Cl.contractPrincipal(DEPLOYER.address, tenure % 2 === 0 ? 'base' : 'store');
    await call(url, WALLET_1, { contract: `${WALLET_1.address}.later`, fn: 'run', args: [target], nonce: wallet++ }).catch(() => wallet--);
    await call(url, WALLET_1, {
      contract: POX_4,
      fn: 'allow-contract-caller',
      args: [Cl.principal(`${WALLET_1.address}.c${tenure}`), Cl.some(Cl.uint(900))],
      nonce: wallet++,
    });
    hashes.push((await node.mine()).hash);
    await node.burnBlock(burnBlock(BUILT + tenure));
    hashes.push(node.tip().hash);
  }
  return hashes;
}

async function get(node: TestNode, path: string): Promise<unknown> {
  const response = await fetch(`${node.url}${path}`);
  return response.headers.get('content-type')?.includes('json') ? response.json() : response.text();
}

const mapEntry = async (node: TestNode, at: number, tip: string) => {
  const path = `/v2/map_entry/${DEPLOYER.address}/store/entries?tip=${tip.slice(2)}&proof=0`;
  const key = Cl.serialize(Cl.tuple({ who: Cl.principal(DEPLOYER.address), at: Cl.uint(at) }));
  const headers = { 'content-type': 'application/json' };
  return (await fetch(`${node.url}${path}`, { method: 'POST', headers, body: JSON.stringify(`0x${key.replace(/^0x/, '')}`) })).json();
};

beforeAll(async () => {
  source = await startTestNode(OPTIONS);
  const outcomes: string[] = [];
  const stop = source.subscribe((event) => {
    if (event.type === 'block') outcomes.push(...event.receipts.map(({ status, rawResult }) => `${status} ${rawResult.slice(0, 4)}`));
  });
  await build(source);
  stop();
  // The file would say little about failures. All results are `(ok …)`.
  expect(new Set(outcomes)).toEqual(new Set(['success 0x07']));
  snapshot = await source.snapshot();
  bytes = await source.dump(snapshot);
  return () => source.close();
});

async function startLoaded(): Promise<TestNode> {
  const node = await startTestNode(OPTIONS);
  await node.restore(await node.load(bytes));
  return node;
}

test('behavior: a loaded snapshot gives equal bytes', async () => {
  await using node = await startLoaded();
  expect(Buffer.compare(await node.dump(await node.snapshot()), bytes)).toBe(0);
  expect(Buffer.compare(await source.dump(snapshot), bytes)).toBe(0);
});

test('behavior: a loaded chain answers as the one that was dumped, at old heights, too', async () => {
  await using node = await startLoaded();
  expect(node.tip()).toEqual(source.tip());
  for (let height = BOOT_HEIGHT; height <= node.tip().height; height++) {
    expect(await get(node, `/v3/blocks/height/${height}`)).toEqual(await get(source, `/v3/blocks/height/${height}`));
  }
  for (const path of [
    `/v2/accounts/${DEPLOYER.address}?proof=0`,
    '/v2/info',
    '/v2/pox',
    `/v2/contracts/interface/${DEPLOYER.address}/store`,
    `/v2/contracts/source/${DEPLOYER.address}/store?proof=0`,
    `/v2/contracts/interface/${POX_4.replace('.', '/')}`,
    `/v2/constant_val/${DEPLOYER.address}/store/HEIGHT`,
    `/v2/constant_val/${DEPLOYER.address}/store/ANSWER`,
    `/v2/constant_val/${DEPLOYER.address}/base/DEPLOYED`,
    `/v2/data_var/${DEPLOYER.address}/store/log?proof=0`,
  ]) {
    expect(await get(node, path), path).toEqual(await get(source, path));
  }
  const past = await source.past();
  const old = past.at(-1)?.block.hash ?? '';
  for (const tip of [source.tip().hash, old]) {
    for (let at = 0; at < 6; at++) expect(await mapEntry(node, at, tip)).toEqual(await mapEntry(source, at, tip));
  }
});

test('behavior: a loaded chain continues exactly as one that never stopped', { timeout: 60_000 }, async () => {
  await using node = await startLoaded();
  const rounds = FULL_LENGTH ? 50 : 10;
  const expected = await goOn(source, rounds);
  try {
    expect(await goOn(node, rounds)).toEqual(expected);
    expect(Buffer.compare(await node.dump(await node.snapshot()), await source.dump(await source.snapshot()))).toBe(0);
  } finally {
    await source.restore(snapshot);
  }
});

test('behavior: a reorganisation below the tip of a loaded chain is as in the one that was dumped', async () => {
  await using node = await startLoaded();
  const run = async (one: TestNode) => {
    await one.burnReorg(BOOT_HEIGHT + 4);
    for (let up = 1; up <= 3; up++) await one.burnBlock(burnBlock(BOOT_HEIGHT + 4 + up, 1, up === 1 ? 0 : 1));
    return one.tip();
  };
  const expected = await run(source);
  const dumped = await source.dump(await source.snapshot());
  await source.restore(snapshot);
  expect(await run(node)).toEqual(expected);
  expect(Buffer.compare(await node.dump(await node.snapshot()), dumped)).toBe(0);
});

test('behavior: a snapshot of another chain of the node can be restored after a load', async () => {
  await using node = await startTestNode(OPTIONS);
  await transfer(node.url, WALLET_1, { recipient: WALLET_2.address, amount: 77n, nonce: 0n });
  await node.burnBlock(burnBlock(BOOT_HEIGHT + 1, 9, 0));
  const before = { tip: node.tip(), account: await get(node, `/v2/accounts/${WALLET_2.address}?proof=0`) };
  const own = await node.snapshot();
  await node.restore(await node.load(bytes));
  expect(node.tip()).toEqual(source.tip());
  await node.restore(own);
  expect({ tip: node.tip(), account: await get(node, `/v2/accounts/${WALLET_2.address}?proof=0`) }).toEqual(before);
});

test('error: bytes that no node dumped', async () => {
  await expect(source.load(bytes.subarray(0, bytes.length - 1))).rejects.toThrow(FormatError);
});
