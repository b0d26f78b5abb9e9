import { Cl } from '@stacks/transactions';
import { type ClarityVm, createClarityVm, type Evaluation, formatValue } from 'stacks-devnet/clarity';
import { bootContracts } from 'stacks-devnet/clarity/boot-contracts';
import { describe, expect, test } from 'vitest';

const ALICE = 'ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5';
const BOB = 'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG';
const BOOT = 'ST000000000000000000002AMW42H';

/** Deploys a contract of Alice's, and returns its id. */
function deploy(vm: ClarityVm, source: string, name = 'test'): string {
  const contract = `${ALICE}.${name}`;
  expect(vm.deploy({ contract, source })).toMatchObject({ status: 'success', reason: undefined });
  return contract;
}

describe('transactions', () => {
  test('default: fees and nonces count, and a sponsor pays', () => {
    const vm = createClarityVm({ balances: { [ALICE]: 1_000n, [BOB]: 1_000n } });
    const contract = deploy(vm, '(define-public (f) (ok tx-sponsor?))');
    const call = { contract, fn: 'f', sender: ALICE, fee: 10n };
    expect(vm.call(call).result).toEqual(Cl.ok(Cl.none()));
    expect(vm.call({ ...call, sponsor: { address: BOB } }).result).toEqual(Cl.ok(Cl.some(Cl.address(BOB))));
    expect(vm.getAccount(ALICE)).toEqual({ balance: 990n, locked: 0n, unlockHeight: 0, nonce: 3n });
    expect(vm.getAccount(BOB)).toEqual({ balance: 990n, locked: 0n, unlockHeight: 0, nonce: 1n });
  });

  test('edge: an abort keeps nonce and fee, a rejection nothing', () => {
    const vm = createClarityVm({ balances: { [ALICE]: 1_000n } });
    const contract = deploy(vm, '(define-data-var n int 0) (define-public (f) (begin (var-set n 1) (err u4)))');
    const aborted = vm.call({ contract, fn: 'f', sender: ALICE, fee: 10n });
    expect(aborted).toMatchObject({ status: 'abort_by_response', result: Cl.error(Cl.uint(4)), reason: undefined });
    expect(aborted.origin).toMatchObject({ contract, expression: '(err u4)' });
    expect(vm.getDataVar(contract, 'n')).toEqual(Cl.int(0));
    const nonce = vm.call({ contract, fn: 'f', sender: ALICE, nonce: 7n });
    expect(nonce).toMatchObject({ status: 'rejected', result: undefined, reason: expect.stringContaining('is 2') });
    expect(vm.call({ contract, fn: 'f', sender: ALICE, fee: 991n })).toMatchObject({ status: 'rejected', cost: { runtime: 0 } });
    expect(vm.getAccount(ALICE)).toMatchObject({ balance: 990n, nonce: 2n });
  });

  test('edge: unknown contracts and functions, and sources that are not valid, abort', () => {
    const vm = createClarityVm();
    expect(vm.call({ contract: `${ALICE}.none`, fn: 'f', sender: ALICE })).toMatchObject({
      status: 'abort_by_response',
      reason: `NoSuchContract("${ALICE}.none")`,
    });
    const wrong = vm.deploy({ contract: `${ALICE}.wrong`, source: '(define-constant a 1)\n(define-public (f)\n  (+ a u1))' });
    expect(wrong).toMatchObject({ status: 'abort_by_response', interface: undefined, origin: { line: 3, expression: '(+ a u1)' } });
    expect(wrong.reason).toContain("expecting expression of type 'int', found 'uint'");
    expect(vm.getContract(`${ALICE}.wrong`)).toBeUndefined();
  });

  test('edge: what exceeds the limit is rejected', () => {
    const limit = { runtime: 100_000, readCount: 30, readLength: 100_000, writeCount: 30, writeLength: 100_000 };
    const vm = createClarityVm({ limit });
    const contract = deploy(
      vm,
      '(define-private (sha (n uint) (h (buff 32))) (sha256 h)) (define-public (f (l (list 500 uint))) (ok (fold sha l 0x)))',
    );
    const args = [Cl.list(Array.from({ length: 500 }, () => Cl.uint(1)))];
    expect(vm.call({ contract, fn: 'f', args, sender: ALICE })).toMatchObject({
      status: 'rejected',
      reason: expect.stringContaining('CostBalanceExceeded'),
    });
  });

  test('default: post-conditions on STX, tokens and their owners, in every mode', () => {
    const vm = createClarityVm({ balances: { [ALICE]: 1_000n } });
    const contract = deploy(
      vm,
      `(define-fungible-token gold) (define-non-fungible-token deed uint)
       (ft-mint? gold u100 tx-sender) (nft-mint? deed u1 tx-sender)
       (define-public (give (to principal)) (begin
         (try! (ft-transfer? gold u5 tx-sender to))
         (nft-transfer? deed u1 tx-sender to)))`,
    );
    const give = { contract, fn: 'give', args: [Cl.principal(BOB)], sender: ALICE };
    const before = vm.state;
    const deed = { type: 'nft', asset: `${contract}::deed`, code: 'sent', value: Cl.uint(1) } as const;
    const gold = { type: 'ft', asset: `${contract}::gold`, code: 'eq', amount: 5n } as const;
    expect(vm.call({ ...give, postConditionMode: 'deny' }).status).toBe('abort_by_post_condition');
    vm.state = before;
    expect(vm.call({ ...give, postConditionMode: 'deny', postConditions: [gold] }).reason).toContain('::deed');
    vm.state = before;
    const wrong = vm.call({ ...give, postConditions: [{ ...gold, amount: 6n }] });
    expect(wrong.reason).toBe(`Post-condition check failure on fungible asset ${contract}::gold owned by ${ALICE}: 6 SentEq 5`);
    vm.state = before;
    const kept = vm.call({ ...give, postConditionMode: 'originator', postConditions: [gold, deed] });
    expect(kept).toMatchObject({
      status: 'success',
      events: [
        { type: 'ft-transfer', asset: gold.asset, sender: ALICE, recipient: BOB, amount: 5n },
        { type: 'nft-transfer', asset: deed.asset, sender: ALICE, recipient: BOB, value: Cl.uint(1) },
      ],
    });
  });
});

