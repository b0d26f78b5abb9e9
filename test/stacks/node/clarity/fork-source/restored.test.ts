import { Cl, type ClarityValue, cvToHex } from '@stacks/transactions';
import { expect, test } from 'vitest';
import { untilComplete } from '#dist/base/missing.js';
import { interfaceOf } from '#dist/clarity/analysis/interface.js';
import type { Contract } from '#dist/clarity/contract.js';
import { BEFORE_ALL, type ChainView } from '#dist/clarity/execution/chain-view.js';
import { emptyState, type State, StateEditor } from '#dist/clarity/state/state.js';
import { displayValue } from '#dist/clarity/values/display.js';
import { contractPrincipal, parsePrincipal } from '#dist/clarity/values/principal.js';
import { sizeOf } from '#dist/clarity/values/size.js';
import { typeOf } from '#dist/clarity/values/type-of.js';
import { findEpoch } from '#dist/stacks/node/chain/epoch.js';
import { networkOf } from '#dist/stacks/node/chain/network.js';
import { bootState } from '#dist/stacks/node/clarity/boot/boot-state.js';
import { ClarityVm } from '#dist/stacks/node/clarity/clarity-vm.js';
import { ForkSourceAnswers } from '#dist/stacks/node/clarity/fork-source/answers.js';
import { ForkSourceState } from '#dist/stacks/node/clarity/fork-source/state.js';
import { genesisState } from '#dist/stacks/node/clarity/genesis.js';
import { createRulesOf } from '#dist/stacks/node/clarity/rules.js';
import { valueOfHex } from '#dist/stacks/node/clarity/transaction.js';
import type { ForkSourceReader, ForkSourceRequest } from '#dist/stacks/protocol/fork-source/reader.js';
import { shown } from '../support.js';
import { type NodeState, nodeState } from './node-state.js';

const [DEPLOYER, OTHER, THIRD] = [
  'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM',
  'ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5',
  'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG',
] as const;
const TIP = 'ab'.repeat(32);

/** Values of all kinds, some of which only the deploy knows. */
const constants = (more: string) => `
(use-trait pays .traits.pays)
(define-data-var first uint u3)
(define-map kept uint (string-ascii 5))
(define-private (twice (n uint)) (* n u2))
(map-set kept u1 "one")
(define-constant DEPLOYED block-height)
(define-constant BURNT burn-block-height)
(define-constant SUM (+ (twice u21) (contract-call? .old get-n)))
(define-constant KEPT (map-get? kept u1))
(define-constant FIRST (var-get first))
(define-constant RICH (stx-get-balance tx-sender))
(define-constant OWNER tx-sender)
(define-constant SELF (as-contract tx-sender))
(define-constant TARGET .coin)
(define-constant LEAST (- 0 170141183460469231731687303715884105727))
(define-constant MOST u340282366920938463463374607431768211455)
(define-constant TEXT u"gr\\u{fc}ezi")
(define-constant WORDS (list "a" "bc" "def"))
(define-constant NESTED { a: (list { b: none } { b: (some 0x0102) }), ok: (ok true), c: (some (err u404)) })
(define-constant NO_LIST (list))
(define-constant ERR (err u7))
(define-read-only (simple) { d: DEPLOYED, b: BURNT, s: SUM, k: KEPT, f: FIRST, r: RICH, o: OWNER, self: SELF, t: TARGET })
(define-read-only (rest) { l: LEAST, m: MOST, t: TEXT, w: WORDS, n: NESTED, e: ERR, none: (len NO_LIST) })
(define-public (fail) (begin (asserts! false ERR) (ok u1)))
(define-public (use (coin <pays>)) (contract-call? coin pay u5 OWNER))
${more}`;

