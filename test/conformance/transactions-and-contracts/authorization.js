/** Addresses of every hash mode, sponsors, and signatures that do not fit. */
export async function authorization(kit) {
  const { tx, accounts, send, get, mined, chain, transfer, hex, network, RECIPIENT } = kit;
  const { wallet2, wallet3, wallet4 } = accounts;
  const keys = ['21', '22', '23'].map((byte) => `${byte.repeat(32)}01`);
  const longKeys = ['21', '22', '23'].map((byte) => byte.repeat(32));
  const publicKeys = (list) => list.map((key) => tx.privateKeyToPublic(key));
  const { AddressHashMode: Mode } = tx;

  const single = (mode, key) => ({
    mode,
    keys: [key],
    condition: (nonce, fee) => tx.createSingleSigSpendingCondition(mode, tx.privateKeyToPublic(key), nonce, fee),
  });
  const multi = (mode, list, required) => ({
    mode,
    keys: list,
    required,
    condition: (nonce, fee) => tx.createMultiSigSpendingCondition(mode, required, publicKeys(list), nonce, fee),
  });
  const signers = {
    'p2pkh-uncompressed': single(Mode.P2PKH, longKeys[0]),
    p2wpkh: single(Mode.P2WPKH, keys[0]),
    'p2sh-2-of-3': multi(Mode.P2SH, keys, 2),
    'p2sh-1-of-1': multi(Mode.P2SH, [keys[1]], 1),
    'p2sh-uncompressed': multi(Mode.P2SH, longKeys, 2),
    'p2wsh-2-of-3': multi(Mode.P2WSH, keys, 2),
    'p2sh-unordered-2-of-3': { ...multi(Mode.P2SHNonSequential, keys, 2), nonce: 1n }, // the address is that of p2sh-2-of-3
    'p2wsh-unordered-2-of-3': { ...multi(Mode.P2WSHNonSequential, keys, 2), nonce: 1n },
  };
  const addressOf = ({ mode, condition }) =>
    tx.addressToString(tx.addressFromVersionHash(mode === Mode.P2PKH ? 26 : 21, condition(0n, 0n).signer));

  /** Replaces the origin of an unsigned transfer. `by` has the indices of the signing keys; the other public keys are appended. */
  async function spend(signer, by, { fee = 500n, nonce = 0n, amount = 1_000n } = {}) {
    const t = await tx.makeUnsignedSTXTokenTransfer({
      recipient: RECIPIENT,
      amount,
      fee,
      nonce,
      publicKey: tx.privateKeyToPublic(keys[0]),
      network,
    });
    t.auth.spendingCondition = signer.condition(nonce, fee);
    const pen = new tx.TransactionSigner(t);
    pen.checkOversign = false;
    if (signer.required === undefined) pen.signOrigin(signer.keys[0]);
    else {
      for (const [i, key] of signer.keys.entries()) {
        if (by.includes(i)) pen.signOrigin(key);
        else pen.appendOrigin(tx.privateKeyToPublic(key));
      }
    }
    return t;
  }

  await chain(
    wallet2,
    Object.entries(signers).map(([name, signer]) => [`fund-${name}`, () => transfer(wallet2, addressOf(signer), 1_000_000n)]),
  );
  for (const [name, signer] of Object.entries(signers)) {
    const t = await spend(signer, signer.keys.length === 1 ? [0] : [0, 2], { nonce: signer.nonce ?? 0n });
    const { status } = await send(`spend-${name}`, 'exact', t);
    if (status === 200) await mined(addressOf(signer), Number(signer.nonce ?? 0n) + 1);
    await get(`spend-${name}-mined`, 'receipt', `/v3/transaction/${t.txid()}`);
    await get(`account-${name}`, 'exact', `/v2/accounts/${addressOf(signer)}?proof=0`);
  }
  const next = { nonce: 2n };
  await send('multisig-too-few-signatures', 'exact', await spend(signers['p2sh-2-of-3'], [1], next));
  await send('multisig-too-many-signatures', 'exact', await spend(signers['p2sh-2-of-3'], [0, 1, 2], next));
  await send('multisig-unordered-too-few', 'exact', await spend(signers['p2wsh-unordered-2-of-3'], [1], next));
  await send(
    'multisig-wrong-key-order',
    'exact',
    await spend({ ...signers['p2wsh-2-of-3'], keys: [keys[1], keys[0], keys[2]] }, [0, 1], next),
  );
  const three = await spend(signers['p2sh-unordered-2-of-3'], [0, 1, 2], next);
  await send('multisig-unordered-three-signatures', 'exact', three);
  await mined(addressOf(signers['p2sh-unordered-2-of-3']), 3);
  await get('multisig-unordered-three-signatures-mined', 'receipt', `/v3/transaction/${three.txid()}`);

  // one byte of a good transfer at a time: version, chain id, auth type, hash mode, key encoding, recovery id, anchor mode, post-condition
  // mode
  const good = hex(await transfer(wallet3, RECIPIENT, 1_000n));
  const changed = (offset, ...bytes) =>
    good.slice(0, offset * 2) + Buffer.from(bytes).toString('hex') + good.slice((offset + bytes.length) * 2);
  await send('byte-version-mainnet', 'exact', changed(0, 0x00));
  await send('byte-version-odd', 'exact', changed(0, 0x7f));
  await send('byte-chain-id', 'exact', changed(1, 0, 0, 0, 1));
  await send('byte-auth-type', 'exact', changed(5, 6));
  await send('byte-hash-mode-4', 'exact', changed(6, 4));
  await send('byte-hash-mode-p2wpkh', 'exact', changed(6, 2));
  await send('byte-signer', 'exact', changed(7, 1, 2, 3));
  await send('byte-nonce', 'exact', changed(34, 9));
  await send('byte-fee', 'reason', changed(41, 9, 9));
  await send('byte-key-encoding-2', 'exact', changed(43, 2));
  await send('byte-key-encoding-uncompressed', 'reason', changed(43, 1));
  await send('byte-recovery-id-9', 'exact', changed(44, 9));
  await send('byte-signature-zero', 'exact', changed(45, ...Buffer.alloc(64)));
  await send('byte-anchor-mode-0', 'exact', changed(109, 0));
  await send('byte-anchor-mode-4', 'exact', changed(109, 4));
  await send('byte-post-condition-mode-0', 'exact', changed(110, 0));
  await send('byte-post-condition-mode-9', 'exact', changed(110, 9));
  await send('byte-post-condition-count', 'exact', changed(111, 0, 0, 0, 1));
  await send('byte-payload-id-9', 'exact', changed(115, 9));
  await send('byte-payload-id-255', 'exact', changed(115, 255));
  await send('byte-recipient-prefix', 'exact', changed(116, 7));
  await send('byte-recipient-version-33', 'exact', changed(117, 33));
  await send('byte-cut-in-header', 'exact', good.slice(0, 8));
  await send('byte-cut-in-signature', 'exact', good.slice(0, 160));
  await send('byte-cut-in-memo', 'exact', good.slice(0, -4));
  const highS = (() => {
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
    const s = BigInt(`0x${good.slice(77 * 2, 109 * 2)}`);
    const flipped = (order - s).toString(16).padStart(64, '0');
    return good.slice(0, 44 * 2) + (good.slice(88, 90) === '00' ? '01' : '00') + good.slice(45 * 2, 77 * 2) + flipped + good.slice(109 * 2);
  })();
  await send('byte-high-s', 'exact', highS);
  // only the highest bit of the version byte counts
  await send('byte-version-81', 'exact', changed(0, 0x81));
  kit.took(wallet3);

  await chain(wallet3, [
    ['anchor-off-chain', async () => anchored(2)],
    ['anchor-on-chain', async () => anchored(1)],
    ['transfer-memo-34', () => transfer(wallet3, RECIPIENT, 1n, { memo: 'm'.repeat(34) })],
    ['transfer-memo-unicode', () => transfer(wallet3, RECIPIENT, 1n, { memo: 'é漢🚀' })],
    ['transfer-to-contract', () => transfer(wallet3, `${wallet3.address}.not-deployed-yet`, 12_345n)],
    ['transfer-to-boot-contract', () => transfer(wallet3, 'ST000000000000000000002AMW42H.pox-4', 7n)],
  ]);
  async function anchored(mode) {
    const t = await tx.makeUnsignedSTXTokenTransfer({
      recipient: RECIPIENT,
      amount: 3n,
      fee: 500n,
      nonce: kit.nextNonce(wallet3),
      publicKey: tx.privateKeyToPublic(wallet3.key),
      network,
    });
    t.anchorMode = mode;
    new tx.TransactionSigner(t).signOrigin(wallet3.key);
    return t;
  }

  // sponsors: wallet_3 is the origin, wallet_4 pays
  const sponsored = async ({
    sponsorKey = wallet4.key,
    sponsorNonce = kit.nextNonce(wallet4),
    fee = 700n,
    amount = 2_000n,
    nonce = kit.nextNonce(wallet3),
    mode,
  } = {}) =>
    tx.sponsorTransaction({
      transaction: await transfer(wallet3, RECIPIENT, amount, { sponsored: true, fee: 0n, nonce }),
      sponsorPrivateKey: sponsorKey,
      fee,
      sponsorNonce,
      network,
      ...(mode === undefined ? {} : { sponsorAddressHashmode: mode }),
    });
  const poor = 'e494f188c2d35887531ba474c433b1e41fadd8eb824aca983447fd4bb8b277a801';
  await send('sponsor-missing', 'exact', await transfer(wallet3, RECIPIENT, 1n, { sponsored: true, fee: 0n }));
  await send('sponsor-without-funds', 'exact', await sponsored({ sponsorKey: poor, sponsorNonce: 0n }));
  await send('sponsor-nonce-27', 'exact', await sponsored({ sponsorNonce: 27n }));
  await send('sponsor-fee-too-low', 'exact', await sponsored({ fee: 10n }));
  await send('sponsored-amount-over-balance', 'exact', await sponsored({ amount: 999_999_999_999_999n }));
  await send('sponsored-origin-nonce-used', 'exact', await sponsored({ nonce: 0n }));
  const paid = await sponsored();
  await send('sponsored', 'exact', paid);
  kit.took(wallet3);
  kit.took(wallet4);
  await mined(wallet4.address, 1);
  await get('sponsored-mined', 'receipt', `/v3/transaction/${paid.txid()}`);
  await send('sponsored-again', 'exact', paid);
  await send('sponsor-nonce-used', 'exact', await sponsored({ sponsorNonce: 0n }));
  const segwit = await sponsored({ sponsorKey: keys[0], sponsorNonce: 1n, mode: Mode.P2WPKH });
  const { status } = await send('sponsored-by-p2wpkh', 'exact', segwit);
  if (status === 200) {
    kit.took(wallet3);
    await mined(wallet3.address, Number(kit.nextNonce(wallet3)));
    await get('sponsored-by-p2wpkh-mined', 'receipt', `/v3/transaction/${segwit.txid()}`);
  }
  // the same account on both sides
  const own = await tx.sponsorTransaction({
    transaction: await transfer(wallet2, RECIPIENT, 5n, { sponsored: true, fee: 0n }),
    sponsorPrivateKey: wallet2.key,
    fee: 700n,
    sponsorNonce: kit.nextNonce(wallet2),
    network,
  });
  await send('sponsor-is-origin', 'exact', own);
  kit.took(wallet2);
  await mined(wallet2.address, Number(kit.nextNonce(wallet2)));
  await get('sponsor-is-origin-mined', 'receipt', `/v3/transaction/${own.txid()}`);
  for (const [name, address] of Object.entries({ origin: wallet3.address, sponsor: wallet4.address })) {
    await get(`account-of-${name}`, 'exact', `/v2/accounts/${address}?proof=0`);
  }
  await get('account-contract-not-deployed', 'exact', `/v2/accounts/${wallet3.address}.not-deployed-yet?proof=0`);
}