describe('state', () => {
  test('default: states of one start are independent', () => {
    const vm = createClarityVm();
    const contract = deploy(vm, '(define-map m uint uint) (define-public (set (k uint)) (ok (map-set m k k)))');
    const empty = vm.state;
    vm.call({ contract, fn: 'set', args: [Cl.uint(1)], sender: ALICE });
    const one = vm.state;
    vm.state = empty;
    expect(vm.getMapEntry(contract, 'm', Cl.uint(1))).toEqual(Cl.none());
    vm.state = one;
    expect(vm.getMapEntry(contract, 'm', Cl.uint(1))).toEqual(Cl.some(Cl.uint(1)));
  });

  test('default: a state can continue in another VM', () => {
    const [first, second] = [createClarityVm(), createClarityVm({ epoch: '3.4' })];
    const contract = deploy(first, '(define-read-only (f) (+ u1 u2))');
    second.state = first.state;
    expect(second.read({ contract, fn: 'f' }).result).toEqual(Cl.uint(3));
    expect(second.read({ contract, fn: 'f' }).cost).not.toEqual(first.read({ contract, fn: 'f' }).cost);
  });

  test('default: setBalance changes the supply, too', () => {
    const vm = createClarityVm({ balances: { [ALICE]: 5n } });
    const contract = deploy(vm, '(define-read-only (f) stx-liquid-supply)');
    vm.setBalance(BOB, 7n);
    vm.setBalance(ALICE, 1n);
    expect(vm.read({ contract, fn: 'f' }).result).toEqual(Cl.uint(8));
  });
});