const CONTRACTS = [
  {
    name: 'old',
    epoch: '2.05',
    clarityVersion: 1,
    source: `
(define-trait counts ((count (uint) (response uint uint))))
(define-data-var n uint u40)
(define-constant STEP u2)
(define-map log { at: uint } { by: principal, note: (optional (string-ascii 10)) })
(define-read-only (get-n) (var-get n))
(define-read-only (get-log (at uint)) (map-get? log { at: at }))
(define-public (count (by uint))
  (begin
    (var-set n (+ (var-get n) (* by STEP)))
    (map-set log { at: (var-get n) } { by: tx-sender, note: (some "counted") })
    (print { n: (var-get n), height: block-height })
    (ok (var-get n))))
(define-public (forget (at uint)) (ok (map-delete log { at: at })))
(define-public (delegate (to <counts>) (by uint)) (contract-call? to count by))`,
  },
  { name: 'traits', epoch: '2.1', clarityVersion: 2, source: '(define-trait pays ((pay (uint principal) (response bool uint))))' },
  {
    name: 'coin',
    epoch: '2.4',
    clarityVersion: 2,
    source: `
(impl-trait .traits.pays)
(define-constant CAP (* u1000 u1000))
(define-fungible-token coin CAP)
(define-fungible-token free)
(define-non-fungible-token seat { row: uint, name: (string-ascii 4) })
(ft-mint? coin u500 tx-sender)
(nft-mint? seat { row: u1, name: "left" } tx-sender)
(nft-mint? seat { row: u2, name: "mid" } tx-sender)
(nft-burn? seat { row: u2, name: "mid" } tx-sender)
(define-public (pay (amount uint) (to principal)) (ft-transfer? coin amount tx-sender to))
(define-public (mint (amount uint)) (ft-mint? coin amount tx-sender))
(define-public (burn (amount uint)) (ft-burn? coin amount tx-sender))
(define-public (sit (row uint) (name (string-ascii 4))) (nft-mint? seat { row: row, name: name } tx-sender))
(define-public (move (to principal)) (nft-transfer? seat { row: u1, name: "left" } tx-sender to))
(define-read-only (look (who principal))
  { coins: (ft-get-balance coin who), supply: (ft-get-supply coin), free: (ft-get-supply free), one: (nft-get-owner? seat { row: u1, name: "left" }), two: (nft-get-owner? seat { row: u2, name: "mid" }), stx: (stx-account who) })`,
  },
  { name: 'constants', epoch: '2.5', clarityVersion: 2, source: constants('') },
  { name: 'all-unknown', epoch: '2.5', clarityVersion: 2, source: constants('(define-constant SPONSOR tx-sponsor?)') },
  {
    name: 'supply',
    epoch: '2.5',
    clarityVersion: 2,
    source:
      '(define-constant HALF (/ stx-liquid-supply u2)) (define-fungible-token part HALF) ' +
      '(define-public (mint (n uint)) (ft-mint? part n tx-sender)) (define-read-only (half) HALF)',
  },
].map((contract) => ({ ...contract, deployer: DEPLOYER }));

const BALANCES = [
  { principal: DEPLOYER, amount: 5_000_000_000_000n },
  { principal: OTHER, amount: 90_000_000_000_000n, locked: { amount: 7_000_000n, unlockHeight: 900 } },
];

const BOOT = 'ST000000000000000000002AMW42H';
const id = (name: string) => (name.includes('.') ? parsePrincipal(name) : contractPrincipal(parsePrincipal(DEPLOYER), name));
const contractOf = (name: string) => Cl.principal(`${DEPLOYER}.${name}`);
const POX_ADDRESS = Cl.tuple({ version: Cl.bufferFromHex('00'), hashbytes: Cl.bufferFromHex('11'.repeat(20)) });
type Call = [sender: string, contract: string, fn: string, ...args: ClarityValue[]];

