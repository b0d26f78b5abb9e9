import { createToolkit } from '../toolkit.js';

const CONTRACT = `(define-fungible-token coin)
(define-non-fungible-token badge uint)
(define-data-var count uint u0)
(define-map notes principal (string-ascii 20))
(define-public (add (step uint))
  (begin
    (asserts! (> step u0) (err u100))
    (var-set count (+ (var-get count) step))
    (map-set notes tx-sender "added")
    (try! (ft-mint? coin step tx-sender))
    (try! (nft-mint? badge (var-get count) tx-sender))
    (print { event: "added", step: step })
    (ok (var-get count))))
(define-public (pay (amount uint) (to principal)) (stx-transfer? amount tx-sender to))
(define-public (burn (amount uint)) (stx-burn? amount tx-sender))
(define-public (divide (by uint)) (ok (/ u100 by)))
(define-public (unwrap-none) (ok (unwrap-panic (map-get? notes 'ST000000000000000000002AMW42H))))
(define-private (next (ignored uint) (sum uint)) (+ sum u1))
(define-public (loop) (ok (fold next (list u1 u2 u3 u4 u5 u6 u7 u8) u0)))
(define-read-only (get-count) (var-get count))`;

/**
 * The simulations and replays of a node, for holders of its token: transactions of all kinds on top of the tip and of an earlier block, in
 * the place of those of a block, with minted balances; refused ones; blocks that are executed again.
 *
 * Needs a fresh devnet where each standard account has 100,000,000 STX.
 */
