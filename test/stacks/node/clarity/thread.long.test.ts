import { expect, test } from 'vitest';
import { StateEditor } from '#dist/clarity/state/state.js';
import type { Payload, PostCondition, Transaction } from '#dist/clarity/transaction/transaction.js';
import { contractPrincipal, issuerOf, parsePrincipal } from '#dist/clarity/values/principal.js';
import type { ClarityVersion } from '#dist/clarity/version.js';
import { valueOfHex } from '#dist/stacks/node/clarity/transaction.js';
import { randomOf } from '../../../clarity/mutate.js';
import { recordedScenarios } from '../../../clarity/receipts.js';
import { FULL_LENGTH } from '../../../full-length.js';
import { DEPLOYER, WALLET_1 } from '../test-node.js';
import { sampleValue } from './sample-value.js';
import { startRepeating } from './start-repeating.js';
import { twoChains } from './two-chains.js';

/** A contract, or a call of one that is there. */
type Step =
  | { readonly contract: string; readonly version: ClarityVersion; readonly source: string }
  | { readonly sender: string; readonly call: string; readonly fn: string; readonly args: readonly string[] };

/** The contracts and calls that a node received in epoch 4.0: those of each fourth scenario, or all. */
const scenarios = recordedScenarios().filter((_, at) => FULL_LENGTH || at % 4 === 0);
const recorded = scenarios.flatMap(({ steps }) =>
  steps.flatMap((step): Step[] => {
    if (step.deploy !== undefined) return [{ contract: `${step.sender}.${step.deploy}`, version: step.version, source: step.source }];
    return step.call === undefined ? [] : [step];
  }),
);

/** What recorded contracts have little of. */
const OWN = `
(define-constant nothing (list none (some u1) none))
(define-constant mixed (list (ok u1) (err "no")))
(define-constant nested {a: (list {b: none}), c: (some 0x0102)})
(define-data-var queue (list 10 {id: uint, note: (optional (string-utf8 4))}) (list))
(define-map pairs {k: (list 3 uint)} (response (buff 4) (string-ascii 8)))
(define-fungible-token gold u1000)
(define-non-fungible-token art {id: uint})
(define-read-only (constants) {n: nothing, m: mixed, t: nested, s: (to-consensus-buff? nested)})
(define-read-only (chain (h uint)) {
  b: (get-stacks-block-info? id-header-hash h), t: (get-stacks-block-info? time h), m: (get-tenure-info? miner-address h),
  r: (get-tenure-info? block-reward h), p: (get-burn-block-info? pox-addrs h), v: (get-tenure-info? vrf-seed h)})
(define-public (push (id uint) (note (optional (string-utf8 4))))
  (ok (var-set queue (unwrap! (as-max-len? (append (var-get queue) {id: id, note: note}) u10) (err u7)))))
(define-public (pair (k uint) (v (response (buff 4) (string-ascii 8))))
  (begin (map-set pairs {k: (list k)} v) (print {at: k, v: v}) (ok (map-get? pairs {k: (list k)}))))
(define-public (trade (n uint) (to principal))
  (begin
    (try! (ft-mint? gold n tx-sender)) (try! (nft-mint? art {id: n} tx-sender)) (try! (ft-transfer? gold u1 tx-sender to))
    (try! (nft-transfer? art {id: n} tx-sender to)) (try! (stx-transfer-memo? n tx-sender to 0x01)) (stx-burn? u1 tx-sender)))
(define-read-only (held (who principal) (id uint))
  {g: (ft-get-balance gold who), s: (ft-get-supply gold), o: (nft-get-owner? art {id: id})})
(define-public (fail (n int)) (ok (/ 1 n)))
(define-private (again (n uint) (sum uint)) (+ n sum))
(define-public (deep (n uint)) (if (is-eq n u0) (ok true) (begin (asserts! (> n u1) (err n)) (ok (is-eq u0 (fold again (list n n) u0))))))
`;

/** What only epochs before 3.4 have. */
const PAST = `
(define-read-only (then (h uint))
  (at-block (unwrap-panic (get-stacks-block-info? id-header-hash h))
    {s: stx-liquid-supply, h: stacks-block-height, b: (stx-get-balance tx-sender)}))
`;