const CALLS: Call[] = [
  [OTHER, 'old', 'get-n'],
  [OTHER, 'old', 'count', Cl.uint(3)],
  [OTHER, 'old', 'count', Cl.uint(0)],
  [OTHER, 'old', 'get-log', Cl.uint(46)],
  [OTHER, 'old', 'forget', Cl.uint(46)],
  [OTHER, 'old', 'forget', Cl.uint(46)],
  [OTHER, 'old', 'get-log', Cl.uint(46)],
  [OTHER, 'old', 'delegate', contractOf('old'), Cl.uint(3)],
  [OTHER, 'old', 'delegate', contractOf('coin'), Cl.uint(3)],
  [DEPLOYER, 'coin', 'look', Cl.principal(DEPLOYER)],
  [DEPLOYER, 'coin', 'look', Cl.principal(OTHER)],
  [DEPLOYER, 'coin', 'look', contractOf('coin')],
  [DEPLOYER, 'coin', 'pay', Cl.uint(20), Cl.principal(OTHER)],
  [OTHER, 'coin', 'pay', Cl.uint(2000), Cl.principal(DEPLOYER)],
  [OTHER, 'coin', 'pay', Cl.uint(2), contractOf('coin')],
  [DEPLOYER, 'coin', 'mint', Cl.uint(1_000_000)],
  [DEPLOYER, 'coin', 'mint', Cl.uint(999_500)],
  [DEPLOYER, 'coin', 'burn', Cl.uint(9)],
  [DEPLOYER, 'coin', 'sit', Cl.uint(1), Cl.stringAscii('left')],
  [DEPLOYER, 'coin', 'sit', Cl.uint(2), Cl.stringAscii('mid')],
  [DEPLOYER, 'coin', 'move', Cl.principal(OTHER)],
  [DEPLOYER, 'coin', 'move', Cl.principal(OTHER)],
  [DEPLOYER, 'coin', 'look', Cl.principal(OTHER)],
  ...['constants', 'all-unknown'].flatMap((name): Call[] => [
    [OTHER, name, 'simple'],
    [OTHER, name, 'rest'],
    [OTHER, name, 'fail'],
    [DEPLOYER, name, 'use', contractOf('coin')],
    [DEPLOYER, name, 'use', contractOf('old')],
    [DEPLOYER, name, 'use', contractOf('none')],
  ]),
  [OTHER, 'supply', 'half'],
  [OTHER, 'supply', 'mint', Cl.uint(47_500_007_000_000)],
  [OTHER, 'supply', 'mint', Cl.uint(3_000_000)],
  [OTHER, 'none', 'half'],
  // locks, of which a node takes care itself
  [DEPLOYER, `${BOOT}.pox-4`, 'delegate-stx', Cl.uint(4_000_000_000_000), Cl.principal(OTHER), Cl.none(), Cl.none()],
  [OTHER, `${BOOT}.pox-4`, 'delegate-stack-stx', Cl.principal(DEPLOYER), Cl.uint(3_000_000_000_000), POX_ADDRESS, Cl.uint(121), Cl.uint(2)],
  [OTHER, `${BOOT}.pox-4`, 'delegate-stack-increase', Cl.principal(DEPLOYER), POX_ADDRESS, Cl.uint(500_000_000_000)],
  [OTHER, `${BOOT}.pox-4`, 'get-stacker-info', Cl.principal(DEPLOYER)],
  [DEPLOYER, 'coin', 'look', Cl.principal(DEPLOYER)],
  [OTHER, `${BOOT}.pox-3`, 'get-pox-info'],
  [OTHER, `${BOOT}.bns`, 'can-namespace-be-registered', Cl.bufferFromHex('6162')],
];

/** Contracts that are deployed on top. */
const DEPLOYS = [
  '(impl-trait .traits.pays) (define-public (pay (a uint) (to principal)) (contract-call? .coin pay a to))',
  '(use-trait c .old.counts) (define-public (go (to <c>)) (contract-call? .old delegate to u1))',
  '(define-read-only (all) { a: (contract-call? .constants rest), b: (contract-call? .old get-log u1) })',
  '(define-public (wrong) (contract-call? .old count "x"))',
  '(define-public (none) (contract-call? .old missing))',
  '(impl-trait .traits.pays) (define-public (pay (a int)) (ok a))',
  '(use-trait t .traits.none)',
  '(define-read-only (writes) (contract-call? .old count u1))',
];