export default async function conversation(helpers) {
  const kit = await createToolkit(helpers);
  const { tx, ask, get, post, chain, deploy, call, transfer, hex, accounts, json, NODE, RECIPIENT } = kit;
  const { uintCV, principalCV, trueCV } = tx;
  const { deployer, wallet1, wallet2, wallet3 } = accounts;
  const contract = `${deployer.address}.simulated`;
  const auth = { ...json, authorization: '12345' };
  const allow = { postConditionMode: 'allow' };

  await chain(deployer, [['deploy-simulated', () => deploy(deployer, 'simulated', CONTRACT)]], { lookUp: false });
  await chain(wallet1, [['add-5', () => call(wallet1, contract, 'add', [uintCV(5)])]]);
  const before = await blockOf(kit.txids.get('add-5'));
  await chain(wallet1, [['burn-7', () => call(wallet1, contract, 'burn', [uintCV(7)])]]);
  const block = await blockOf(kit.txids.get('burn-7'));
  await chain(wallet2, [['divide-by-0', () => call(wallet2, contract, 'divide', [uintCV(0)])]]);
  const failed = await blockOf(kit.txids.get('divide-by-0'));

  async function blockOf(txid) {
    const response = await fetch(`${NODE}/v3/transaction/${txid}`);
    return (await response.json()).index_block_hash.replace(/^0x/, '');
  }
  const simulate = (name, transaction, { query = '', compare = 'simulated' } = {}) =>
    post(name, compare, `/v3/transactions/simulate${query}`, { transaction_hex: text(transaction) }, auth);
  const simulateBlock = (name, id, transactions, { mint = [], query = '', compare = 'replayed' } = {}) =>
    post(name, compare, `/v3/blocks/simulate/${id}${query}`, { mint, transactions_hex: transactions.map(text) }, auth);
  const text = (transaction) => (typeof transaction === 'string' ? transaction : hex(transaction));
  const add = (step, options) => call(wallet3, contract, 'add', [uintCV(step)], options);

  // transactions on top of the tip
  await simulate('simulate-call', await add(3));
  await simulate('simulate-call-refused', await add(0));
  await simulate('simulate-runtime-error', await call(wallet3, contract, 'divide', [uintCV(0)]));
  await simulate('simulate-unwrap-panic', await call(wallet3, contract, 'unwrap-none'));
  await simulate('simulate-loop', await call(wallet3, contract, 'loop'));
  await simulate('simulate-pay', await call(wallet3, contract, 'pay', [uintCV(1000), principalCV(RECIPIENT)]));
  await simulate('simulate-pay-more-than-all', await call(wallet3, contract, 'pay', [uintCV(10n ** 18n), principalCV(RECIPIENT)]));
  await simulate('simulate-burn', await call(wallet3, contract, 'burn', [uintCV(9)]));
  await simulate('simulate-read-only', await call(wallet3, contract, 'get-count'));
  await simulate(
    'simulate-post-condition',
    await call(wallet3, contract, 'burn', [uintCV(9)], { postConditionMode: 'deny', postConditions: [] }),
  );
  await simulate('simulate-wrong-argument', await call(wallet3, contract, 'add', [trueCV()], allow));
  await simulate('simulate-no-such-function', await call(wallet3, contract, 'nope', [], allow));
  await simulate('simulate-private-function', await call(wallet3, contract, 'next', [uintCV(1), uintCV(1)], allow));
  await simulate('simulate-no-such-contract', await call(wallet3, `${deployer.address}.nope`, 'add', [uintCV(1)], allow));
  await simulate('simulate-transfer', await transfer(wallet3, RECIPIENT, 1_000n, { memo: 'lunch' }));
  await simulate('simulate-transfer-of-too-much', await transfer(wallet3, RECIPIENT, 10n ** 17n));
  await simulate('simulate-transfer-to-itself', await transfer(wallet3, wallet3.address, 1_000n));
  await simulate('simulate-no-fee', await transfer(wallet3, RECIPIENT, 1_000n, { fee: 0n }));
  await simulate('simulate-fee-of-too-much', await transfer(wallet3, RECIPIENT, 1_000n, { fee: 10n ** 17n }));
  await simulate('simulate-deploy', await deploy(wallet3, 'fresh', '(print u1) (define-public (f) (ok true))'));
  await simulate('simulate-deploy-with-error', await deploy(wallet3, 'fresh', '(define-public (f) (ok (+ 1 u1)))'));
  await simulate('simulate-deploy-unparsed', await deploy(wallet3, 'fresh', '(define-public (f) (ok'));
  await simulate('simulate-deploy-runtime-error', await deploy(wallet3, 'fresh', '(/ u1 u0)'));
  await simulate('simulate-deploy-of-taken-name', await deploy(deployer, 'simulated', '(print u1)'));
  // refused
  await simulate('simulate-nonce-too-high', await add(3, { nonce: 7n }));
  await simulate('simulate-nonce-too-low', await call(wallet1, contract, 'add', [uintCV(3)], { nonce: 0n }));
  await simulate('simulate-other-chain', await add(3, { network: { ...kit.network, chainId: 1 } }));
  await simulate('simulate-mainnet', await add(3, { network: kit.STACKS_MAINNET }));
  const good = text(await add(3));
  await simulate('simulate-wrong-signature', good.slice(0, 120) + (good.slice(120, 122) === '00' ? '11' : '00') + good.slice(122));
  // on top of an earlier block
  await simulate('simulate-earlier', await call(wallet1, contract, 'burn', [uintCV(1)], { nonce: 1n }), { query: `?tip=${before}` });
  await simulate('simulate-earlier-nonce', await call(wallet1, contract, 'burn', [uintCV(1)]), { query: `?tip=${before}` });
  await simulate('simulate-no-such-tip', good, { query: `?tip=${'ab'.repeat(32)}` });
  await simulate('simulate-tip-no-hash', good, { query: '?tip=nope' });
  // bodies and tokens
  const to = '/v3/transactions/simulate';
  await post('simulate-no-token', 'exact', to, { transaction_hex: good }, json);
  await post('simulate-wrong-token', 'exact', to, { transaction_hex: good }, { ...auth, authorization: 'nope' });
  await post('simulate-empty', 'exact', to, '', auth);
  await post('simulate-no-json', 'exact', to, 'nope', auth);
  await post('simulate-no-field', 'exact', to, {}, auth);
  await post('simulate-not-hex', 'exact', to, { transaction_hex: 'zz' }, auth);
  await post('simulate-odd-hex', 'exact', to, { transaction_hex: 'abc' }, auth);
  await post('simulate-truncated', 'exact', to, { transaction_hex: good.slice(0, 100) }, auth);
  await post('simulate-text', 'exact', to, good, { ...auth, 'content-type': 'text/plain' });
  await ask('simulate-get', 'exact', 'GET', to, { headers: auth });
  // in the place of the transactions of a block
  await simulateBlock('block-empty', block, []);
  await simulateBlock('block-two', block, [await add(3), await call(wallet3, contract, 'add', [uintCV(4)], { nonce: 1n })]);
  await simulateBlock('block-failed-calls', block, [
    await add(0),
    await call(wallet3, contract, 'divide', [uintCV(0)], { nonce: 1n }),
    await call(wallet3, contract, 'burn', [uintCV(9)], { nonce: 2n, postConditionMode: 'deny' }),
  ]);
  await simulateBlock('block-deploys', block, [
    await deploy(wallet3, 'fresh', '(print u1) (define-public (f) (ok true))'),
    await call(wallet3, `${wallet3.address}.fresh`, 'f', [], { nonce: 1n }),
  ]);
  const rich = (amount) => ({ mint: [{ principal: { Standard: [26, [...Buffer.alloc(20, 7)]] }, amount }] });
  await simulateBlock('block-mint', block, [await add(3)], rich(7));
  const minted = { mint: [{ principal: standard(wallet3.address), amount: 2 * 10 ** 15 }] };
  await simulateBlock('block-mint-paid', block, [await transfer(wallet3, RECIPIENT, 10n ** 15n)], minted);
  await simulateBlock('block-not-minted', block, [await transfer(wallet3, RECIPIENT, 10n ** 15n)]);
  await simulateBlock('block-nonce', block, [await add(3, { nonce: 7n })]);
  await simulateBlock('block-second-nonce', block, [await add(3), await add(3)]);
  await simulateBlock('block-unknown', 'ab'.repeat(32), [await add(3)], { compare: 'masked' });
  const path = `/v3/blocks/simulate/${block}`;
  await post('block-no-token', 'exact', path, { mint: [], transactions_hex: [good] }, json);
  await post('block-no-mint', 'exact', path, { transactions_hex: [good] }, auth);
  await post('block-no-transactions', 'exact', path, { mint: [] }, auth);
  await post('block-mint-text', 'exact', path, { mint: [{ principal: wallet3.address, amount: 7 }], transactions_hex: [] }, auth);
  await post('block-mint-negative', 'exact', path, { ...rich(-7), transactions_hex: [] }, auth);
  await post('block-not-hex', 'exact', path, { mint: [], transactions_hex: ['zz'] }, auth);
  await post('block-empty-body', 'exact', path, '', auth);
  await post('block-text', 'exact', path, 'nope', { ...auth, 'content-type': 'text/plain' });
  await post('block-id-short', 'exact', '/v3/blocks/simulate/ab', { mint: [], transactions_hex: [] }, auth);
  // After it, a node sends its profile with each later simulation of the connection.
  await simulateBlock('block-profiler', block, [await add(3)], { query: '?profiler=1' });
  // again
  await ask('replay-call', 'replayed', 'GET', `/v3/blocks/replay/${block}`, { headers: auth });
  await ask('replay-profiler', 'replayed', 'GET', `/v3/blocks/replay/${block}?profiler=1`, { headers: auth });
  await ask('replay-runtime-error', 'replayed', 'GET', `/v3/blocks/replay/${failed}`, { headers: auth });
  await ask('replay-unknown', 'masked', 'GET', `/v3/blocks/replay/${'ab'.repeat(32)}`, { headers: auth });
  await get('replay-no-token', 'exact', `/v3/blocks/replay/${block}`);
  await ask('replay-wrong-token', 'exact', 'GET', `/v3/blocks/replay/${block}`, { headers: { authorization: 'nope' } });

  /** A principal in the form of stacks-core's own JSON. */
  function standard(address) {
    const { version, hash160 } = tx.createAddress(address);
    return { Standard: [version, [...Buffer.from(hash160, 'hex')]] };
  }
}
