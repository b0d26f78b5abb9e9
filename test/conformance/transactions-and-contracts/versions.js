/** Deploys with Clarity 1 to 5 and without a version: the words of each version. */
export async function versions(kit) {
  const { tx, accounts, chain, deploy, call, get, RECIPIENT } = kit;
  const { wallet1 } = accounts;
  const unversioned = async (name, source) => {
    const t = await tx.makeUnsignedContractDeploy({
      contractName: name,
      codeBody: source,
      fee: 30_000n,
      nonce: kit.nextNonce(wallet1),
      publicKey: tx.privateKeyToPublic(wallet1.key),
      network: kit.network,
      postConditionMode: 'allow',
    });
    t.payload = tx.createSmartContractPayload(name, source);
    new tx.TransactionSigner(t).signOrigin(wallet1.key);
    return t;
  };
  const words = {
    'block-height': '(define-read-only (f) (> block-height u1)) (define-public (g) (ok (> block-height u1)))',
    'stacks-height': '(define-read-only (f) (> stacks-block-height u1)) (define-public (g) (ok (> tenure-height u1)))',
    'block-info':
      '(define-read-only (f) (is-some (get-block-info? time u1))) (define-public (g) (ok (is-none (get-block-info? id-header-hash u99999999))))',
    'at-block':
      '(define-data-var n uint u0) (define-read-only (f) (at-block 0x0000000000000000000000000000000000000000000000000000000000000000 (var-get n))) (define-public (g) (ok (f)))',
    'as-contract': `(define-read-only (f) (as-contract tx-sender)) (define-public (g) (ok (as-contract {s: tx-sender, c: contract-caller})))`,
    'safe-contract': `(define-public (g) (as-contract? () tx-sender)) (define-read-only (f) current-contract)`,
    'to-ascii': '(define-read-only (f) (to-ascii? u42)) (define-public (g) (ok (to-ascii? true)))',
    time: '(define-read-only (f) (> stacks-block-time u1)) (define-public (g) (ok (> stacks-block-time u1)))',
    'contract-hash': `(define-read-only (f) (contract-hash? 'ST000000000000000000002AMW42H.pox-4)) (define-public (g) (ok (contract-hash? tx-sender)))`,
    secp256r1:
      '(define-read-only (f) (secp256r1-verify 0x0101010101010101010101010101010101010101010101010101010101010101 0x02020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202 0x030303030303030303030303030303030303030303030303030303030303030303)) (define-public (g) (ok (f)))',
    slice: '(define-read-only (f) (slice? "abcdef" u1 u3)) (define-public (g) (ok (replace-at? "abc" u1 "x")))',
    index: '(define-read-only (f) (index-of "abc" "b")) (define-public (g) (ok (element-at "abc" u1)))',
    memo: `(define-public (g) (stx-transfer-memo? u1 tx-sender '${RECIPIENT} 0x0102)) (define-read-only (f) (to-consensus-buff? {a: 1}))`,
  };
  // in the versions before and after a word appears or disappears
  const deployed = {
    'block-height': [1, 2, 3, 4, 5],
    'stacks-height': [2, 3, 4, 5],
    'block-info': [1, 2, 3],
    'at-block': [1, 4, 5],
    'as-contract': [1, 3, 4],
    'safe-contract': [3, 4, 5],
    'to-ascii': [3, 4],
    time: [3, 4],
    'contract-hash': [3, 4],
    secp256r1: [3, 4, 5],
    slice: [1, 2],
    index: [1, 2],
    memo: [1, 2, 4, 5],
  };
  for (const [word, source] of Object.entries(words)) {
    await chain(
      wallet1,
      deployed[word].map((clarityVersion) => [
        `v${clarityVersion}-${word}`,
        () => deploy(wallet1, `v${clarityVersion}-${word}`, source, { clarityVersion }),
      ]),
      { lookUp: word === 'memo' },
    );
  }
  await chain(wallet1, [
    [
      'v-none',
      () => unversioned('v-none', '(define-read-only (f) (> stacks-block-height u1)) (define-public (g) (ok (> tenure-height u1)))'),
    ],
    ['v-none-block-height', () => unversioned('v-none-block-height', words['block-height'])],
  ]);
  const running = [
    'v1-block-height',
    'v2-block-height',
    'v3-stacks-height',
    'v4-stacks-height',
    'v5-stacks-height',
    'v1-block-info',
    'v2-block-info',
    'v1-as-contract',
    'v3-as-contract',
    'v4-safe-contract',
    'v5-safe-contract',
    'v4-to-ascii',
    'v4-time',
    'v4-contract-hash',
    'v4-secp256r1',
    'v5-secp256r1',
    'v2-slice',
    'v1-index',
    'v4-memo',
    'v5-memo',
  ];
  for (const name of ['v1-at-block', 'v5-at-block'])
    await kit.send(`run-${name}`, 'exact', await call(wallet1, `${wallet1.address}.${name}`, 'g'));
  await chain(
    wallet1,
    running.map((name) => [`run-${name}`, () => call(wallet1, `${wallet1.address}.${name}`, 'g')]),
  );
  for (const name of [...running, 'v1-at-block', 'v-none', 'v-none-block-height']) {
    await kit.post(`read-${name}`, 'exact', `/v2/contracts/call-read/${wallet1.address}/${name}/f`, {
      sender: wallet1.address,
      arguments: [],
    });
    if (/stacks-height|none|v4-memo|v2-slice/.test(name))
      await get(`interface-${name}`, 'interface', `/v2/contracts/interface/${wallet1.address}/${name}`);
  }
}
