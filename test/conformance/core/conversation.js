/**
 * What every client does: reads, fee estimates, refused transactions, the mempool behind a nonce gap, one contract with calls that
 * succeed and abort, and reads of its state.
 *
 * Needs a fresh devnet where deployer and wallet_1 have 100,000,000 STX each. The mempool cases have a nonce gap before them, so that no
 * miner includes them early.
 */
export default async function conversation({ tx, network, ask, send, mined, hex, json, DEPLOYER, WALLET_1, RECIPIENT, STACKS_MAINNET }) {
  const EMPTY_KEY = 'e494f188c2d35887531ba474c433b1e41fadd8eb824aca983447fd4bb8b277a801';
  // reads
  await ask('info', 'shape', 'GET', '/v2/info');
  await ask('pox', 'shape', 'GET', '/v2/pox');
  await ask('account', 'exact', 'GET', `/v2/accounts/${WALLET_1.address}?proof=0`);
  await ask('account-unknown', 'exact', 'GET', `/v2/accounts/${RECIPIENT}?proof=0`);
  await ask('account-mainnet-address', 'exact', 'GET', '/v2/accounts/SP000000000000000000002Q6VF78?proof=0');
  await ask('account-garbage', 'exact', 'GET', '/v2/accounts/notanaddress?proof=0');
  await ask('account-contract', 'exact', 'GET', '/v2/accounts/ST000000000000000000002AMW42H.pox-4?proof=0');
  await ask('fees-transfer', 'exact', 'GET', '/v2/fees/transfer');
  await ask('interface-pox-4', 'interface', 'GET', '/v2/contracts/interface/ST000000000000000000002AMW42H/pox-4');
  await ask('interface-missing', 'exact', 'GET', `/v2/contracts/interface/${WALLET_1.address}/nope`);
  await ask('source-missing', 'exact', 'GET', `/v2/contracts/source/${WALLET_1.address}/nope`);
  await ask('unknown-path', 'exact', 'GET', '/v2/nope');
  await ask('method-not-allowed', 'exact', 'POST', '/v2/info', { headers: json, body: '{}' });
  await ask('health', 'shape', 'GET', '/v3/health');
  await ask('tenure-info', 'shape', 'GET', '/v3/tenures/info');
  await ask('sortitions', 'shape', 'GET', '/v3/sortitions');
  await ask('block-by-height-missing', 'exact', 'GET', '/v3/blocks/height/999999');
  // fee estimates
  const sample = await tx.makeSTXTokenTransfer({
    recipient: RECIPIENT,
    amount: 500000000n,
    senderKey: WALLET_1.key,
    fee: 1000n,
    nonce: 0n,
    network,
  });
  await ask('fees-transaction', 'fees', 'POST', '/v2/fees/transaction', {
    headers: json,
    body: JSON.stringify({
      transaction_payload: Buffer.from(tx.serializePayloadBytes(sample.payload)).toString('hex'),
      estimated_len: 180,
    }),
  });
  await ask('fees-transaction-bad', 'status', 'POST', '/v2/fees/transaction', {
    headers: json,
    body: JSON.stringify({ transaction_payload: 'zz' }),
  });
  // rejected transactions
  const transfer = (o) =>
    tx.makeSTXTokenTransfer({ recipient: RECIPIENT, amount: 1000n, senderKey: WALLET_1.key, fee: 200n, nonce: 0n, network, ...o });
  await send('reject-nonce-gap-27', 'exact', await transfer({ nonce: 27n }));
  await send('reject-not-enough-funds', 'exact', await transfer({ senderKey: EMPTY_KEY }));
  await send('reject-amount-over-balance', 'exact', await transfer({ amount: 99999999999999999n }));
  await send('reject-fee-too-low', 'exact', await transfer({ fee: 1n }));
  await send('reject-fee-zero', 'exact', await transfer({ fee: 0n }));
  await send('reject-recipient-is-sender', 'exact', await transfer({ recipient: WALLET_1.address }));
  await send('reject-amount-zero', 'exact', await transfer({ amount: 0n }));
  await send(
    'reject-mainnet-transaction',
    'exact',
    await tx.makeSTXTokenTransfer({
      recipient: 'SP000000000000000000002Q6VF78',
      amount: 1000n,
      senderKey: WALLET_1.key,
      fee: 200n,
      nonce: 0n,
      network: STACKS_MAINNET,
    }),
  );
  await send('reject-mainnet-recipient', 'exact', await transfer({ recipient: 'SP000000000000000000002Q6VF78' }));
  const good = hex(await transfer({}));
  await send('reject-bad-signature', 'reason', good.slice(0, 120) + (good.slice(120, 122) === '00' ? '11' : '00') + good.slice(122));
  await send('reject-truncated', 'status', good.slice(0, 100));
  await send('reject-garbage-hex', 'status', 'deadbeef');
  await send('reject-not-hex', 'exact', 'zzzz');
  await ask('reject-empty-body', 'exact', 'POST', '/v2/transactions', { headers: json, body: '' });
  await ask('reject-json-without-tx', 'exact', 'POST', '/v2/transactions', { headers: json, body: '{}' });
  await ask('reject-content-type-text', 'exact', 'POST', '/v2/transactions', { headers: { 'content-type': 'text/plain' }, body: '00' });
  await ask('reject-octets-garbage', 'status', 'POST', '/v2/transactions', {
    headers: { 'content-type': 'application/octet-stream' },
    body: new Uint8Array([1, 2, 3]),
  });
  await ask('tx-missing', 'exact', 'GET', `/v3/transaction/${'00'.repeat(32)}`);
  await ask('tx-bad-id', 'exact', 'GET', '/v3/transaction/xyz');
  await ask('unconfirmed-missing', 'exact', 'GET', `/v2/transactions/unconfirmed/${'00'.repeat(32)}`);
  // the mempool, behind a nonce gap
  const first = await transfer({ nonce: 1n, memo: 'devnet' });
  await send('accept-transfer', 'exact', first);
  await send('accept-same-transfer-again', 'exact', first);
  await send('reject-conflicting-nonce', 'exact', await transfer({ nonce: 1n, amount: 2000n }));
  const replacement = await transfer({ nonce: 1n, amount: 2000n, fee: 400n, memo: 'higher fee' });
  await send('accept-replacement-by-fee', 'exact', replacement);
  await ask('unconfirmed-replaced', 'status', 'GET', `/v2/transactions/unconfirmed/${first.txid()}`);
  await ask('unconfirmed', 'exact', 'GET', `/v2/transactions/unconfirmed/${replacement.txid()}`);
  await ask('account-while-pending', 'exact', 'GET', `/v2/accounts/${WALLET_1.address}?proof=0`);
  await send('accept-gap-filled', 'exact', await transfer({ nonce: 0n, memo: 'fills the gap' }));
  await mined(WALLET_1.address, 2);
  await send('reject-nonce-used', 'exact', await transfer({ nonce: 0n, amount: 3n }));
  await ask('account-recipient', 'exact', 'GET', `/v2/accounts/${RECIPIENT}?proof=0`);
  await ask('transfer-mined', 'receipt', 'GET', `/v3/transaction/${replacement.txid()}`);
  await ask('octets-accepted', 'exact', 'POST', '/v2/transactions', {
    headers: { 'content-type': 'application/octet-stream' },
    body: Buffer.from(hex(await transfer({ nonce: 2n, memo: 'octets' })), 'hex'),
  });
  await mined(WALLET_1.address, 3);
  await send('accept-trailing-bytes', 'status', `${hex(await transfer({ nonce: 3n, memo: 'trailing' }))}00`);
  await mined(WALLET_1.address, 4);
  // contracts
  const source = `(define-fungible-token tok)
(define-non-fungible-token ticket uint)
(define-data-var counter uint u0)
(define-map seen principal uint)
(define-constant ERR_X (err u42))
(define-public (inc) (begin (var-set counter (+ (var-get counter) u1)) (map-set seen tx-sender (var-get counter)) (print {event: "inc", value: (var-get counter)}) (ok (var-get counter))))
(define-public (fail) (begin (var-set counter u999) ERR_X))
(define-public (boom) (begin (var-set counter u999) (ok (/ u1 (- (var-get counter) (var-get counter))))))
(define-public (mint (amount uint)) (ft-mint? tok amount tx-sender))
(define-public (mint-ticket (id uint)) (nft-mint? ticket id tx-sender))
(define-public (give-ticket (id uint) (to principal)) (nft-transfer? ticket id tx-sender to))
(define-public (pay (amount uint) (to principal)) (stx-transfer? amount tx-sender to))
(define-public (burn (amount uint)) (stx-burn? amount tx-sender))
(define-read-only (get-counter) (var-get counter))
(define-read-only (get-heights) {s: stacks-block-height, t: tenure-height, b: burn-block-height, c: chain-id})
(define-read-only (ro-fail) (err u7))
(define-read-only (echo (a (list 3 int)) (b (optional (string-utf8 10))) (c {x: bool, y: (buff 4)})) {a: a, b: b, c: c})
(define-private (priv) u1)
`;
  let nonce = 0n;
  const common = { senderKey: DEPLOYER.key, network };
  const deploy = (contractName, codeBody, o = {}) =>
    tx.makeContractDeploy({ ...common, contractName, codeBody, fee: 20000n, nonce, clarityVersion: 4, ...o });
  const call = (functionName, functionArgs = [], o = {}) =>
    tx.makeContractCall({
      ...common,
      contractAddress: DEPLOYER.address,
      contractName: 'probe',
      functionName,
      functionArgs,
      fee: 3000n,
      nonce,
      postConditionMode: 'deny',
      ...o,
    });
  const pc = (condition, amount) => ({ postConditions: [{ type: 'stx-postcondition', address: DEPLOYER.address, condition, amount }] });
  const to = tx.principalCV(RECIPIENT);
  const steps = [
    // [name, build, accepted?]
    ['deploy', () => deploy('probe', source), true],
    ['call-inc', () => call('inc'), true],
    ['call-err-response', () => call('fail'), true],
    ['call-runtime-error', () => call('boom'), true],
    ['call-mint', () => call('mint', [tx.uintCV(5)]), true],
    ['call-mint-ticket', () => call('mint-ticket', [tx.uintCV(1)]), true],
    ['call-mint-ticket-again', () => call('mint-ticket', [tx.uintCV(1)]), true],
    ['call-give-ticket-allow', () => call('give-ticket', [tx.uintCV(1), to], { postConditionMode: 'allow' }), true],
    ['call-pay-deny-without-condition', () => call('pay', [tx.uintCV(100), to]), true],
    ['call-pay-allow', () => call('pay', [tx.uintCV(100), to], { postConditionMode: 'allow' }), true],
    ['call-pay-condition-held', () => call('pay', [tx.uintCV(100), to], pc('eq', 100n)), true],
    ['call-pay-condition-broken', () => call('pay', [tx.uintCV(100), to], pc('lt', 100n)), true],
    ['call-burn-condition-held', () => call('burn', [tx.uintCV(7)], pc('lte', 7n)), true],
    ['call-private-function', () => call('priv'), false],
    ['call-read-only-function', () => call('get-counter'), false],
    ['call-unknown-function', () => call('nope'), false],
    ['call-unknown-contract', () => call('inc', [], { contractName: 'nope' }), false],
    ['call-wrong-arity', () => call('mint', []), false],
    ['call-wrong-type', () => call('mint', [tx.trueCV()]), false],
    ['deploy-name-taken', () => deploy('probe', source), false],
    ['deploy-syntax-error', () => deploy('bad1', '(define-public (x) (ok u1)'), true],
    ['deploy-analysis-error', () => deploy('bad2', '(define-public (x) (+ u1 true))'), true],
    ['deploy-runtime-error', () => deploy('bad3', '(define-data-var x uint (/ u1 u0))'), true],
  ];
  for (const [name, build, accepted] of steps) {
    const t = await build();
    await send(name, accepted || (name !== 'call-wrong-type' && name !== 'call-wrong-arity') ? 'exact' : 'reason', t);
    if (!accepted) continue;
    await mined(DEPLOYER.address, Number(nonce) + 1);
    nonce++;
    await ask(`${name}-mined`, 'receipt', 'GET', `/v3/transaction/${t.txid()}`);
  }
  // reads of contract state
  const read = (name, compare, fn, args = [], { sender = WALLET_1.address, contract = 'probe' } = {}) =>
    ask(name, compare, 'POST', `/v2/contracts/call-read/${DEPLOYER.address}/${contract}/${fn}`, {
      headers: json,
      body: JSON.stringify({ sender, arguments: args }),
    });
  await read('read-counter', 'exact', 'get-counter');
  await read('read-heights', 'clarity', 'get-heights');
  await read('read-err', 'exact', 'ro-fail');
  await read('read-echo', 'exact', 'echo', [
    tx.cvToHex(tx.listCV([tx.intCV(-1), tx.intCV(2)])),
    tx.cvToHex(tx.someCV(tx.stringUtf8CV('é'))),
    tx.cvToHex(tx.tupleCV({ x: tx.trueCV(), y: tx.bufferCV(new Uint8Array([1, 2])) })),
  ]);
  await read('read-unknown-function', 'okay', 'nope');
  await read('read-unknown-contract', 'okay', 'x', [], { contract: 'nope' });
  await read('read-private-function', 'okay', 'priv');
  await read('read-of-a-writing-function', 'exact', 'inc');
  await read('read-bad-argument', 'status', 'get-counter', ['0xzz']);
  await read('read-too-many-arguments', 'okay', 'get-counter', ['0x0100000000000000000000000000000001']);
  await read('read-bad-sender', 'status', 'get-counter', [], { sender: 'garbage' });
  await ask('read-no-body', 'status', 'POST', `/v2/contracts/call-read/${DEPLOYER.address}/probe/get-counter`, { headers: json, body: '' });
  const entry = (name, map, key) =>
    ask(name, 'exact', 'POST', `/v2/map_entry/${DEPLOYER.address}/probe/${map}?proof=0`, {
      headers: json,
      body: JSON.stringify(tx.cvToHex(tx.principalCV(key))),
    });
  await entry('map-entry', 'seen', DEPLOYER.address);
  await entry('map-entry-none', 'seen', WALLET_1.address);
  await entry('map-entry-missing-map', 'nope', WALLET_1.address);
  await ask('data-var', 'exact', 'GET', `/v2/data_var/${DEPLOYER.address}/probe/counter?proof=0`);
  await ask('data-var-missing', 'exact', 'GET', `/v2/data_var/${DEPLOYER.address}/probe/nope?proof=0`);
  await ask('constant', 'exact', 'GET', `/v2/constant_val/${DEPLOYER.address}/probe/ERR_X`);
  await ask('interface', 'interface', 'GET', `/v2/contracts/interface/${DEPLOYER.address}/probe`);
  await ask('source', 'source', 'GET', `/v2/contracts/source/${DEPLOYER.address}/probe?proof=0`);
  await ask('account-deployer-final', 'exact', 'GET', `/v2/accounts/${DEPLOYER.address}?proof=0`);
  await ask('account-wallet_1-final', 'exact', 'GET', `/v2/accounts/${WALLET_1.address}?proof=0`);
  await ask('account-recipient-final', 'exact', 'GET', `/v2/accounts/${RECIPIENT}?proof=0`);
  await ask('info-final', 'shape', 'GET', '/v2/info');
}
