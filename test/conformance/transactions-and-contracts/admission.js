/** Bodies and content types of POST /v2/transactions and POST /v2/fees/transaction. */
export async function admission(kit) {
  const { tx, accounts, ask, send, get, post, mined, transfer, deploy, call, hex, RECIPIENT, json } = kit;
  const { wallet1, deployer } = accounts;
  const path = '/v2/transactions';
  const good = hex(await transfer(wallet1, RECIPIENT, 1_000n, { memo: 'second' }));
  const body = (value) => JSON.stringify(value);
  const octets = { 'content-type': 'application/octet-stream' };

  await post('post-0x-prefix', 'exact', path, { tx: `0x${good}` });
  await post('post-odd-hex', 'exact', path, { tx: good.slice(0, -1) });
  await post('post-empty-hex', 'exact', path, { tx: '' });
  await post('post-tx-number', 'exact', path, { tx: 5 });
  await post('post-tx-null', 'exact', path, { tx: null });
  await post('post-array', 'exact', path, [good]);
  await post('post-string', 'exact', path, body(good));
  await post('post-broken-json', 'exact', path, '{"tx":');
  await post('post-attachment-number', 'exact', path, { tx: good, attachment: 1 });
  await post('post-attachment-not-hex', 'exact', path, { tx: good, attachment: 'xyz' });
  await post('post-duplicate-key', 'status', path, '{"tx":"00","tx":"01"}');
  await ask('post-no-content-type', 'exact', 'POST', path, { body: Buffer.from(good, 'hex') });
  await post('post-unknown-content-type', 'exact', path, good, { 'content-type': 'application/xml' });
  await post('post-octet-stream-charset', 'exact', path, Buffer.from(good, 'hex'), {
    'content-type': 'application/octet-stream; charset=utf-8',
  });
  await post('post-hex-as-octets', 'exact', path, good, octets);
  await post('post-json-as-octets', 'exact', path, body({ tx: good }), octets);
  await post('post-octets-cut', 'exact', path, Buffer.from(good.slice(0, 60), 'hex'), octets);
  await ask('post-octets-empty', 'exact', 'POST', path, { headers: octets, body: '' });
  await get('get-transactions', 'exact', path);
  await ask('put-transactions', 'exact', 'PUT', path, { headers: json, body: body({ tx: good }) });
  await ask('delete-transactions', 'exact', 'DELETE', path);
  await post('post-trailing-slash', 'exact', `${path}/`, { tx: good });
  // accepted spellings
  await post(
    'post-extra-keys-and-charset',
    'exact',
    `${path}?x=1`,
    { tx: good.toUpperCase(), attachment: null, other: [1] },
    { 'content-type': 'application/json; charset=utf-8' },
  );
  kit.took(wallet1);
  await mined(wallet1.address, 1);
  await get(
    'post-extra-keys-and-charset-mined',
    'receipt',
    `/v3/transaction/${(await transfer(wallet1, RECIPIENT, 1_000n, { memo: 'second', nonce: 0n })).txid()}`,
  );
  await post(
    'post-attachment-on-transfer',
    'exact',
    path,
    { tx: hex(await transfer(wallet1, RECIPIENT, 1_001n)), attachment: 'c0ffee' },
    { 'Content-Type': 'APPLICATION/JSON' },
  );
  kit.took(wallet1);
  await mined(wallet1.address, 2);
  await send('post-same-again-after-mining', 'exact', good);

  // payloads that only miners send
  const withPayload = async (payload, { anchorMode } = {}) => {
    const t = await tx.makeUnsignedSTXTokenTransfer({
      recipient: RECIPIENT,
      amount: 1n,
      fee: 2_000n,
      nonce: kit.nextNonce(wallet1),
      publicKey: tx.privateKeyToPublic(wallet1.key),
      network: kit.network,
    });
    t.payload = payload;
    if (anchorMode !== undefined) t.anchorMode = anchorMode;
    new tx.TransactionSigner(t).signOrigin(wallet1.key);
    return t;
  };
  const zeros = (bytes) => '00'.repeat(bytes);
  const { Cl } = tx;
  await send('coinbase-any', 'exact', await withPayload(tx.createCoinbasePayload(new Uint8Array(32))));
  await send('coinbase-on-chain', 'exact', await withPayload(tx.createCoinbasePayload(new Uint8Array(32)), { anchorMode: 1 }));
  await send(
    'coinbase-recipient',
    'exact',
    await withPayload(tx.createCoinbasePayload(new Uint8Array(32), Cl.principal(RECIPIENT)), { anchorMode: 1 }),
  );
  await send(
    'coinbase-nakamoto',
    'exact',
    await withPayload(tx.createNakamotoCoinbasePayload(new Uint8Array(32), Cl.none(), new Uint8Array(80)), { anchorMode: 1 }),
  );
  await send(
    'tenure-change',
    'exact',
    await withPayload(tx.createTenureChangePayload(zeros(20), zeros(20), zeros(20), zeros(32), 1, 0, zeros(20)), { anchorMode: 1 }),
  );
  await send(
    'tenure-change-cause-9',
    'exact',
    await withPayload(tx.createTenureChangePayload(zeros(20), zeros(20), zeros(20), zeros(32), 1, 9, zeros(20)), { anchorMode: 1 }),
  );

  // fee estimates
  const fees = '/v2/fees/transaction';
  const payloadOf = (t) => Buffer.from(tx.serializePayloadBytes(t.payload)).toString('hex');
  const transferPayload = payloadOf(await transfer(wallet1, RECIPIENT, 5n));
  await post('fees-call', 'fees', fees, {
    transaction_payload: payloadOf(await call(wallet1, `${deployer.address}.any`, 'f', [Cl.uint(1)])),
    estimated_len: 250,
  });
  await post('fees-deploy', 'fees', fees, { transaction_payload: payloadOf(await deploy(wallet1, 'any', '(define-read-only (f) u1)')) });
  await post('fees-0x-prefix', 'fees', fees, { transaction_payload: `0x${transferPayload}` });
  await post('fees-null-length', 'fees', fees, { transaction_payload: transferPayload, estimated_len: null });
  await post('fees-length-text', 'exact', fees, { transaction_payload: transferPayload, estimated_len: '180' });
  await post('fees-length-negative', 'exact', fees, { transaction_payload: transferPayload, estimated_len: -1 });
  await post('fees-payload-number', 'exact', fees, { transaction_payload: 7 });
  await post('fees-payload-missing', 'exact', fees, {});
  await post('fees-payload-empty', 'exact', fees, { transaction_payload: '' });
  await post('fees-payload-odd', 'exact', fees, { transaction_payload: transferPayload.slice(1) });
  await post('fees-payload-cut', 'exact', fees, { transaction_payload: transferPayload.slice(0, 40) });
  await post('fees-payload-unknown', 'exact', fees, { transaction_payload: 'ff' });
  await post('fees-broken-json', 'exact', fees, '{');
  await post('fees-array', 'exact', fees, []);
  await ask('fees-empty', 'exact', 'POST', fees, { headers: json, body: '' });
  await post('fees-text', 'exact', fees, 'x', { 'content-type': 'text/plain' });
  await get('fees-get', 'exact', fees);
  await get('fees-transfer-query', 'exact', '/v2/fees/transfer?x=1');
  await get('fees-transfer-trailing-slash', 'exact', '/v2/fees/transfer/');
}
