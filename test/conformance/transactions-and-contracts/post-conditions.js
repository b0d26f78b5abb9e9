/** Conditions on STX, FT and NFT with every code, in allow, deny and originator mode. */
export async function postConditions(kit) {
  const { tx, accounts, chain, call, send, deploy, RECIPIENT } = kit;
  const { deployer, wallet1 } = accounts;
  const { Cl } = tx;
  const tokens = `${deployer.address}.tokens`;
  const me = Cl.principal(deployer.address);
  const other = Cl.principal(wallet1.address);
  const free = `${tokens}::free`;
  const ticket = `${tokens}::ticket`;
  const stx = (condition, amount, address = deployer.address) => ({ type: 'stx-postcondition', address, condition, amount });
  const ft = (condition, amount, { address = deployer.address, asset = free } = {}) => ({
    type: 'ft-postcondition',
    address,
    condition,
    amount,
    asset,
  });
  const nft = (condition, id, { address = deployer.address, asset = ticket } = {}) => ({
    type: 'nft-postcondition',
    address,
    condition,
    asset,
    assetId: Cl.uint(id),
  });
  const run =
    (fn, args, mode, ...postConditions) =>
    () =>
      call(deployer, tokens, fn, args, { postConditionMode: mode, postConditions });
  const pay = [Cl.uint(100), other];
  const give = [Cl.uint(100), me, other];

  const codes = { eq: [100n, 99n], gt: [99n, 100n], gte: [100n, 101n], lt: [101n, 100n], lte: [100n, 99n] };
  await chain(
    deployer,
    Object.entries(codes).flatMap(([code, [held, broken]]) => [
      [`stx-${code}-held`, run('pay', pay, 'deny', stx(code, held))],
      [`stx-${code}-broken`, run('pay', pay, 'allow', stx(code, broken))],
      [`ft-${code}-held`, run('send-free', give, 'deny', ft(code, held))],
      [`ft-${code}-broken`, run('send-free', give, 'allow', ft(code, broken))],
    ]),
  );
  await chain(deployer, [
    ['pc-mint-tickets-10', run('mint-ticket', [Cl.uint(10), me], 'deny')],
    ['pc-mint-tickets-11', run('mint-ticket', [Cl.uint(11), me], 'deny')],
    ['pc-mint-tickets-12', run('mint-ticket', [Cl.uint(12), me], 'deny')],
    ['pc-mint-tickets-13', run('mint-ticket', [Cl.uint(13), me], 'deny')],
    ['nft-deny-without-condition', run('send-ticket', [Cl.uint(10), me, other], 'deny')],
    ['nft-not-sent-broken', run('send-ticket', [Cl.uint(10), me, other], 'allow', nft('not-sent', 10))],
    ['nft-sent-wrong-id', run('send-ticket', [Cl.uint(10), me, other], 'deny', nft('sent', 11))],
    ['nft-sent-held', run('send-ticket', [Cl.uint(10), me, other], 'deny', nft('sent', 10))],
    ['nft-sent-other-not-sent', run('send-ticket', [Cl.uint(11), me, other], 'deny', nft('sent', 11), nft('not-sent', 12))],
    ['nft-maybe-sent-held', run('send-ticket', [Cl.uint(12), me, other], 'deny', nft('maybe-sent', 12))],
    ['nft-maybe-sent-unused', run('pay', pay, 'allow', nft('maybe-sent', 13))],
    ['nft-sent-unused', run('pay', pay, 'allow', nft('sent', 13))],
    ['nft-origin-principal', run('send-ticket', [Cl.uint(13), me, other], 'deny', nft('sent', 13, { address: 'origin' }))],
    ['nft-burn-denied', run('burn-ticket', [Cl.uint(13), other], 'deny')],
    ['nft-burn-condition', run('burn-ticket', [Cl.uint(13), other], 'deny', nft('sent', 13, { address: wallet1.address }))],
    ['stx-origin-principal', run('pay', pay, 'deny', stx('eq', 100n, 'origin'))],
    ['stx-other-principal-zero', run('pay', pay, 'allow', stx('eq', 0n, wallet1.address))],
    ['stx-two-conditions', run('pay', pay, 'deny', stx('gte', 1n), stx('lte', 1_000n))],
    ['stx-two-conditions-one-broken', run('pay', pay, 'deny', stx('gte', 1n), stx('lt', 100n))],
    ['stx-nothing-moved', run('mint-free', [Cl.uint(1), me], 'deny', stx('eq', 0n))],
    ['stx-nothing-moved-broken', run('mint-free', [Cl.uint(1), me], 'deny', stx('gt', 0n))],
    ['stx-burn-denied', run('burn-stx', [Cl.uint(3)], 'deny')],
  ]);
  await chain(deployer, [
    ['stx-burn-condition', run('burn-stx', [Cl.uint(3)], 'deny', stx('eq', 3n))],
    ['ft-burn-denied', run('burn-free', [Cl.uint(3), me], 'deny')],
    ['ft-burn-condition', run('burn-free', [Cl.uint(3), me], 'deny', ft('eq', 3n))],
    ['ft-of-other-denied', run('send-free', [Cl.uint(1), other, me], 'deny')],
    ['ft-of-other-condition', run('send-free', [Cl.uint(1), other, me], 'deny', ft('eq', 1n, { address: wallet1.address }))],
    ['ft-of-other-asset', run('send-free', give, 'deny', ft('eq', 100n, { asset: `${tokens}::capped` }))],
    ['ft-missing-contract', run('send-free', give, 'allow', ft('eq', 0n, { asset: `${deployer.address}.nowhere::free` }))],
    ['ft-origin-principal', run('send-free', give, 'deny', ft('eq', 100n, { address: 'origin' }))],
    ['ft-same-condition-twice', run('send-free', give, 'deny', ft('eq', 100n), ft('eq', 100n))],
    ['ft-and-stx-one-missing', run('pay-and-send', pay, 'deny', stx('eq', 100n))],
    ['ft-and-stx', run('pay-and-send', pay, 'deny', stx('eq', 100n), ft('eq', 100n))],
    ['there-and-back-denied', run('there-and-back', [Cl.uint(100)], 'deny', stx('eq', 100n))],
    ['there-and-back-condition', run('there-and-back', [Cl.uint(100)], 'deny', stx('eq', 100n), stx('eq', 100n, tokens))],
    ['contract-pays-denied', run('pay-out', pay, 'deny')],
    ['contract-pays-condition', run('pay-out', pay, 'deny', stx('lte', 100n, tokens))],
    ['contract-pays-condition-broken', run('pay-out', pay, 'deny', stx('lt', 100n, tokens))],
    ['originator-own-without-condition', run('pay', pay, 'originator')],
    ['originator-own-condition', run('pay', pay, 'originator', stx('eq', 100n))],
    ['originator-contract-pays', run('pay-out', pay, 'originator')],
    ['originator-contract-pays-broken', run('pay-out', pay, 'originator', stx('lt', 100n, tokens))],
    ['originator-ft-of-other', run('send-free', [Cl.uint(1), other, me], 'originator')],
    ['originator-ft-own', run('send-free', give, 'originator')],
    ['err-with-broken-condition', run('pay', [Cl.uint(0), other], 'deny', stx('gt', 0n))],
    [
      'swap-conditions',
      run(
        'pay',
        [Cl.uint(1), RECIPIENT].map((v) => (typeof v === 'string' ? Cl.principal(v) : v)),
        'deny',
        stx('eq', 1n),
        nft('not-sent', 10),
        ft('eq', 0n),
      ),
    ],
  ]);

  // a transfer with conditions enters the mempool, but no block; wallet_2 sends nothing after it
  const conditioned = async (sender, mode, list) => {
    const t = await tx.makeUnsignedSTXTokenTransfer({
      recipient: RECIPIENT,
      amount: 9n,
      fee: 900n,
      nonce: kit.nextNonce(sender),
      publicKey: tx.privateKeyToPublic(sender.key),
      network: kit.network,
    });
    t.postConditions = tx.createLPList(list.map(tx.postConditionToWire));
    t.postConditionMode = mode;
    new tx.TransactionSigner(t).signOrigin(sender.key);
    return t;
  };
  await chain(deployer, [
    ['transfer-allow', () => conditioned(deployer, 1, [])],
    ['transfer-originator', () => conditioned(deployer, 3, [])],
    [
      'deploy-originator',
      () => deploy(deployer, 'originator', `(stx-transfer? u1 tx-sender .shapes)`, { postConditionMode: 'originator' }),
    ],
    [
      'deploy-condition-on-ft',
      () =>
        deploy(deployer, 'ft-condition', `(contract-call? .tokens send-free u1 tx-sender .shapes)`, {
          postConditionMode: 'deny',
          postConditions: [ft('eq', 1n)],
        }),
    ],
  ]);
  await send('transfer-with-condition', 'exact', await conditioned(accounts.wallet2, 2, [stx('eq', 9n, accounts.wallet2.address)]));
  // conditions of epoch 4.0, before it starts
  await send(
    'condition-staking',
    'exact',
    await call(deployer, tokens, 'pay', pay, {
      postConditions: [{ type: 'staking-postcondition', address: deployer.address, condition: 'eq', amount: 1n }],
    }),
  );
  await send(
    'condition-pox',
    'exact',
    await call(deployer, tokens, 'pay', pay, {
      postConditions: [{ type: 'pox-postcondition', address: deployer.address, condition: 'may-perform' }],
    }),
  );
  const badCode = kit.hex(await call(deployer, tokens, 'pay', pay, { postConditions: [stx('eq', 0x1122334455n)] }));
  await send('condition-code-9', 'exact', badCode.replace('010000001122334455', '090000001122334455'));
  await send('condition-nft-code-on-stx', 'exact', badCode.replace('010000001122334455', '100000001122334455'));
}
