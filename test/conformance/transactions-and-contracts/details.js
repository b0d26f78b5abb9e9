/** Edge cases of the other parts: bodies, balances, queues, stored transactions and contracts. */
export async function details(kit) {
  const { tx, accounts, send, get, post, mined, transfer, deploy, call, chain, hex, RECIPIENT } = kit;
  const { deployer, wallet1, wallet3, wallet4 } = accounts;

  // JSON as serde_json reads it
  const fees = '/v2/fees/transaction';
  const payload = Buffer.from(tx.serializePayloadBytes((await transfer(wallet1, RECIPIENT, 5n, { nonce: 0n })).payload)).toString('hex');
  const bodies = {
    spaces: ` {\n  "estimated_len" : 180 ,\n\t"transaction_payload" : "${payload}" } `,
    'trailing-comma': `{"transaction_payload":"${payload}",}`,
    'trailing-characters': `{"transaction_payload":"${payload}"} x`,
    'key-number': '{5:"a"}',
    'no-colon': '{"transaction_payload" "a"}',
    'no-value': '{"transaction_payload":',
    'no-comma': `{"estimated_len":1 "transaction_payload":"00"}`,
    'line-2': '{\n"transaction_payload": true}',
    null: '{"transaction_payload":null}',
    list: '{"transaction_payload":[1]}',
    object: '{"transaction_payload":{}}',
    float: '{"transaction_payload":1.5}',
    'length-float': `{"transaction_payload":"${payload}","estimated_len":1.5}`,
    'length-huge': `{"transaction_payload":"${payload}","estimated_len":99999999999999999999}`,
    'length-true': `{"transaction_payload":"${payload}","estimated_len":true}`,
    'length-list': `{"estimated_len":[],"transaction_payload":"${payload}"}`,
    duplicate: '{"transaction_payload":"00","transaction_payload":"01"}',
    'unclosed-string': '{"transaction_payload":"00',
    'bad-escape': '{"transaction_payload":"\\x"}',
    'raw-newline': '{"transaction_payload":"a\nb"}',
    'bad-word': '{"transaction_payload":nul}',
    'bad-number': '{"estimated_len":01}',
    minus: '{"estimated_len":-}',
    empty: '   ',
    string: '"x"',
    number: '17',
    'top-true': 'true',
    'array-length-text': '["x"]',
    'unknown-nested': `{"other":{"a":[1,{"b":null}],"c":"\\u00e9"},"transaction_payload":1}`,
    'unknown-bad': '{"other":[1,}',
    unicode: '{"é":1}',
  };
  const modes = { spaces: 'fees', duplicate: 'status' };
  for (const [name, body] of Object.entries(bodies)) await post(`serde-${name}`, modes[name] ?? 'exact', fees, body);

  const first = await transfer(wallet3, RECIPIENT, 1n, { fee: 180n });
  await send('fee-one-too-low', 'exact', await transfer(wallet3, RECIPIENT, 1n, { fee: 179n }));
  await post('transaction-object', 'exact', '/v2/transactions', { tx: hex(first), attachment: null });
  kit.took(wallet3);
  await mined(wallet3.address, Number(kit.nextNonce(wallet3)));
  await get('transaction-object-mined', 'receipt', `/v3/transaction/${first.txid()}`);
  await get('unconfirmed-after-mining', 'exact', `/v2/transactions/unconfirmed/${first.txid()}`);
  const read = `/v2/contracts/call-read/${deployer.address}/shapes/ro-int`;
  await post('ro-body-trailing', 'exact', read, `{"sender":"${wallet1.address}","arguments":[]} x`);

  // an account that spends its whole balance
  const drained = { key: `${'33'.repeat(32)}01`, address: tx.getAddressFromPrivateKey(`${'33'.repeat(32)}01`, 'testnet') };
  await chain(wallet3, [['drained-funded', () => transfer(wallet3, drained.address, 1_000_000n)]]);
  await send('drained-one-too-much', 'exact', await transfer(drained, RECIPIENT, 999_801n, { fee: 200n }));
  await chain(drained, [['drained-exactly', () => transfer(drained, RECIPIENT, 999_800n, { fee: 200n })]]);
  await get('drained-account', 'exact', `/v2/accounts/${drained.address}?proof=0`);
  await send('drained-again', 'exact', await transfer(drained, RECIPIENT, 1n));

  // behind a nonce gap of wallet_4: a contract in the mempool cannot be called, and two deploys can have one name
  const nonce = kit.nextNonce(wallet4);
  const ahead = (n) => ({ nonce: nonce + n });
  const source = '(define-public (f) (ok true))';
  await send('queued-deploy', 'exact', await deploy(wallet4, 'queued', source, ahead(1n)));
  await send('queued-call', 'exact', await call(wallet4, `${wallet4.address}.queued`, 'f', [], ahead(2n)));
  const twice = await deploy(wallet4, 'queued', `${source} `, ahead(2n));
  await send('queued-deploy-again', 'exact', twice);
  await send('queued-fill', 'exact', await transfer(wallet4, RECIPIENT, 1n));
  await mined(wallet4.address, Number(nonce) + 2);
  await send('queued-call-now', 'exact', await call(wallet4, `${wallet4.address}.queued`, 'f', [], ahead(3n)));
  await send('queued-same-name', 'exact', await deploy(wallet4, 'queued', source, { ...ahead(2n), fee: 60_000n }));
  const other = await transfer(wallet4, RECIPIENT, 2n, { ...ahead(2n), fee: 90_000n });
  await send('queued-replaced', 'exact', other);
  await mined(wallet4.address, Number(nonce) + 4);
  await get('queued-replaced-mined', 'receipt', `/v3/transaction/${other.txid()}`);
  await get('queued-deploy-again-gone', 'exact', `/v2/transactions/unconfirmed/${twice.txid()}`);

  await get('signer-no-point', 'exact', `/v3/signer/02${'00'.repeat(32)}/6`);
  await get('encoded-slash', 'exact', `/v2/accounts%2F${wallet1.address}?proof=0`);
  await get('encoded-dot', 'exact', `/v2/accounts/${deployer.address}%2Etokens?proof=0`);
  await get('proof-empty', 'exact', `/v2/accounts/${RECIPIENT}?proof=`);
  await get('proof-00', 'exact', `/v2/accounts/${RECIPIENT}?proof=00`);
}