test.each(['3.0', '3.3', '3.4', '4.0'])(
  'default: a call has the result, events and costs in epoch %s that it has in the network itself',
  async (epochName) => {
    const network = networks(epochName);
    const both = [network.execution(network.own), network.execution(network.fork)];
    const nonces = new Map<string, bigint>();
    const run = (sender: string, payload: Parameters<(typeof both)[0]['run']>[0]['payload']) => {
      const nonce = nonces.get(sender) ?? 0n;
      const transaction = {
        origin: parsePrincipal(sender),
        nonce,
        fee: 10n,
        payload,
        postConditionMode: 'allow',
        postConditions: [],
      } as const;
      return Promise.all(both.map((execution) => untilComplete(() => execution.run(transaction)))).then(([own, forked]) => {
        if (own?.status !== 'invalid') nonces.set(sender, nonce + 1n);
        return [own, forked];
      });
    };
    const statuses = new Set<unknown>();
    let locks = 0;
    for (const [sender, contract, fn, ...args] of CALLS) {
      const [own, forked] = await run(sender, {
        type: 'call',
        contract: id(contract),
        fn,
        args: args.map((arg) => valueOfHex(cvToHex(arg).slice(2))),
      });
      expect(shown(forked), `${contract}.${fn}`).toEqual(shown(own));
      statuses.add(own?.status);
      if (own?.status === 'success') locks += [...own.events].filter(({ type }) => type === 'stx_lock_event').length;
    }
    for (const [at, source] of DEPLOYS.entries()) {
      const [own, forked] = await run(DEPLOYER, { type: 'deploy', name: `own-${at}`, source });
      expect(shown(forked), source).toEqual(shown(own));
    }
    const memo = new Uint8Array(34);
    for (const [sender, recipient] of [
      [OTHER, THIRD],
      [THIRD, OTHER],
      [THIRD, DEPLOYER],
    ] as const) {
      const [own, forked] = await run(sender, { type: 'transfer', recipient: parsePrincipal(recipient), amount: 100n, memo });
      expect(shown(forked)).toEqual(shown(own));
    }
    expect(locks).toBe(epochName === '4.0' ? 0 : 2);
    expect([...statuses].sort()).toEqual(['abort_by_response', 'success']);
    const forked = new StateEditor(network.fork);
    const own = new StateEditor(network.own);
    for (const { name } of CONTRACTS) {
      const [a, b] = [own.contract(id(name)), await untilComplete(() => forked.contract(id(name)))];
      expect(b?.size, name).toBe(a?.size);
      expect(b?.height).toBe(a?.height);
      expect(b?.isDeploying).toBe(false);
      expect(constantsOf(b)).toEqual(constantsOf(a));
      // A network of this package analyses contracts of epochs before 2.1 as those of 2.1.
      expect(b && interfaceOf(b.analysis)).toEqual(a && interfaceOf(a.analysis));
    }
  },
);

test('behavior: the types, epoch and version of the analysis are those that the network has', async () => {
  const { origin } = networks('3.4', ({ metadata, ...state }) => ({
    ...state,
    // as stored before epoch 2.1
    metadata: (contract, key) =>
      metadata(contract, key)
        ?.replace('"Epoch21"', '"Epoch2_05"')
        .replaceAll('"CallableType":{"Trait":', '"TraitReferenceType":{"X":')
        .replaceAll(/"TraitReferenceType":\{"X":(\{"name":"\w+","contract_identifier":\{[^}]*\}\})\}/g, '"TraitReferenceType":$1'),
  }));
  const old = await untilComplete(() => origin.contract(id('old')));
  expect(old && interfaceOf(old.analysis)).toMatchObject({ epoch: 'Epoch2_05', clarity_version: 'Clarity1' });
  expect(old?.analysis.publicFunctions.get('delegate')?.parameters[0]?.type).toMatchObject({
    kind: 'callable',
    callable: { trait: { name: 'counts' } },
  });
});

test('behavior: a contract is restored from what its own says: nothing is executed, and no other contract is read', async () => {
  const { origin, requests } = networks('3.4');
  await untilComplete(() => origin.contract(id('traits')));
  await untilComplete(() => origin.contract(id('coin')));
  expect(requests.filter(({ type }) => type === 'value')).toHaveLength(2);
  const asked = requests.flatMap((request) => (request.type === 'metadata' ? [`${request.contract.split('.')[1]} ${request.key}`] : []));
  const keys = ['vm-metadata::9::contract-src', 'vm-metadata::9::contract-data-size', 'analysis'];
  expect(asked).toEqual(['traits', 'coin'].flatMap((name) => keys.map((key) => `${name} ${key}`)));
  expect(await untilComplete(() => origin.contract(id('none')))).toBeUndefined();
});