describe('chain', () => {
  const block = {
    time: 1_700_000_100,
    headerHash: '01'.repeat(32),
    indexHash: '02'.repeat(32),
    burnHash: '03'.repeat(32),
    burnTime: 1_700_000_000,
    vrfSeed: '04'.repeat(32),
    miner: BOB,
    spentByWinner: 1n,
    spentByAll: 2n,
  };

  test('default: contracts see what the caller knows', () => {
    const vm = createClarityVm();
    const contract = deploy(
      vm,
      `(define-read-only (f) {
         heights: (list stacks-block-height tenure-height burn-block-height), time: stacks-block-time,
         id: (get-stacks-block-info? id-header-hash u2), miner: (get-tenure-info? miner-address u2),
         pox: (get-burn-block-info? pox-addrs u8), unknown: (get-burn-block-info? header-hash u7) })`,
    );
    const payout = { addresses: [{ version: 4, hashBytes: 'aa'.repeat(20) }], payout: 3n };
    vm.chain = {
      height: 9,
      tenureHeight: 4,
      burnHeight: 8,
      time: 1_700_000_200,
      block: () => block,
      burnBlock: (height) => (height === 8 ? { hash: '05'.repeat(32), pox: payout } : undefined),
    };
    const { result } = vm.read({ contract, fn: 'f' });
    expect(formatValue(result ?? '')).toBe(
      `(tuple (heights (u9 u4 u8)) (id (some 0x${'02'.repeat(32)})) (miner (some ${BOB})) ` +
        `(pox (some (tuple (addrs ((tuple (hashbytes 0x${'aa'.repeat(20)}) (version 0x04)))) (payout u3)))) ` +
        '(time u1700000200) (unknown none))',
    );
  });

  test('default: at-block goes back to a state that the caller kept', () => {
    const vm = createClarityVm({ epoch: '3.3' });
    const contract = deploy(
      vm,
      '(define-data-var n int 1) (define-public (set) (ok (var-set n 2))) (define-read-only (then) (at-block 0x' +
        `${'02'.repeat(32)} (var-get n)))`,
    );
    const past = { state: vm.state, chain: vm.chain };
    vm.call({ contract, fn: 'set', sender: ALICE });
    vm.chain = { height: 2, burnHeight: 1, at: (hash) => (hash === '02'.repeat(32) ? past : undefined) };
    expect([vm.read({ contract, fn: 'then' }).result, vm.getDataVar(contract, 'n')]).toEqual([Cl.int(1), Cl.int(2)]);
    vm.chain = { height: 2, burnHeight: 1 };
    expect(vm.read({ contract, fn: 'then' }).reason).toContain('UnknownBlockHeaderHash');
  });
});

describe('boot contracts', () => {
  test('default: those of the epoch exist, and hidden ones do not', () => {
    const [old, now] = (['3.4', '4.0'] as const).map((epoch) => createClarityVm({ epoch, contracts: bootContracts() }));
    expect(old?.getContract(`${BOOT}.pox-5`)).toBeUndefined();
    for (const { contract, isHidden = false } of bootContracts()) expect(now?.getContract(contract) === undefined, contract).toBe(isHidden);
  });

  test('default: stacking locks STX until its Bitcoin height', () => {
    const contracts = bootContracts({ rewardLength: 20, prepareLength: 5 });
    const vm = createClarityVm({ epoch: '2.4', contracts, balances: { [ALICE]: 10n ** 15n } });
    vm.chain = { height: 50, burnHeight: 41 };
    const pox = Cl.tuple({ version: Cl.buffer(Uint8Array.of(0)), hashbytes: Cl.buffer(new Uint8Array(20)) });
    const call = { contract: `${BOOT}.pox-3`, fn: 'stack-stx', args: [Cl.uint(10n ** 14n), pox, Cl.uint(41), Cl.uint(1)], sender: ALICE };
    const receipt = vm.call(call);
    expect(formatValue(receipt.result ?? '')).toContain('(lock-amount u100000000000000)');
    expect(receipt.events.map(({ type }) => type)).toContain('stx-lock');
    expect(vm.getAccount(ALICE)).toMatchObject({ balance: 9n * 10n ** 14n, locked: 10n ** 14n, unlockHeight: 80 });
    vm.chain = { height: 90, burnHeight: 80 };
    expect(vm.getAccount(ALICE)).toMatchObject({ balance: 10n ** 15n, locked: 0n });
  });
});

test('default: onEvaluate has the expressions that parse counts', () => {
  const seen: Evaluation[] = [];
  const vm = createClarityVm({ onEvaluate: (evaluation) => seen.push(evaluation) });
  const source = '(define-read-only (f) (+ u1 u2))';
  const contract = deploy(vm, source);
  vm.read({ contract, fn: 'f' });
  const { expressions } = vm.parse({ contract, source });
  const [definition] = expressions;
  const body = definition?.type === 'list' ? definition.items[2] : undefined;
  expect(seen.find(({ column }) => column === 23)).toEqual({ contract, line: 1, column: 23, endLine: 1, endColumn: 31, id: body?.id });
});

