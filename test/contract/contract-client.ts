import { Pc } from '@stacks/transactions';
import { clarity, connectDevnet } from 'stacks-devnet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Devnet } from '#dist/network/types.js';
import { account, balanceOf } from '../devnet.js';

const SOURCE = `
(define-trait greeter ((greet () (response uint uint))))
(define-constant LIMIT u100)
(define-data-var count uint u0)
(define-map orders { id: uint, owner: principal } { price: int, note: (optional (string-utf8 20)) })
(define-read-only (get-count) (var-get count))
(define-read-only (who) tx-sender)
(define-read-only (check (n uint)) (if (> n LIMIT) (err "too much") (ok n)))
(define-read-only (divide (a int) (b int)) (/ a b))
(define-public (greet) (ok u1))
(define-public (add (n uint))
  (begin
    (asserts! (<= n LIMIT) (err u7))
    (var-set count (+ (var-get count) n))
    (print { event: "added", n: n })
    (ok (var-get count))))
(define-public (fail) (ok (/ u1 (var-get count))))
(define-public (pay (amount uint) (to principal)) (stx-transfer? amount tx-sender to))
(define-public (order (id uint) (owner principal) (price int) (note (optional (string-utf8 20))))
  (ok (map-set orders { id: id, owner: owner } { price: price, note: note })))
(define-public (echo
    (i int) (b bool) (buff (buff 4)) (s (string-ascii 10)) (u (string-utf8 10)) (p principal) (r (response uint bool))
    (o (optional uint)) (l (list 3 { a: uint })) (t <greeter>))
  (ok { i: i, b: b, buff: buff, s: s, u: u, p: p, r: r, o: o, l: l, t: (contract-of t) }))
(define-public (nested (o (optional (optional uint)))) (ok (is-some o)))
(define-private (hidden) u1)
`;

/** Enough for any engine on a busy machine. */
const PATIENCE = { timeoutMs: 120_000 };

/**
 * The contract client, deployments and transfers on every engine, of the object that started the network and of one that is connected to
 * it.
 * @param engine.restores whether the engine has snapshots @default true
 */
