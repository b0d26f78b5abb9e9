import { Cl, type ClarityValue, cvToHex } from '@stacks/transactions';
import type { Devnet } from '#dist/network/types.js';
import { account } from '../../../devnet.js';

const TOKEN = `
(define-fungible-token gold u1000000)
(define-non-fungible-token badge uint)
(define-constant ERR_LIMIT (err u401))
(define-constant NAME "Gold")
(define-data-var minted uint u0)
(define-data-var note (optional (string-utf8 20)) none)
(define-map members principal { since: uint, rank: (string-ascii 10) })
(define-map never uint uint)
(define-read-only (get-balance (who principal)) (ok (ft-get-balance gold who)))
(define-read-only (get-supply) (ft-get-supply gold))
(define-read-only (get-owner (id uint)) (nft-get-owner? badge id))
(define-read-only (get-member (who principal)) (map-get? members who))
(define-read-only (get-never (id uint)) (map-get? never id))
(define-read-only (stx-of (who principal)) (stx-get-balance who))
(define-read-only (hash-at (height uint)) (get-stacks-block-info? header-hash height))
(define-read-only (id-at (height uint)) (get-stacks-block-info? id-header-hash height))
(define-read-only (time-at (height uint)) (get-stacks-block-info? time height))
(define-read-only (burn-hash-at (height uint)) (get-burn-block-info? header-hash height))
(define-read-only (chain) { id: chain-id, mainnet: is-in-mainnet })
(define-public (mint (amount uint) (to principal))
  (begin
    (asserts! (<= amount u1000) ERR_LIMIT)
    (var-set minted (+ (var-get minted) amount))
    (map-set members to { since: (var-get minted), rank: "new" })
    (print { event: "mint", amount: amount })
    (ft-mint? gold amount to)))
(define-public (send (amount uint) (to principal)) (ft-transfer? gold amount tx-sender to))
(define-public (award (id uint) (to principal)) (nft-mint? badge id to))
(define-public (leave) (begin (map-delete members tx-sender) (ok (var-get minted))))
(define-public (write (text (optional (string-utf8 20)))) (ok (var-set note text)))
(define-public (pay (amount uint) (to principal)) (stx-transfer? amount tx-sender to))
(define-public (fail) (ok (unwrap-panic (map-get? never u1))))`;

const VAULT = `
(define-map deposits principal uint)
(define-read-only (deposit-of (who principal)) (default-to u0 (map-get? deposits who)))
(define-read-only (gold-of (who principal)) (contract-call? .token get-balance who))
(define-public (deposit (amount uint))
  (begin
    (try! (contract-call? .token send amount 'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG))
    (map-set deposits tx-sender (+ (deposit-of tx-sender) amount))
    (ok (deposit-of tx-sender))))`;

/** Constants that only the deploy knows, and ones that the source tells. */
const CONSTANTS = `
(use-trait bank-trait .bank.bank)
(define-map seen uint (string-ascii 5))
(define-private (double (n uint)) (* n u2))
(map-set seen u1 "first")
(define-constant DEPLOYED stacks-block-height)
(define-constant BURNT burn-block-height)
(define-constant SUPPLY (unwrap-panic (contract-call? .token get-balance 'ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5)))
(define-constant SEEN (map-get? seen u1))
(define-constant HEADER (get-stacks-block-info? header-hash (- stacks-block-height u1)))
(define-constant SPONSOR tx-sponsor?)
(define-constant RICH (stx-get-balance tx-sender))
(define-constant SUM (+ (double u21) u1))
(define-constant LEAST (- 0 170141183460469231731687303715884105727))
(define-constant MOST u340282366920938463463374607431768211455)
(define-constant WORDS (list u"a" u"gr\\u{fc}ezi" u"def"))
(define-constant NESTED { a: (list { b: none } { b: (some 0x0102) }), ok: (ok true), c: (some (err u404)) })
(define-constant BANK .bank)
(define-read-only (known) { d: DEPLOYED, b: BURNT, s: SUPPLY, k: SEEN, h: HEADER, sp: SPONSOR, r: RICH })
(define-read-only (told) { s: SUM, l: LEAST, m: MOST, w: WORDS, n: NESTED, b: BANK })
(define-public (use (to <bank-trait>) (amount uint)) (contract-call? to take amount SUM))
(define-public (log) (begin (print (known)) (print (told)) (ok DEPLOYED)))`;