test('behavior: coverage counts an execution once, however often it waits', async () => {
  const { fork, vm, execution } = networks('3.4', undefined, true);
  const payload = { type: 'call', contract: id('old'), fn: 'count', args: [valueOfHex(cvToHex(Cl.uint(1)).slice(2))] } as const;
  const transaction = {
    origin: parsePrincipal(OTHER),
    nonce: 0n,
    fee: 0n,
    payload,
    postConditionMode: 'allow',
    postConditions: [],
  } as const;
  const open = execution(fork);
  let runs = 0;
  await untilComplete(() => {
    runs++;
    return vm.record(() => open.run(transaction));
  });
  expect(runs).toBeGreaterThan(3);
  const found = vm.coverage?.report().find(({ contract }) => contract === `${DEPLOYER}.old`);
  const [count, next] = ['count', 'forget'].map((name) => found?.functions.find((fn) => fn.name === name));
  expect(count?.hits).toBe(1);
  const lines = found?.lines.filter(({ line }) => line > Number(count?.line) && line < Number(next?.line));
  expect(lines?.map(({ hits }) => hits)).toEqual([1, 1, 1, 1, 1]);
});

test.each([
  ['analysis', 'analysis', '{"epoch":"Epoch99"}'],
  ['types', 'analysis', (text: string) => text.replace('"UIntType"', '"FloatType"')],
  ['constants', 'vm-metadata::9::contract', '{}'],
  ['source', 'vm-metadata::9::contract-src', undefined],
] as const)('edge: what no node answers fails: %s', async (_, key, instead) => {
  const { origin } = networks('3.4', ({ value, metadata }) => ({
    value,
    metadata: (contract, asked) => {
      const found = metadata(contract, asked);
      if (asked !== key) return found;
      return typeof instead === 'function' ? instead(found ?? '') : instead;
    },
  }));
  const reading = untilComplete(() => origin.contract(id('constants')));
  await expect(reading).rejects.toMatchObject({ code: 'ORIGIN', reason: 'BAD_ANSWER', message: expect.stringContaining('constants') });
});

/** The constants of a contract, with what each counts in costs. */
function constantsOf(contract: Contract | undefined): unknown[] {
  return [...(contract?.constants ?? [])].map(([name, value]) => [name, displayValue(value), sizeOf(value), typeOf(value)]);
}

/** A network of this package, and a fork of it. */
function networks(epochName: string, change: (state: NodeState) => NodeState = (state) => state, coverage = false) {
  const epoch = findEpoch(epochName);
  const network = networkOf();
  const unlockHeights = { 1: 1, 2: 2, 3: 3, 4: 1_000_000 };
  const vm = new ClarityVm({ network, unlockHeights, coverage });
  const { rulesOf } = vm;
  const pox = { rewardLength: 20, prepareLength: 5 };
  const boot = bootState({ bootAddress: network.bootAddress, epoch: epochName, pox, startOf: () => 0, rulesOf });
  const bootContracts = boot.contracts.map((contract) => boot.contract(contract.id)).filter((contract) => contract !== undefined);
  const at = (height: number): ChainView => ({
    ...BEFORE_ALL,
    height,
    tenureHeight: height,
    burnHeight: 2 * height,
    time: 1_700_000_000 + height,
  });
  const genesis = { balances: BALANCES, contracts: CONTRACTS, epoch: epochName, pox };
  const own = genesisState(genesis, boot, { vm, miner: parsePrincipal(network.producerAddress), chain: at(50) });
  const { value, metadata } = change(nodeState(own, bootContracts));
  const requests: ForkSourceRequest[] = [];
  const reader: ForkSourceReader = {
    async read(request) {
      requests.push(request);
      if (request.type === 'value') return { found: value(request.hash) };
      return { found: request.type === 'metadata' ? metadata(request.contract, request.key) : undefined };
    },
  };
  const origin = new ForkSourceState({
    answers: new ForkSourceAnswers({ url: 'http://origin', reader }),
    tip: TIP,
    rules: rulesOf(epoch),
    rulesOf: createRulesOf(network),
  });
  const fork: State = { ...emptyState(origin), liquidSupply: own.liquidSupply };
  return { own, fork, vm, origin, requests, execution: (state: State) => vm.begin(state, epoch, at(60)) };
}