test.each<[string, (vm: ClarityVm) => unknown, string, string]>([
  ['an unknown epoch', () => createClarityVm({ epoch: '9.9' as '4.0' }), 'epoch', '4.1'],
  ['an unknown version', (vm) => vm.deploy({ contract: `${ALICE}.a`, source: '', clarityVersion: 9 as 6 }), 'clarityVersion', '6'],
  ['a contract without a name', (vm) => vm.deploy({ contract: ALICE, source: '' }), 'contract', 'ADDRESS.NAME'],
  ['a sender that is none', (vm) => vm.call({ contract: `${ALICE}.a`, fn: 'f', sender: 'bob' }), 'sender', 'received "bob"'],
  ['an argument that is none', (vm) => vm.call({ contract: `${ALICE}.a`, fn: 'f', sender: ALICE, args: ['zz'] }), 'args[0]', 'hex'],
  ['a fee that is negative', (vm) => vm.call({ contract: `${ALICE}.a`, fn: 'f', sender: ALICE, fee: -1n }), 'fee', '2 ** 64'],
  ['a balance that is a number', () => createClarityVm({ balances: { [ALICE]: 5 as unknown as bigint } }), 'amount', 'a bigint'],
  ['a memo that is too long', (vm) => vm.transfer({ sender: ALICE, recipient: BOB, amount: 1n, memo: '00'.repeat(35) }), 'memo', '34'],
  ['a height that is a fraction', (vm) => Object.assign(vm, { chain: { height: 1.5, burnHeight: 1 } }), 'chain.height', 'whole'],
  ['a state that is none', (vm) => Object.assign(vm, { state: {} }), 'state', 'a state of a Clarity VM'],
  [
    'a code of another condition',
    (vm) =>
      vm.call({
        contract: `${ALICE}.a`,
        fn: 'f',
        sender: ALICE,
        postConditions: [{ type: 'stx', code: 'sent' as 'eq', amount: 1n }],
      }),
    'postConditions[0].code',
    'gte',
  ],
])('error: %s', (_, run, field, text) => {
  expect(() => run(createClarityVm())).toThrow(
    expect.objectContaining({ code: 'INVALID_INPUT', field, message: expect.stringContaining(text) }),
  );
});

describe('a later epoch', () => {
  const pox5 = `${BOOT}.pox-5`;

  test('default: brings its contracts, which the state keeps', () => {
    const vm = createClarityVm({ epoch: '3.4', contracts: bootContracts({ rewardLength: 10, prepareLength: 3 }) });
    const [before, supply] = [vm.state, vm.getAccount(BOOT)];
    expect(vm.getContract(pox5)).toBeUndefined();
    vm.chain = { height: 7, burnHeight: 100 };
    vm.epoch = '4.0';
    expect(vm.getContract(pox5)).toMatchObject({ clarityVersion: 6, height: 7 });
    const { result } = vm.read({ contract: pox5, fn: 'get-pox-info' });
    expect(formatValue(result ?? '')).toContain('(reward-cycle-length u10)');
    expect([vm.spent.runtime, vm.getAccount(BOOT)]).toEqual([0, supply]);

    // What a contract stores stays when the epoch is set again.
    const after = vm.state;
    vm.epoch = '4.0';
    expect(vm.getContract(pox5)?.height).toBe(7);
    vm.state = before;
    expect(vm.getContract(pox5)).toBeUndefined();
    vm.epoch = '4.0';
    expect(vm.getContract(pox5)).toBeDefined();
    vm.state = after;
    expect(vm.getContract(pox5)).toBeDefined();
  });

  test('behavior: a VM has the same contracts whether it begins in an epoch or goes on to it', () => {
    const contracts = bootContracts();
    const names = contracts.filter(({ isHidden }) => isHidden !== true).map(({ contract }) => contract);
    const later = createClarityVm({ epoch: '2.1', contracts });
    for (const epoch of ['2.4', '3.0', '3.2', '3.3', '4.0'] as const) {
      later.epoch = epoch;
      const atOnce = createClarityVm({ epoch, contracts });
      const interfaces = (vm: ClarityVm) => names.map((name) => vm.getContract(name)?.interface);
      expect(interfaces(later)).toEqual(interfaces(atOnce));
    }
  });

  test('behavior: what the contract calls when it is set up is executed, and hidden contracts stay hidden', () => {
    const contracts = [
      { contract: `${BOB}.token`, source: '(define-read-only (one) u1)', clarityVersion: 3, epoch: '3.0', isHidden: true },
      {
        contract: `${ALICE}.later`,
        source: `(define-data-var n uint u0)
          (define-public (add) (ok (contract-call? '${BOB}.token one)))
          (define-private (begin-with (value uint)) (ok (var-set n value)))`,
        clarityVersion: 3,
        epoch: '3.1',
        setUp: { fn: 'begin-with', args: [Cl.uint(5)] },
      },
    ] as const;
    const vm = createClarityVm({ epoch: '2.5', contracts });
    vm.epoch = '3.1';
    expect(vm.getDataVar(`${ALICE}.later`, 'n')).toEqual(Cl.uint(5));
    expect(vm.getContract(`${BOB}.token`)).toBeUndefined();
  });

  test('error: a contract that cannot be deployed leaves epoch and state as they were', () => {
    const contracts = [{ contract: `${ALICE}.bad`, source: '(define-read-only (f) (+ u1 1))', clarityVersion: 3, epoch: '3.1' }] as const;
    const vm = createClarityVm({ epoch: '3.0', contracts });
    const { state } = vm;
    expect(() => {
      vm.epoch = '3.1';
    }).toThrow(
      /^contracts\[0\]: expected a contract that can be deployed in epoch 3\.1, received "ST.*\.bad"\. expecting expression of type/,
    );
    expect(vm.epoch).toBe('3.0');
    expect(vm.state).toEqual(state);
  });
});