/** A trait and a contract of Clarity 1, and one of Clarity 2 that uses tenure heights. */
const BANK = `
(define-trait bank ((take (uint uint) (response uint uint))))
(define-fungible-token share u5000)
(define-data-var taken int -1)
(define-constant FEE u3)
(define-public (take (amount uint) (more uint))
  (begin
    (var-set taken (to-int (+ amount more FEE)))
    (try! (ft-mint? share amount tx-sender))
    (print { taken: (var-get taken), more: more })
    (ok (ft-get-balance share tx-sender))))
(define-read-only (last) { taken: (var-get taken), supply: (ft-get-supply share) })`;
const CLOCK = `
(define-constant BORN block-height)
(define-read-only (age) (- block-height BORN))
(define-read-only (hash-of (height uint)) (get-block-info? header-hash height))
(define-read-only (burnt (height uint)) (get-block-info? burnchain-header-hash height))
(define-read-only (seed (height uint)) (get-block-info? vrf-seed height))
(define-read-only (miner (height uint)) (get-block-info? miner-address height))
(define-read-only (when (height uint)) (get-block-info? time height))`;

const [DEPLOYER, W1, W2, W3, W5] = [
  'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM',
  'ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5',
  'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG',
  'ST2JHG361ZXG51QTKY2NQCVBPPRRE2KZB1HR05NNC',
  'ST2REHHS5J3CERCRBEPMGH7921Q6PYKAADT7JP2VB',
] as const;
const UNUSED = 'ST000000000000000000002AMW42H';

/** Deploys the contracts of the conversation, and gives them, the accounts and the chain a history. */
export async function makeHistory(devnet: Devnet): Promise<void> {
  await devnet.stacks.deploy({ name: 'token', source: TOKEN, as: 'deployer', clarityVersion: 3 });
  await devnet.stacks.deploy({ name: 'vault', source: VAULT, as: 'deployer', clarityVersion: 3 });
  const send = sender(devnet);
  await send('wallet_1', 'token', 'mint', 500n, W1);
  await devnet.stacks.deploy({ name: 'bank', source: BANK, as: 'deployer', clarityVersion: 1 });
  await devnet.stacks.deploy({ name: 'clock', source: CLOCK, as: 'deployer', clarityVersion: 2 });
  await devnet.stacks.deploy({ name: 'constants', source: CONSTANTS, as: 'deployer', clarityVersion: 3 });
  await send('wallet_1', 'constants', 'use', Cl.contractPrincipal(DEPLOYER, 'bank'), 20n);
  // a nonce of two digits
  for (let n = 0; n < 11; n++) await devnet.stacks.transfer({ to: 'wallet_4', amount: 1n, as: 'wallet_5' });
  await send('wallet_2', 'token', 'mint', 300n, W2);
  await send('wallet_1', 'vault', 'deposit', 50n);
  await send('deployer', 'token', 'award', 7n, W3);
  await send('deployer', 'token', 'write', 'grüezi');
  await devnet.stacks.transfer({ to: 'wallet_3', amount: 12_345n, memo: 'history', as: 'wallet_2' });
  await devnet.faucet.stx(`${DEPLOYER}.vault`);
}

/** Something to ask a network, and what it answers. */
export type Question = { what: string; ask: (devnet: Devnet) => Promise<unknown> };

