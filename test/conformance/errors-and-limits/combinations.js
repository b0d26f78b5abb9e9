/** Every kind of origin with every kind of sponsor; payloads, memos, anchors and conditions of every form. */
export async function combinations(kit) {
  const { tx, accounts, send, get, mined, chain, transfer, deploy, call, hex, network, RECIPIENT, NODE, json } = kit;
  const { wallet4, wallet5, wallet6, wallet7, deployer } = accounts;
  const { AddressHashMode: Mode, Cl } = tx;
  const keys = ['31', '32', '33'].map((byte) => `${byte.repeat(32)}01`);
  const sponsorKeys = ['41', '42', '43'].map((byte) => `${byte.repeat(32)}01`);
  const kinds = (list) => ({
    p2pkh: { mode: Mode.P2PKH, keys: [list[0]], by: [0] },
    p2wpkh: { mode: Mode.P2WPKH, keys: [list[1]], by: [0] },
    p2sh: { mode: Mode.P2SH, keys: list, required: 2, by: [1, 2] },
    p2wsh: { mode: Mode.P2WSH, keys: list, required: 3, by: [0, 1, 2] },
    'p2sh-unordered': { mode: Mode.P2SHNonSequential, keys: list, required: 1, by: [2] },
    'p2wsh-unordered': { mode: Mode.P2WSHNonSequential, keys: list, required: 2, by: [0, 2] },
  });
  const condition = ({ mode, keys: list, required }, nonce, fee) =>
    required === undefined
      ? tx.createSingleSigSpendingCondition(mode, tx.privateKeyToPublic(list[0]), nonce, fee)
      : tx.createMultiSigSpendingCondition(
          mode,
          required,
          list.map((key) => tx.privateKeyToPublic(key)),
          nonce,
          fee,
        );
  const addressOf = (kind) =>
    tx.addressToString(tx.addressFromVersionHash(kind.mode === Mode.P2PKH ? 26 : 21, condition(kind, 0n, 0n).signer));
  const sign = (pen, kind, side) => {
    for (const [i, key] of kind.keys.entries()) {
      if (kind.by.includes(i)) pen[side](key);
      else {
        const publicKey = tx.createStacksPublicKey(tx.privateKeyToPublic(key));
        const { auth } = pen.transaction;
        const own = side === 'signOrigin' ? auth.spendingCondition : auth.sponsorSpendingCondition;
        own.fields.push(tx.createTransactionAuthField(tx.PubKeyEncoding.Compressed, publicKey));
      }
    }
  };
  const origins = kinds(keys);
  const sponsors = kinds(sponsorKeys);
  const nonces = new Map();
  const next = (address) => nonces.get(address) ?? 0n;
  const all = [...Object.values(origins), ...Object.values(sponsors)].map(addressOf);
  await chain(
    wallet4,
    [...new Set(all)].map((address, i) => [`combine-fund-${i}`, () => transfer(wallet4, address, 50_000_000n)]),
    { lookUp: false },
  );

  async function sponsored(origin, sponsor, payload) {
    const t = await tx.makeUnsignedSTXTokenTransfer({
      recipient: RECIPIENT,
      amount: 11n,
      fee: 0n,
      nonce: 0n,
      publicKey: tx.privateKeyToPublic(keys[0]),
      network,
      sponsored: true,
    });
    if (payload) t.payload = payload;
    t.auth.spendingCondition = condition(origin, next(addressOf(origin)), 0n);
    t.auth.sponsorSpendingCondition = condition(sponsor, next(addressOf(sponsor)), 900n);
    const pen = new tx.TransactionSigner(t);
    pen.checkOversign = false;
    sign(pen, origin, 'signOrigin');
    sign(pen, sponsor, 'signSponsor');
    return t;
  }
  const pairs = Object.entries(origins).flatMap(([a, origin]) =>
    Object.entries(sponsors).map(([b, sponsor]) => [`${a}-by-${b}`, origin, sponsor]),
  );
  const sent = [];
  for (const [name, origin, sponsor] of pairs) {
    const t = await sponsored(origin, sponsor);
    const { status } = await send(`combine-${name}`, 'exact', t);
    sent.push([name, t.txid()]);
    if (status !== 200) continue;
    for (const kind of [origin, sponsor]) nonces.set(addressOf(kind), next(addressOf(kind)) + 1n);
  }
  for (const [address, nonce] of nonces) await mined(address, Number(nonce)).catch(() => {});
  for (const [name, txid] of sent) await get(`combine-${name}-mined`, 'receipt', `/v3/transaction/${txid}`);
  for (const [i, address] of [...new Set(all)].entries()) await get(`combine-account-${i}`, 'exact', `/v2/accounts/${address}?proof=0`);

  // memos and recipients
  const recipients = {
    'multisig-address': addressOf(origins.p2sh),
    boot: 'ST000000000000000000002AMW42H',
    'own-contract': `${wallet5.address}.later`,
    'long-contract': `${wallet5.address}.${'c'.repeat(40)}`,
  };
  await chain(wallet5, [
    ...Object.entries(recipients).map(([name, recipient], i) => [`to-${name}`, () => transfer(wallet5, recipient, BigInt(i + 1))]),
    ['memo-spaces', () => transfer(wallet5, RECIPIENT, 1n, { memo: '  spaces  ' })],
    ['memo-zeros', () => transfer(wallet5, RECIPIENT, 1n, { memo: '\0\0x\0' })],
    ['memo-empty', () => transfer(wallet5, RECIPIENT, 1n, { memo: '' })],
    ['memo-bytes', async () => withMemo(wallet5, 'ff00fe01')],
    ['memo-ends-zero', async () => withMemo(wallet5, '61620000')],
    ['amount-one', () => transfer(wallet5, RECIPIENT, 1n)],
    ['fee-large', () => transfer(wallet5, RECIPIENT, 1n, { fee: 1_000_000_000n })],
  ]);
  async function withMemo(sender, memo) {
    const t = await tx.makeUnsignedSTXTokenTransfer({
      recipient: RECIPIENT,
      amount: 1n,
      fee: 400n,
      nonce: kit.nextNonce(sender),
      publicKey: tx.privateKeyToPublic(sender.key),
      network,
    });
    t.payload.memo.content = Buffer.from(memo, 'hex').toString('latin1');
    new tx.TransactionSigner(t).signOrigin(sender.key);
    return t;
  }

  // a deploy and calls, with conditions that fail in every way
  const source = `(define-fungible-token f) (define-non-fungible-token n {a: uint, b: (string-ascii 3)})
(define-public (mint (k uint)) (begin (try! (ft-mint? f k tx-sender)) (nft-mint? n {a: k, b: "abc"} tx-sender)))
(define-public (send (k uint) (to principal)) (begin (try! (ft-transfer? f k tx-sender to)) (nft-transfer? n {a: k, b: "abc"} tx-sender to)))
(define-public (stx (k uint) (to principal)) (begin (print {paying: k}) (stx-transfer? k tx-sender to)))
(define-public (three (to principal)) (begin (try! (stx-transfer? u1 tx-sender to)) (try! (stx-transfer? u2 tx-sender to)) (stx-transfer? u3 tx-sender to)))
(define-public (burn (k uint)) (begin (try! (ft-burn? f k tx-sender)) (nft-burn? n {a: k, b: "abc"} tx-sender)))
(define-public (fail-after (k uint) (to principal)) (begin (try! (stx-transfer? k tx-sender to)) (err (+ k u1000))))
(define-public (crash-after (k uint) (to principal)) (begin (try! (stx-transfer? k tx-sender to)) (ok (/ k u0))))
(define-public (ok-complex) (ok {list: (list u1 u2), some: (some "x"), buff: 0x00ff, nested: {p: tx-sender}}))
(define-public (err-complex) (if true (err {list: (list u1 u2), why: u"caf\\u{e9}"}) (ok true)))`;
  await chain(wallet6, [['pc-deploy', () => deploy(wallet6, 'conditions', source, { fee: 90_000n })]]);
  const at = `${wallet6.address}.conditions`;
  const to = Cl.principal(RECIPIENT);
  const id = (k) => Cl.tuple({ b: Cl.stringAscii('abc'), a: Cl.uint(k) });
  const stx = (condition_, amount, address = wallet6.address) => ({ type: 'stx-postcondition', address, condition: condition_, amount });
  const ft = (condition_, amount, address = wallet6.address) => ({
    type: 'ft-postcondition',
    address,
    condition: condition_,
    amount,
    asset: `${at}::f`,
  });
  const nft = (condition_, k, address = wallet6.address) => ({
    type: 'nft-postcondition',
    address,
    condition: condition_,
    asset: `${at}::n`,
    assetId: id(k),
  });
  const run =
    (fn, args, mode, ...postConditions) =>
    () =>
      call(
        wallet6,
        at,
        fn,
        args.map((a) => (typeof a === 'number' ? Cl.uint(a) : a)),
        { postConditionMode: mode, postConditions },
      );
  const cases = [];
  for (let k = 1; k <= 9; k++) cases.push([`pc-mint-${k}`, run('mint', [k], 'deny')]);
  const nftCodes = ['sent', 'not-sent', 'maybe-sent'];
  for (const [i, code] of nftCodes.entries())
    for (const mode of ['allow', 'deny', 'originator'])
      cases.push([`pc-send-${code}-${mode}`, run('send', [i + 1, to], mode, ft('lte', 99n), nft(code, i + 1))]);
  for (const mode of ['allow', 'deny', 'originator']) {
    cases.push([`pc-ft-only-${mode}`, run('send', [5, to], mode, ft('eq', 5n))]);
    cases.push([`pc-nft-only-${mode}`, run('send', [6, to], mode, nft('sent', 6))]);
    cases.push([`pc-none-${mode}`, run('send', [7, to], mode)]);
    cases.push([`pc-other-${mode}`, run('stx', [5, to], mode, stx('gte', 0n, deployer.address))]);
    cases.push([`pc-other-broken-${mode}`, run('stx', [5, to], mode, stx('gt', 0n, deployer.address))]);
    cases.push([`pc-three-${mode}`, run('three', [to], mode, stx('eq', 6n))]);
    cases.push([`pc-three-part-${mode}`, run('three', [to], mode, stx('eq', 3n))]);
    cases.push([`pc-fail-after-${mode}`, run('fail-after', [5, to], mode, stx('eq', 5n))]);
    cases.push([`pc-fail-after-broken-${mode}`, run('fail-after', [5, to], mode, stx('eq', 0n))]);
    cases.push([`pc-crash-after-${mode}`, run('crash-after', [5, to], mode, stx('eq', 0n))]);
    cases.push([`pc-origin-${mode}`, run('three', [to], mode, stx('lte', 6n, 'origin'))]);
    cases.push([`pc-ok-complex-${mode}`, run('ok-complex', [], mode)]);
    cases.push([`pc-err-complex-${mode}`, run('err-complex', [], mode)]);
    cases.push([`pc-burn-${mode}`, run('burn', [8], mode, ft('eq', 8n))]);
    cases.push([`pc-burn-both-${mode}`, run('burn', [9], mode, ft('eq', 9n), nft('sent', 9))]);
  }
  for (let i = 0; i < cases.length; i += 22) await chain(wallet6, cases.slice(i, i + 22));
  const deploys = (name, code, mode, ...postConditions) => [
    `pcd-${name}`,
    () => deploy(wallet6, `pcd-${name}`, code, { postConditionMode: mode, postConditions }),
  ];
  const pays = `(define-read-only (f) u1) (stx-transfer? u5 tx-sender '${RECIPIENT})`;
  await chain(wallet6, [
    deploys('deny', pays, 'deny'),
    deploys('deny-held', pays, 'deny', stx('eq', 5n)),
    deploys('allow-broken', pays, 'allow', stx('lt', 5n)),
    deploys('originator', pays, 'originator'),
    deploys('originator-held', pays, 'originator', stx('eq', 5n)),
    deploys('err', `(define-read-only (f) u1) (define-constant a (stx-transfer? u0 tx-sender '${RECIPIENT}))`, 'deny'),
    deploys('runtime', `(define-read-only (f) u1) (stx-burn? u5 tx-sender) (/ u1 u0)`, 'allow'),
    deploys('calls', `(contract-call? .conditions mint u50) (contract-call? .conditions send u50 '${RECIPIENT})`, 'allow'),
    deploys('calls-deny', `(contract-call? .conditions mint u51) (contract-call? .conditions send u51 '${RECIPIENT})`, 'deny'),
    deploys(
      'calls-held',
      `(contract-call? .conditions mint u52) (contract-call? .conditions send u52 '${RECIPIENT})`,
      'deny',
      ft('eq', 52n),
      nft('sent', 52),
    ),
  ]);
  for (const name of ['deny', 'deny-held', 'allow-broken', 'err', 'runtime', 'calls']) {
    const failed = ['deny', 'allow-broken', 'runtime'].includes(name);
    await get(`pcd-source-${name}`, failed ? 'exact' : 'source', `/v2/contracts/source/${wallet6.address}/pcd-${name}?proof=0`);
    await get(`pcd-interface-${name}`, failed ? 'exact' : 'interface', `/v2/contracts/interface/${wallet6.address}/pcd-${name}`);
  }

  // refusals
  const base = hex(await transfer(wallet7, RECIPIENT, 5n));
  const post = (name, body, headers = json) => kit.ask(name, 'exact', 'POST', '/v2/transactions', { headers, body });
  for (const [name, value] of Object.entries({
    upper: base.toUpperCase().slice(0, 40),
    '0X': `0X${base}`,
    spaces: ` ${base}`,
    newline: `${base}\n`,
    double: `${base + base.slice(0, 2)}!`,
    unicode: 'é'.repeat(10),
  }))
    await post(`hex-${name}`, JSON.stringify({ tx: value }));
  const count = 30;
  for (let i = 0; i < count; i++) {
    const at = 6 + i * 5;
    const bytes = Buffer.from(base, 'hex');
    if (at < bytes.length) bytes[at] ^= 0x55;
    await post(`flip-${at}`, JSON.stringify({ tx: bytes.toString('hex') }));
    await post(`cut-${at}`, JSON.stringify({ tx: base.slice(0, at * 2) }));
  }
  const called = hex(await call(wallet7, at, 'send', [Cl.uint(5), to], { postConditions: [stx('eq', 5n), ft('lt', 7n), nft('sent', 5)] }));
  for (let at_ = 100; at_ * 2 < called.length; at_ += 4) {
    const bytes = Buffer.from(called, 'hex');
    bytes[at_] ^= 0xff;
    await post(`call-flip-${at_}`, JSON.stringify({ tx: bytes.toString('hex') }));
    await post(`call-cut-${at_}`, new Uint8Array(bytes.subarray(0, at_)), { 'content-type': 'application/octet-stream' });
  }
  const deployed = hex(await deploy(wallet7, 'some-name', '(define-read-only (f) u1)'));
  for (let at_ = 108; at_ * 2 < deployed.length; at_ += 2) {
    const bytes = Buffer.from(deployed, 'hex');
    bytes[at_] ^= 0x90;
    await post(`deploy-flip-${at_}`, JSON.stringify({ tx: bytes.toString('hex') }));
  }
  for (const [name, path] of [
    ['payload-cut', 12],
    ['payload-one', 2],
  ])
    await kit.post(`fees-${name}`, 'exact', '/v2/fees/transaction', {
      transaction_payload: called.slice(-400, -400 + path),
      estimated_len: 1,
    });
  const payloads = {
    coinbase: `04${'00'.repeat(32)}`,
    'coinbase-alt': `05${'00'.repeat(32)}0509`,
    poison: `03${'00'.repeat(20)}`,
    tenure: `07${'00'.repeat(140)}`,
    v2: '060405612d62636400000002' + '7531',
    v1: '0105612d62636400000002' + '7531',
    transfer: `00051a${'00'.repeat(20)}${'00'.repeat(42)}`,
    'transfer-contract': `00061a${'00'.repeat(20)}0161${'00'.repeat(42)}`,
    nakamoto: `08${'00'.repeat(32)}09${'00'.repeat(80)}`,
    trailing: `00051a${'00'.repeat(20)}${'00'.repeat(43)}`,
  };
  for (const [name, payload] of Object.entries(payloads)) {
    await kit.post(`fees-of-${name}`, 'fees', '/v2/fees/transaction', { transaction_payload: payload });
    await kit.post(`fees-len-${name}`, 'fees', '/v2/fees/transaction', { transaction_payload: payload, estimated_len: 1000 });
  }
  void NODE;
}