export function contractClientContract(name: string, start: () => Promise<Devnet>, { restores = true } = {}): void {
  describe(`${name}: devnet.contract`, () => {
    let devnet: Devnet;
    let id: string;
    beforeAll(async () => {
      devnet = await start();
      const deployed = await devnet.stacks.deploy({ name: 'shop', source: SOURCE, as: 'deployer', ...PATIENCE });
      expect(deployed).toMatchObject({ status: 'success', contract: `${account(devnet, 'deployer').stx.address}.shop` });
      id = deployed.contract;
    });
    afterAll(() => devnet.close());
    const objects = [
      ['started', async () => devnet],
      ['connected', () => connectDevnet(devnet.urls.gateway)],
    ] as const;
    const countOf = () => devnet.contract('shop').read<bigint>('get-count');

    test.each(objects)("%s: with expect: 'ok', what fails rejects with reason, place and the caller's line", async (_name, open) => {
      const opened = await open();
      const contract = opened.contract('shop');
      const options = { as: 'wallet_1', expect: 'ok', ...PATIENCE } as const;
      const { status, value } = await contract.call('greet', [], options);
      expect({ status, ok: value.ok }).toEqual({ status: 'success', ok: 1n });
      const refused = await contract.call('add', { n: 101n }, options).catch((error: unknown) => error);
      expect(refused).toMatchObject({
        code: 'FAILED',
        message: expect.stringMatching(
          /^the call of ST\w+\.shop\.add \(0x[0-9a-f]{64}\) did not succeed: the contract answered \(err u7\)/,
        ),
        reason: expect.stringContaining('the contract answered (err u7)'),
        stack: expect.stringContaining('contract-client.ts'),
      });
      const postConditions = [Pc.principal(account(devnet, 'wallet_1').stx.address).willSendLte(4).ustx()];
      const pay = contract.call('pay', { amount: 5n, to: account(devnet, 'wallet_2').stx.address }, { ...options, postConditions });
      await expect(pay).rejects.toMatchObject({ code: 'FAILED', received: 'abort_by_post_condition' });
      const source = '(define-read-only (one)\n  (missing))';
      const broken = await opened.stacks.deploy({ name: `broken-${_name}`, source, ...options }).catch((error: unknown) => error);
      expect(broken).toMatchObject({
        code: 'FAILED',
        message: expect.stringMatching(/^the deployment of ST\w+\.broken-\w+ \(0x[0-9a-f]{64}\) did not succeed: [\s\S]*missing/),
        stack: expect.stringContaining('contract-client.ts'),
      });
      const transfer = { to: 'wallet_2', amount: 1n, ...options };
      expect((await opened.stacks.transfer(transfer)).status).toBe('success');
      await expect(opened.stacks.transfer({ ...transfer, wait: false })).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'expect' });
      const wrong = { ...transfer, expect: 'fail' as never };
      await expect(opened.stacks.transfer(wrong)).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'expect' });
    });

    test.each(objects)('%s: a call waits for its receipt, by name and in order', async (_name, open) => {
      const contract = (await open()).contract('shop');
      expect(contract.id).toBe(id);
      const before = await contract.read<bigint>('get-count');
      const receipt = await contract.call('add', { n: 5n }, { as: 'wallet_1', ...PATIENCE });
      expect(receipt).toMatchObject({
        status: 'success',
        value: { ok: before + 5n },
        result: { repr: `(ok u${before + 5n})` },
        events: [{ type: 'contract_event' }],
      });
      expect(await contract.call('add', [1], { as: account(devnet, 'wallet_1'), ...PATIENCE })).toMatchObject({
        value: { ok: before + 6n },
      });
      expect(await contract.variable('count')).toBe(before + 6n);
      expect(await contract.constant('LIMIT')).toBe(100n);
    });

    test.each(objects)('%s: values of every type', async (_name, open) => {
      const contract = (await open()).contract(id);
      const { stx } = account(devnet, 'wallet_2');
      const values = {
        ...{ i: -5n, b: true, buff: Uint8Array.of(1, 255), s: 'a"b\\', u: 'ü😀', p: stx.address, r: { err: false }, o: null },
        ...{ l: [{ a: 1n }, { a: 2n ** 128n - 1n }], t: id },
      };
      const options = { as: 'wallet_2', ...PATIENCE };
      expect(await contract.call('echo', values, options)).toMatchObject({ status: 'success', value: { ok: values } });
      const { buff: _, ...others } = values;
      const given = { ...others, buff: '0x01ff', o: 7, l: [], r: { ok: 1n } };
      expect((await contract.call('echo', given, options)).value).toEqual({
        ok: { ...values, o: 7n, l: [], r: { ok: 1n } },
      });
      const inClarity = [
        '-5',
        'true',
        '0x01ff',
        '"a\\"b\\\\"',
        'u"ü\\u{1F600}"',
        `'${stx.address}`,
        '(err false)',
        'none',
        '(list)',
        `'${id}`,
      ];
      const literals = inClarity.map((text) => clarity(text));
      expect((await contract.call('echo', literals, options)).value).toEqual({ ok: { ...values, l: [] } });
      expect((await contract.call('nested', [clarity('(some none)')], options)).value).toEqual({ ok: true });
      expect((await contract.call('nested', {}, options)).value).toEqual({ ok: false });
    });

    test.each(objects)('%s: reads, as any principal', async (_name, open) => {
      const contract = (await open()).contract('shop');
      const { stx, privateKey } = account(devnet, 'wallet_3');
      expect(await contract.read('check', { n: 3n })).toEqual({ ok: 3n });
      expect(await contract.read('check', [101n])).toEqual({ err: 'too much' });
      for (const as of ['wallet_3', account(devnet, 'wallet_3'), privateKey, stx.address]) {
        expect(await contract.read('who', {}, { as })).toBe(stx.address);
      }
      expect(await contract.read('who')).toBe(account(devnet, 'deployer').stx.address);
      await expect(contract.read('divide', [1n, 0n])).rejects.toMatchObject({
        code: 'RPC',
        message: expect.stringMatching(/\.shop\.divide failed: .*DivisionByZero/s),
      });
      await expect(contract.read('add', [1n])).rejects.toMatchObject({ code: 'RPC', hint: expect.stringContaining('call("add"') });
    });

    test.each(objects)('%s: map entries', async (_name, open) => {
      const contract = (await open()).contract('shop');
      const owner = account(devnet, 'wallet_4').stx.address;
      await contract.call('order', { id: 1n, owner, price: -3n, note: 'grüezi' }, { as: 'wallet_4', ...PATIENCE });
      expect(await contract.map('orders', { id: 1n, owner })).toEqual({ price: -3n, note: 'grüezi' });
      expect(await contract.map('orders', { id: 2n, owner })).toBeNull();
    });

    test.each(objects)('%s: aborts resolve', async (_name, open) => {
      const devnetOf = await open();
      const contract = devnetOf.contract('shop');
      const options = { as: 'wallet_5', ...PATIENCE };
      expect(await contract.call('add', { n: 101n }, options)).toMatchObject({ status: 'abort_by_response', value: { err: 7n } });
      const { stx } = account(devnet, 'wallet_5');
      const payment = { amount: 5n, to: account(devnet, 'wallet_6').stx.address };
      const postConditions = [Pc.principal(stx.address).willSendEq(4).ustx()];
      expect(await contract.call('pay', payment, { ...options, postConditions })).toMatchObject({
        status: 'abort_by_post_condition',
        reason: expect.stringContaining('post-condition'),
      });
      expect(await contract.call('pay', payment, { ...options, postConditionMode: 'deny' })).toMatchObject({
        status: 'abort_by_post_condition',
      });
      const enough = [Pc.principal(stx.address).willSendEq(5).ustx()];
      expect(await contract.call('pay', payment, { ...options, postConditions: enough })).toMatchObject({ status: 'success' });
      expect(await contract.call('pay', payment, { ...options, fee: 4_321n })).toMatchObject({ status: 'success', value: { ok: true } });
    });

    test.each(objects)('%s: without wait, the txid', async (_name, open) => {
      const devnetOf = await open();
      const txid = await devnetOf.contract('shop').call('add', [1n], { as: 'wallet_6', wait: false });
      expect(txid).toMatch(/^0x[0-9a-f]{64}$/);
      expect(await devnetOf.stacks.waitForTx(txid, PATIENCE)).toMatchObject({ status: 'success' });
    });

    test('behavior: 100 concurrent calls of one account are mined, each once', { timeout: 180_000 }, async () => {
      const connected = await connectDevnet(devnet.urls.gateway);
      const before = await countOf();
      const { nonce: first } = await balanceOf(devnet, 'wallet_7');
      // Both objects send with the same account, and neither knows of the other.
      const calls = Array.from({ length: 100 }, (_, index) =>
        (index % 10 === 0 ? connected : devnet).contract('shop').call('add', { n: 1n }, { as: 'wallet_7', timeoutMs: 150_000 }),
      );
      const receipts = await Promise.all(calls);
      expect(new Set(receipts.map(({ txid }) => txid)).size).toBe(100);
      expect(receipts.map(({ status }) => status)).toEqual(Array.from({ length: 100 }, () => 'success'));
      expect(await countOf()).toBe(before + 100n);
      expect((await balanceOf(devnet, 'wallet_7')).nonce).toBe(first + 100);
      await connected.close();
    });

    if (restores)
      test('behavior: after a restore, nonces and interfaces are those of the restored network', async () => {
        const contract = devnet.contract('later');
        const options = { as: 'wallet_8', ...PATIENCE };
        const snapshot = await devnet.snapshot();
        const deploy = (source: string) => devnet.stacks.deploy({ name: 'later', source, as: 'deployer', ...PATIENCE });
        await deploy('(define-public (one (n uint)) (ok n))');
        expect((await contract.call('one', { n: 1n }, options)).value).toEqual({ ok: 1n });
        await devnet.restore(snapshot);
        await expect(contract.call('one', { n: 1n }, options)).rejects.toMatchObject({ code: 'NOT_FOUND' });
        await deploy('(define-public (one (n int)) (ok n)) (define-public (two) (ok u2))');
        expect((await contract.call('two', [], options)).value).toEqual({ ok: 2n });
        expect((await contract.call('one', { n: -1n }, options)).value).toEqual({ ok: -1n });
        await devnet.deleteSnapshot(snapshot);
      });

    test.each(objects)('%s: transfers, to accounts and contracts', async (_name, open) => {
      const { stacks } = await open();
      const { stx: before } = await balanceOf(devnet, 'wallet_2');
      const options = { as: 'wallet_3', ...PATIENCE };
      expect(await stacks.transfer({ to: 'wallet_2', amount: 7n, memo: 'rent', ...options })).toMatchObject({
        status: 'success',
        events: [{ type: 'stx_transfer_event' }],
      });
      expect((await balanceOf(devnet, 'wallet_2')).stx).toBe(before + 7n);
      expect(await stacks.transfer({ to: id, amount: 1n, ...options })).toMatchObject({ status: 'success' });
    });

    test('error: what the node refuses', async () => {
      const privateKey = `${'00'.repeat(31)}77`;
      await expect(devnet.contract('shop').call('add', [1n], { as: privateKey })).rejects.toMatchObject({
        code: 'REJECTED',
        reason: 'NotEnoughFunds',
        message: expect.stringContaining(`the node rejected the call of ${id}.add: NotEnoughFunds. The sender `),
      });
      await expect(devnet.stacks.deploy({ name: 'shop', source: '(ok 1)', as: 'deployer' })).rejects.toMatchObject({
        code: 'REJECTED',
        reason: 'ContractAlreadyExists',
      });
    });

    test('behavior: a contract that does not compile resolves with the reason', async () => {
      const receipt = await devnet.stacks.deploy({
        name: 'broken',
        source: '(define-public (f) (ok missing))',
        as: 'deployer',
        ...PATIENCE,
      });
      expect(receipt).toMatchObject({ status: 'abort_by_response', reason: expect.stringContaining('missing') });
    });
  });
}