/** Returns the reads of the conversation. Each has the same answer as long as nobody sends anything. @param height of the fork */
export function reads(height: number, burnHeight: number): Question[] {
  const accounts = [DEPLOYER, W1, W2, W3, W5, UNUSED, `${DEPLOYER}.vault`, `${DEPLOYER}.none`];
  const paths = [
    ...accounts.map((principal) => `/v2/accounts/${principal}?proof=0`),
    ...['token', 'vault', 'bank', 'clock', 'constants', 'none'].flatMap((name) => [
      `/v2/contracts/interface/${DEPLOYER}/${name}`,
      `/v2/contracts/source/${DEPLOYER}/${name}?proof=0`,
    ]),
    ...['pox-4', 'signers', 'bns'].map((name) => `/v2/contracts/interface/ST000000000000000000002AMW42H/${name}`),
    '/v2/contracts/source/ST000000000000000000002AMW42H/pox-4?proof=0',
    ...['minted', 'note', 'none'].map((name) => `/v2/data_var/${DEPLOYER}/token/${name}?proof=0`),
    ...['ERR_LIMIT', 'NAME', 'none'].map((name) => `/v2/constant_val/${DEPLOYER}/token/${name}`),
  ];
  const entries: [map: string, key: ClarityValue][] = [
    ['members', Cl.principal(W1)],
    ['members', Cl.principal(W3)],
    ['never', Cl.uint(1)],
    ['none', Cl.uint(1)],
  ];
  type Call = [contract: string, fn: string, ...args: ClarityValue[]];
  const calls: Call[] = [
    ['token', 'get-balance', Cl.principal(W1)],
    ['token', 'get-balance', Cl.principal(UNUSED)],
    ['token', 'get-supply'],
    ['token', 'get-owner', Cl.uint(7)],
    ['token', 'get-owner', Cl.uint(8)],
    ['token', 'get-member', Cl.principal(W2)],
    ['token', 'get-never', Cl.uint(1)],
    ['token', 'stx-of', Cl.principal(W2)],
    ['token', 'hash-at', Cl.uint(height - 1)],
    ['token', 'id-at', Cl.uint(height - 1)],
    ['token', 'time-at', Cl.uint(height - 2)],
    ['token', 'burn-hash-at', Cl.uint(burnHeight - 1)],
    ['token', 'chain'],
    ['token', 'mint', Cl.uint(1), Cl.principal(W1)],
    ['token', 'none'],
    ['vault', 'deposit-of', Cl.principal(W1)],
    ['constants', 'known'],
    ['constants', 'told'],
    ['bank', 'last'],
    ['clock', 'burnt', Cl.uint(height - 9)],
    ['clock', 'hash-of', Cl.uint(height - 7)],
    ['clock', 'when', Cl.uint(height - 5)],
    ...[1, 6, 20].flatMap((below): Call[] => ['seed', 'miner'].map((fn) => ['clock', fn, Cl.uint(height - below)])),
    ['clock', 'hash-of', Cl.uint(height + 9)],
    ['vault', 'gold-of', Cl.principal(W2)],
  ];
  return [
    ...paths.map((path) => ({ what: `GET ${path}`, ask: (devnet: Devnet) => answer(devnet, path) })),
    ...entries.map(([map, key]) => ({
      what: `map ${map}`,
      ask: (devnet: Devnet) => answer(devnet, `/v2/map_entry/${DEPLOYER}/token/${map}?proof=0`, cvToHex(key)),
    })),
    ...calls.map(([contract, fn, ...args]) => ({
      what: `read ${contract}.${fn}`,
      ask: (devnet: Devnet) =>
        answer(devnet, `/v2/contracts/call-read/${DEPLOYER}/${contract}/${fn}`, { sender: W1, arguments: args.map((arg) => cvToHex(arg)) }),
    })),
  ];
}

/** Returns the transactions of the conversation, in order. Each sees the effects of those before it. */
export function calls(): Question[] {
  const list: [who: string, contract: string, fn: string, ...args: unknown[]][] = [
    ['wallet_1', 'token', 'mint', 10n, W3],
    ['wallet_1', 'token', 'mint', 1001n, W3],
    ['wallet_3', 'token', 'send', 4n, W1],
    ['wallet_3', 'token', 'send', 400n, W1],
    ['wallet_2', 'vault', 'deposit', 5n],
    ['wallet_1', 'vault', 'deposit', 20n],
    ['deployer', 'token', 'award', 7n, W1],
    ['deployer', 'token', 'award', 8n, W1],
    ['wallet_1', 'token', 'leave'],
    ['deployer', 'token', 'write', null],
    ['wallet_2', 'token', 'pay', 999n, W1],
    ['wallet_2', 'token', 'fail'],
    ['wallet_2', 'constants', 'log'],
    ['wallet_2', 'constants', 'use', Cl.contractPrincipal(DEPLOYER, 'bank'), 30n],
    ['wallet_2', 'constants', 'use', Cl.contractPrincipal(DEPLOYER, 'bank'), 5000n],
    ['wallet_2', 'bank', 'take', 1n, 2n],
  ];
  return list.map(([who, contract, fn, ...args]) => ({
    what: `${who} calls ${contract}.${fn}`,
    ask: (devnet: Devnet) => sender(devnet)(who, contract, fn, ...args),
  }));
}

/** Asks all questions, one after the other. */
export async function converse(devnet: Devnet, questions: readonly Question[]): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const { what, ask } of questions) answers.push([what, await ask(devnet)]);
  return answers;
}

/** Returns the result, the events, the costs and the error of a transaction, without what differs between blocks. */
function sender(devnet: Devnet) {
  return async (who: string, name: string, fn: string, ...args: unknown[]) => {
    const { stx } = account(devnet, 'deployer');
    const options = { as: who, fee: 3_000n, postConditionMode: 'allow' } as const;
    const receipt = await devnet.contract(`${stx.address}.${name}`).call(fn, args, options);
    const { status, result, events, cost } = receipt;
    // Only the embedded engine knows the expression that failed.
    const reason = receipt.reason?.replace(/ from \S+ in \S+ \(line \d+, column \d+\)/, '');
    return {
      status,
      result,
      reason,
      cost,
      events: JSON.parse(JSON.stringify(events, (_, value) => (typeof value === 'bigint' ? `${value}` : value))),
    };
  };
}

async function answer(devnet: Devnet, path: string, body?: unknown): Promise<unknown> {
  const init = body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(`${devnet.urls.stacks}${path}`, init);
  const text = await response.text();
  return [response.status, response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text];
}