/** Calls within calls, in all forms that evaluate code: the longest chain that is allowed, and longer ones. */
const deepContract = (maxDepth: number) =>
  [
    '(define-private (c-0 (n uint)) n)',
    ...Array.from({ length: 130 }, (_, at) => {
      const call = `(c-${at} n)`;
      const forms = [
        `(+ u1 ${call})`,
        `(let ((m ${call})) (+ m u1))`,
        `(match (some ${call}) m (+ m u1) u0)`,
        `(if (> n u0) ${call} u0)`,
        `(unwrap-panic (element-at? (map c-${at} (list n n)) u1))`,
        `(fold + (list ${call}) u1)`,
        `(begin (asserts! (> ${call} u0) u0) n)`,
        call,
      ];
      return `(define-private (c-${at + 1} (n uint)) ${forms[at % (at < 40 ? 8 : 1)] ?? call})`;
    }),
    ...[5, 20, 30, 36, 40, 44, 60, 130].map((depth) => `(define-public (deep-${depth}) (ok (c-${depth} u1)))`),
    ...[28, 8, 2, 1]
      .map((left) => maxDepth - left)
      .map((depth) => `(define-public (nested-${depth}) (ok ${'(+ u1 '.repeat(depth - 2)}u1${')'.repeat(depth - 2)}))`),
  ].join('\n');

const sender = parsePrincipal(DEPLOYER.address);
const principals = [sender, parsePrincipal(WALLET_1.address)];

const past = [{ contract: `${DEPLOYER.address}.past`, version: 3, source: PAST }] as const;

test.each([
  ['4.0', 'another thread', undefined, 128, []],
  ['3.3', 'another thread', undefined, 64, past],
  ['4.0', 'what cannot wait, and repeats,', startRepeating, 128, []],
  ['3.3', 'what cannot wait, and repeats,', startRepeating, 64, past],
] as const)(
  'in epoch %s, %s executes contracts exactly as this thread does: results, events, costs, traces, coverage and state',
  {
    timeout: 600_000,
  },
  async (epoch, _, start, maxDepth, more) => {
    const random = randomOf(36);
    await using chains = await twoChains(epoch, start);
    const nonces = new Map<string, bigint>();
    const statuses = new Map<string, number>();
    const depths = new Set<string>();

    const execute = async (payload: Payload, origin = sender, postConditions: PostCondition[] = []) => {
      const nonce = nonces.get(origin.id) ?? 0n;
      const postConditionMode = postConditions.length === 0 ? 'allow' : 'deny';
      const transaction: Transaction = { origin, nonce, fee: origin === sender ? 10n : 0n, payload, postConditionMode, postConditions };
      const result = await chains.execute(transaction);
      const { status } = result;
      if (payload.type === 'call' && payload.contract.name === 'deep')
        depths.add('vmError' in result ? (result.vmError ?? status) : status);
      if (status !== 'invalid') nonces.set(origin.id, nonce + 1n);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    };

    const own = { contract: `${DEPLOYER.address}.own`, version: 3, source: OWN } as const;
    const deep = { contract: `${DEPLOYER.address}.deep`, version: 3, source: deepContract(maxDepth) } as const;
    for (const step of [...recorded, own, own, deep, ...more]) {
      if ('call' in step) {
        const args = step.args.map(valueOfHex);
        await execute({ type: 'call', contract: parsePrincipal(step.call), fn: step.fn, args }, parsePrincipal(step.sender));
        continue;
      }
      const { contract: text, version, source } = step;
      const contract = contractPrincipal(issuerOf(parsePrincipal(text)), parsePrincipal(text).name as string);
      await execute({ type: 'deploy', name: contract.name as string, source, version }, issuerOf(contract));
      const deployed = new StateEditor(chains.state()).contract(contract);
      for (const { access, name: fn, parameters } of deployed?.functions.values() ?? []) {
        for (let turn = 0; turn < 2; turn++) {
          const args = parameters.map(({ type }) => sampleValue(type, [...principals, contract], random));
          if (access === 'public') {
            const conditions = turn === 0 ? [] : [{ type: 'stx', code: 'lte', amount: 5n } as const];
            await execute({ type: 'call', contract, fn, args }, sender, conditions);
          }
          const limit = { runtime: 1e9, readCount: 100, readLength: 200_000, writeCount: 0, writeLength: 0 };
          await chains.read({ contract, fn, args, sender, ...(turn === 0 && { limit }) });
        }
      }
    }
    expect([...depths].sort()).toEqual(['MaxStackDepthReached', 'success']);
    expect(chains.compare()).toBeGreaterThan(FULL_LENGTH ? 200 : 100);
    expect(
      Math.min(...['success', 'abort_by_response', 'abort_by_post_condition', 'invalid'].map((s) => statuses.get(s) ?? 0)),
    ).toBeGreaterThan(0);
  },
);