describe('budget', () => {
  const source = '(define-data-var n uint u0) (define-public (write) (ok (var-set n (+ u1 (var-get n)))))';
  const many = { runtime: 1_000_000_000, readCount: 1_000, readLength: 1_000_000, writeLength: 1_000_000 };

  test('default: transactions of a tenure share it, and the next tenure has all of it', () => {
    const vm = createClarityVm({ budget: { ...many, writeCount: 9 } });
    const contract = deploy(vm, source);
    const deployed = vm.spent.writeCount;
    const write = () => vm.call({ contract, fn: 'write', sender: ALICE });
    const one = write().cost.writeCount;
    expect(vm.spent.writeCount).toBe(deployed + one);
    let status: string;
    do ({ status } = write());
    while (status === 'success');
    expect(vm.spent.writeCount).toBe(9);
    const [nonce, spent] = [vm.getAccount(ALICE).nonce, vm.spent];
    expect(write()).toMatchObject({
      status: 'rejected',
      reason: expect.stringMatching(/^CostBalanceExceeded\(ExecutionCost \{.*write_count: 10/),
    });
    expect([vm.getAccount(ALICE).nonce, vm.spent]).toEqual([nonce, spent]);
    vm.beginTenure();
    expect(vm.spent.writeCount).toBe(0);
    expect(write()).toMatchObject({ status: 'success', cost: { writeCount: one } });
  });

  test('behavior: the limit of one transaction holds besides the budget', () => {
    const vm = createClarityVm({ limit: { ...many, writeCount: 0 }, budget: 'block' });
    expect(vm.deploy({ contract: `${ALICE}.test`, source })).toMatchObject({
      status: 'rejected',
      reason: expect.stringContaining('CostBalanceExceeded'),
    });
  });

  test('behavior: without a budget, transactions never cost too much together', () => {
    const vm = createClarityVm({ limit: { ...many, writeCount: 9 } });
    const contract = deploy(vm, source);
    for (let i = 0; i < 20; i++) expect(vm.call({ contract, fn: 'write', sender: ALICE }).status).toBe('success');
    expect(vm.spent.writeCount).toBeGreaterThan(20);
  });

  test.each([
    [{ budget: { ...many } }, 'budget.writeCount: expected a number from 0, received nothing'],
    [{ limit: { ...many, writeCount: -1 } }, 'limit.writeCount: expected a number from 0, received -1'],
    [{ budget: 5 }, 'budget: expected the costs runtime, readCount, readLength, writeCount, writeLength, received 5'],
  ])('error: %j', (options, message) => {
    expect(() => createClarityVm(options as never)).toThrow(message);
  });
});
