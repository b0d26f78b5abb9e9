/** Nonces ahead and out of order, replacements by fee, the chaining limit. */
export async function mempool(kit) {
  const { accounts, send, get, mined, transfer, deploy, call, network, tx, RECIPIENT } = kit;
  const { wallet6, wallet7, wallet8 } = accounts;
  const unconfirmed = (name, t, compare = 'exact') => get(name, compare, `/v2/transactions/unconfirmed/${t.txid()}`);

  // filled out of order
  const third = await transfer(wallet6, RECIPIENT, 3n, { nonce: 2n });
  const second = await transfer(wallet6, RECIPIENT, 2n, { nonce: 1n });
  const first = await transfer(wallet6, RECIPIENT, 1n, { nonce: 0n });
  await send('gap-third', 'exact', third);
  await send('gap-25', 'exact', await transfer(wallet6, RECIPIENT, 1n, { nonce: 25n }));
  await send('gap-26', 'exact', await transfer(wallet6, RECIPIENT, 1n, { nonce: 26n }));
  await send('gap-27', 'exact', await transfer(wallet6, RECIPIENT, 1n, { nonce: 27n }));
  await send('gap-huge', 'exact', await transfer(wallet6, RECIPIENT, 1n, { nonce: 18_446_744_073_709_551_615n }));
  await send('gap-second', 'exact', second);
  await unconfirmed('gap-third-waits', third);
  await get('gap-account', 'exact', `/v2/accounts/${wallet6.address}?proof=0`);
  await send('gap-first', 'exact', first);
  await mined(wallet6.address, 3);
  for (let i = 0; i < 3; i++) kit.took(wallet6);
  for (const [name, t] of Object.entries({ first, second, third }))
    await get(`gap-${name}-mined`, 'receipt', `/v3/transaction/${t.txid()}`);
  await send('gap-27-now', 'exact', await transfer(wallet6, RECIPIENT, 1n, { nonce: 27n }));
  await send('gap-29-now', 'exact', await transfer(wallet6, RECIPIENT, 1n, { nonce: 29n }));
  await send('gap-30-now', 'exact', await transfer(wallet6, RECIPIENT, 1n, { nonce: 30n }));
  await send('nonce-used', 'exact', await transfer(wallet6, RECIPIENT, 1n, { nonce: 2n }));

  // a replacement needs a strictly higher fee, with any payload
  const original = await transfer(wallet7, RECIPIENT, 1n, { nonce: 1n, fee: 1_000n });
  await send('replace-original', 'exact', original);
  await send('replace-same-fee', 'exact', await transfer(wallet7, RECIPIENT, 2n, { nonce: 1n, fee: 1_000n }));
  await send('replace-less', 'exact', await transfer(wallet7, RECIPIENT, 2n, { nonce: 1n, fee: 999n }));
  const more = await transfer(wallet7, RECIPIENT, 2n, { nonce: 1n, fee: 1_001n });
  await send('replace-one-more', 'exact', more);
  await unconfirmed('replace-original-gone', original);
  await send('replace-with-original', 'exact', original);
  const contract = await deploy(wallet7, 'replacing', '(define-read-only (f) u1)', { nonce: 1n, fee: 2_000n });
  await send('replace-by-deploy', 'exact', contract);
  await unconfirmed('replace-by-deploy-waits', contract);
  await unconfirmed('replace-one-more-gone', more);
  await send(
    'replace-call-same-fee',
    'exact',
    await call(wallet7, 'ST000000000000000000002AMW42H.pox-4', 'revoke-delegate-stx', [], { nonce: 1n, fee: 2_000n }),
  );
  const last = await transfer(wallet7, RECIPIENT, 4n, { nonce: 1n, fee: 2_001n });
  await send('replace-by-transfer', 'exact', last);
  await send('replace-fill', 'exact', await transfer(wallet7, RECIPIENT, 9n, { nonce: 0n }));
  await mined(wallet7.address, 2);
  for (let i = 0; i < 2; i++) kit.took(wallet7);
  await get('replace-by-transfer-mined', 'receipt', `/v3/transaction/${last.txid()}`);
  await get('replace-by-deploy-never', 'exact', `/v3/transaction/${contract.txid()}`);

  // replacement by the sponsor's nonce: wallet_8 sponsors two origins with one nonce
  const sponsored = async (origin, fee, sponsorNonce = 1n, nonce = kit.nextNonce(origin)) =>
    tx.sponsorTransaction({
      transaction: await transfer(origin, RECIPIENT, 1n, { sponsored: true, fee: 0n, nonce }),
      sponsorPrivateKey: wallet8.key,
      fee,
      sponsorNonce,
      network,
    });
  await send('sponsor-conflict-first', 'exact', await sponsored(wallet7, 1_000n, 1n, 2n));
  await send('sponsor-conflict-same-fee', 'exact', await sponsored(wallet6, 1_000n, 1n, 3n));
  const winner = await sponsored(wallet6, 1_500n, 1n, 3n);
  await send('sponsor-conflict-more', 'exact', winner);
  await unconfirmed('sponsor-conflict-waits', winner);
  await send('sponsor-conflict-fill', 'exact', await transfer(wallet8, RECIPIENT, 1n, { nonce: 0n }));
  await mined(wallet8.address, 2);
  for (let i = 0; i < 2; i++) kit.took(wallet8);
  kit.took(wallet6);
  await get('sponsor-conflict-mined', 'receipt', `/v3/transaction/${winner.txid()}`);

  // the balance covers each, but not both: the mempool does not add them up
  const half = 60_000_000_000_000n;
  await send('funds-first-half', 'exact', await transfer(wallet7, RECIPIENT, half, { nonce: 3n }));
  await send('funds-second-half', 'exact', await transfer(wallet7, RECIPIENT, half, { nonce: 4n }));
  await send('funds-fee-over-balance', 'exact', await transfer(wallet7, RECIPIENT, 1n, { nonce: 5n, fee: 200_000_000_000_000n }));
  await send(
    'funds-call-fee-over-balance',
    'exact',
    await call(wallet7, 'ST000000000000000000002AMW42H.pox-4', 'revoke-delegate-stx', [], { nonce: 5n, fee: 200_000_000_000_000n }),
  );
  await send('funds-all-but-fee', 'exact', await transfer(wallet7, RECIPIENT, 100_000_000_000_000n, { nonce: 5n }));
  await get('unconfirmed-bad-id', 'exact', '/v2/transactions/unconfirmed/xyz');
  await get('unconfirmed-upper-case', 'exact', `/v2/transactions/unconfirmed/${'AB'.repeat(32)}`);
  await get('unconfirmed-0x', 'exact', `/v2/transactions/unconfirmed/0x${'ab'.repeat(32)}`);
}
