/** Functions of Clarity 4 and 5 and their edge cases: called, read and printed. */
const KEY = "'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM";
const W1 = "'ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5";
/** Each expression becomes a read-only function; those with `!` a public function too. */
export const EXPRESSIONS = {
  'current-contract': 'current-contract',
  'hash-self': '(contract-hash? current-contract)',
  'hash-other': '(contract-hash? .things)',
  'hash-missing': '(contract-hash? .nowhere)',
  'hash-account': `(contract-hash? ${KEY})`,
  'ascii-uint': '(to-ascii? u340282366920938463463374607431768211455)',
  'ascii-int': '(to-ascii? -170141183460469231731687303715884105728)',
  'ascii-bool': '(to-ascii? false)',
  'ascii-principal': '(to-ascii? tx-sender)',
  'ascii-contract': '(to-ascii? current-contract)',
  'ascii-buffer': '(to-ascii? 0x00ff10)',
  'ascii-empty': '(to-ascii? 0x)',
  'ascii-utf8': '(to-ascii? u"plain")',
  'ascii-utf8-not': '(to-ascii? u"caf\\u{e9}")',
  'time-type': '(> stacks-block-time u0)',
  heights: '(and (> stacks-block-height u1) (> tenure-height u1) (> burn-block-height u1))',
  chain: '{c: chain-id, m: is-in-mainnet, r: is-in-regtest}',
  supply: '(> stx-liquid-supply u1)',
  sponsor: 'tx-sponsor?',
  caller: '{s: tx-sender, c: contract-caller}',
  'info-future': '(get-stacks-block-info? time (+ stacks-block-height u5))',
  'info-now': '(get-stacks-block-info? id-header-hash stacks-block-height)',
  'info-huge': '(get-stacks-block-info? header-hash u340282366920938463463374607431768211455)',
  'info-before': '(is-some (get-stacks-block-info? id-header-hash (- stacks-block-height u1)))',
  'tenure-future': '(get-tenure-info? miner-address u99999999)',
  'tenure-spend': '(is-some (get-tenure-info? miner-spend-winner (- stacks-block-height u1)))',
  'tenure-reward': '(get-tenure-info? block-reward (- stacks-block-height u1))',
  'burn-future': '(get-burn-block-info? header-hash u99999999)',
  'burn-pox': '(get-burn-block-info? pox-addrs u99999999)',
  'verify-r1-bad': `(secp256r1-verify 0x${'01'.repeat(32)} 0x${'02'.repeat(64)} 0x02${'03'.repeat(32)})`,
  'verify-r1-good':
    '(secp256r1-verify 0xc3abef6a775793dfbc8e0719e7a1de1fc2f90d37a7912b1ce8e300a5a03b06a8 0xf2b8c0645caa7250e3b96d633cf40a88456e4ffbddffb69200c4e019039dfd31f153a6d5c3dc192a5574f3a261b1b70570971b92d8ebf86c17b7670d13591c4e 0x031e18532fd4754c02f3041d9c75ceb33b83ffd81ac7ce4fe882ccb1c98bc5896e)',
  'verify-k1-bad': `(secp256k1-verify 0x${'01'.repeat(32)} 0x${'02'.repeat(64)} 0x02${'03'.repeat(32)})`,
  'verify-k1-65': `(secp256k1-verify 0x${'01'.repeat(32)} 0x${'02'.repeat(64)}00 0x02${'03'.repeat(32)})`,
  'recover-bad': `(secp256k1-recover? 0x${'00'.repeat(32)} 0x${'00'.repeat(65)})`,
  'recover-id': `(secp256k1-recover? 0x${'11'.repeat(32)} 0x${'22'.repeat(64)}01)`,
  'principal-of': `(principal-of? 0x03adb8de4bfb65db2cfd6120d55c6526ae9c52e675db7e47308636534ba7786110)`,
  'principal-of-bad': `(principal-of? 0x04${'00'.repeat(32)})`,
  construct: `(principal-construct? 0x1a 0x${'01'.repeat(20)})`,
  'construct-named': `(principal-construct? 0x1a 0x${'01'.repeat(20)} "name")`,
  'construct-bad-name': `(principal-construct? 0x1a 0x${'01'.repeat(20)} "1name")`,
  'construct-mainnet': `(principal-construct? 0x16 0x${'01'.repeat(20)})`,
  'construct-short': `(principal-construct? 0x1a 0x01)`,
  destruct: '(principal-destruct? current-contract)',
  'destruct-mainnet': "(principal-destruct? 'SP000000000000000000002Q6VF78)",
  'standard-mainnet': "(is-standard 'SP000000000000000000002Q6VF78)",
  pow: '(pow u3 u80)',
  'pow-overflow': '(pow u3 u81)',
  'pow-zero': '(list (pow u0 u0) (pow u0 u5) (pow u5 u0))',
  'pow-int': '(list (pow -2 3) (pow -2 127) (pow 1 99999) (pow -1 99999))',
  'pow-large': '(pow 2 4294967296)',
  sqrti: '(list (sqrti u0) (sqrti u15) (sqrti u340282366920938463463374607431768211455))',
  log2: '(list (log2 u1) (log2 u3) (log2 u340282366920938463463374607431768211455))',
  'log2-negative': '(log2 -1)',
  'divide-int': '(list (/ -7 2) (mod -7 2) (/ 7 -2) (mod 7 -2))',
  'divide-min': '(/ -170141183460469231731687303715884105728 -1)',
  'multiply-min': '(* -170141183460469231731687303715884105728 -1)',
  'negate-min': '(- -170141183460469231731687303715884105728)',
  'mod-zero': '(mod u5 u0)',
  shift: '(list (bit-shift-left 1 u127) (bit-shift-left 1 u128) (bit-shift-right -1 u5) (bit-shift-left -1 u3))',
  'shift-uint': '(list (bit-shift-left u1 u127) (bit-shift-left u3 u127) (bit-shift-right u8 u2) (bit-shift-right u8 u300))',
  bits: '(list (bit-and -1 5) (bit-or 4 1) (bit-xor -1 1) (bit-not 0) (bit-and 7 6 5))',
  'to-int': '(to-int u170141183460469231731687303715884105728)',
  'to-uint': '(to-uint -1)',
  'buff-le': '(buff-to-uint-le 0x0102)',
  'buff-be': '(buff-to-int-be 0xff)',
  'buff-empty': '(buff-to-uint-be 0x)',
  'string-int': '(list (string-to-int? "-5") (string-to-int? "x") (string-to-int? ""))',
  'string-uint':
    '(list (string-to-uint? "5") (string-to-uint? "-5") (string-to-uint? u"7") (string-to-uint? "340282366920938463463374607431768211456"))',
  'int-ascii': '(int-to-ascii -5)',
  'int-utf8': '(int-to-utf8 u5)',
  consensus: '(to-consensus-buff? {a: (list u1 u2), b: (some "x")})',
  'from-consensus': '(from-consensus-buff? {a: uint} 0x0c0000000101610100000000000000000000000000000005)',
  'from-consensus-wrong': '(from-consensus-buff? int 0x0100000000000000000000000000000005)',
  'from-consensus-trailing': '(from-consensus-buff? uint 0x010000000000000000000000000000000500)',
  'slice-out': '(list (slice? "abc" u1 u2) (slice? "abc" u2 u1) (slice? "abc" u0 u4) (slice? "abc" u3 u3))',
  replace: '(list (replace-at? "abc" u1 "z") (replace-at? "abc" u3 "z"))',
  element: '(list (element-at? 0x0102 u1) (element-at? 0x0102 u2))',
  index: '(list (index-of? "abca" "a") (index-of? "abca" "z"))',
  'index-list': '(index-of? (list {a: 1} {a: 2}) {a: 2})',
  'concat-lists': '(concat (list (list 1)) (list (list 2 3)))',
  merge: '(merge {a: 1, b: 2} {b: "x", c: none})',
  default: '(default-to u5 (get a (if true none (some {a: u1}))))',
  filter: '(filter is-even (list u1 u2 u3 u4))',
  'map-two': '(map + (list 1 2 3) (list 10 20))',
  'fold-text': '(fold join "abc" "")',
  'match-both': '(list (match (half u4) v v e e) (match (half u3) v v e (+ e u100)))',
  'compare-text': '(list (< "a" "b") (< u"a" u"b") (< 0x01 0x0100) (>= "b" "a"))',
  'compare-principals': `(is-eq tx-sender ${W1})`,
  'equal-lists': '(is-eq (list u1 u2) (list u1 u2))',
  'short-circuit': '(list (and false (is-eq u1 (/ u1 u0))) (or true (is-eq u1 (/ u1 u0))))',
  'stx-account': `(stx-account ${W1})`,
  'balance-none': `(stx-get-balance 'ST000000000000000000002AMW42H.nope)`,
  'ft-balance': `(ft-get-balance coin ${KEY})`,
  'nft-owner': '(nft-get-owner? item u999)',
  'nested-optional': '(some (some none))',
  none: 'none',
  'empty-list': '(list)',
  'text-odd': '"tab\\t nl\\n quote\\" back\\\\"',
  'utf8-odd': 'u"\\u{1F600}\\u{0}\\u{fffd}\\t"',
  'hash-all': '(list (hash160 u1) (hash160 1) (hash160 0x))',
  'sha-int': '(list (sha256 u1) (sha256 -1))',
  keccak: '(keccak256 u1)',
  sha512: '(list (sha512 0x) (sha512 u1))',
  'as-max': '(list (as-max-len? "abc" u3) (as-max-len? "abc" u2))',
  'err-tuple': '(err {code: u1, list: (list 1 2)})',
  'ok-none': '(ok none)',
  'unwrap-text': '(unwrap! (if true none (some u1)) (err "no"))',
  'try-option': '(begin (try! (if true none (some u1))) (some u2))',
  'panic-err': '(unwrap-panic (half u3))',
  'panic-err-ok': '(unwrap-err-panic (half u4))',
  'panic-list': '(unwrap-panic (element-at? (list u1) u1))',
  assert: '(begin (asserts! (is-eq u1 u2) (err u42)) (ok true))',
  'loop-deep': '(fold deep (list 1 2 3 4 5 6 7 8 9 10) u0)',
  'get-in-tuple': '(get b (get a {a: {b: 0x01}}))',
  'allow-none': '(as-contract? () u1)',
  'allow-all': '(as-contract? ((with-all-assets-unsafe)) tx-sender)',
  'restrict-none': '(restrict-assets? tx-sender () u1)',
  'map-none': '(map-get? store u9)',
  compose: '{a: (var-get level), b: (map-get? store u1), c: (is-even (var-get level))}',
};
const THINGS = `(define-data-var level uint u2)
(define-map store uint (string-ascii 5))
(define-fungible-token coin u1000)
(define-non-fungible-token item uint)
(map-set store u1 "one")
(define-private (is-even (n uint)) (is-eq (mod n u2) u0))
(define-private (join (c (string-ascii 1)) (s (string-ascii 10))) (unwrap-panic (as-max-len? (concat c s) u10)))
(define-private (half (n uint)) (if (is-even n) (ok (/ n u2)) (err n)))
(define-private (deep (i int) (n uint)) (+ n (len (list i i i))))
`;
const ACTIONS = `(define-fungible-token coin)
(define-non-fungible-token item {id: uint, name: (string-utf8 4)})
(define-data-var last uint u0)
(define-public (fund (n uint)) (stx-transfer? n tx-sender current-contract))
(define-public (mint (n uint)) (ft-mint? coin n tx-sender))
(define-public (mint-here (n uint)) (ft-mint? coin n current-contract))
(define-public (make (id uint)) (nft-mint? item {id: id, name: u"\\u{e9}"} tx-sender))
(define-public (make-here (id uint)) (nft-mint? item {id: id, name: u"\\u{e9}"} current-contract))
(define-public (pay-stx (n uint) (limit uint)) (as-contract? ((with-stx limit)) (try! (stx-transfer? n tx-sender ${W1}))))
(define-public (pay-all (n uint)) (as-contract? ((with-all-assets-unsafe)) (try! (stx-transfer? n tx-sender ${W1}))))
(define-public (pay-coin (n uint) (limit uint)) (as-contract? ((with-ft current-contract "coin" limit)) (try! (ft-transfer? coin n tx-sender ${W1}))))
(define-public (pay-coin-any (n uint)) (as-contract? ((with-ft current-contract "*" u5)) (try! (ft-transfer? coin n tx-sender ${W1}))))
(define-public (pay-item (id uint) (listed uint)) (as-contract? ((with-nft current-contract "item" (list {id: listed, name: u"\\u{e9}"}))) (try! (nft-transfer? item {id: id, name: u"\\u{e9}"} tx-sender ${W1}))))
(define-public (burn-item (id uint)) (as-contract? () (try! (nft-burn? item {id: id, name: u"\\u{e9}"} tx-sender))))
(define-public (burn-coin (n uint)) (as-contract? ((with-ft current-contract "coin" u3)) (try! (ft-burn? coin n tx-sender))))
(define-public (burn-stx (n uint)) (as-contract? ((with-stx u3)) (try! (stx-burn? n tx-sender))))
(define-public (two (n uint)) (as-contract? ((with-stx u5) (with-ft current-contract "coin" u5)) (begin (try! (stx-transfer? n tx-sender ${W1})) (try! (ft-transfer? coin n tx-sender ${W1})))))
(define-public (twice-stx) (as-contract? ((with-stx u5)) (begin (try! (stx-transfer? u3 tx-sender ${W1})) (try! (stx-transfer? u3 tx-sender ${W1})))))
(define-public (back-and-forth) (as-contract? ((with-stx u5)) (begin (try! (stx-transfer? u5 tx-sender ${W1})) u1)))
(define-public (restrict (n uint)) (restrict-assets? tx-sender ((with-stx u10)) (try! (stx-transfer? n tx-sender current-contract))))
(define-public (restrict-coin (n uint)) (restrict-assets? tx-sender ((with-ft current-contract "coin" u10)) (try! (ft-transfer? coin n tx-sender current-contract))))
(define-public (restrict-other (n uint)) (restrict-assets? ${W1} () (try! (stx-transfer? n tx-sender current-contract))))
(define-public (restrict-caught (n uint)) (match (restrict-assets? tx-sender () (try! (stx-transfer? n tx-sender current-contract))) v (ok u0) e (begin (print {caught: e}) (ok e))))
(define-public (restrict-inner-error) (restrict-assets? tx-sender () (try! (if true (err u77) (ok u1)))))
(define-public (restrict-stacking) (restrict-assets? tx-sender ((with-stacking u5)) true))
(define-public (nested-allow (n uint)) (as-contract? ((with-stx u100)) (try! (restrict-assets? tx-sender ((with-stx u2)) (try! (stx-transfer? n tx-sender ${W1}))))))
(define-public (memo (n uint) (m (buff 34))) (stx-transfer-memo? n tx-sender ${W1} m))
(define-public (memo-contract (n uint)) (stx-transfer-memo? n tx-sender current-contract 0x))
(define-public (order) (begin (print "first") (try! (stx-transfer? u1 tx-sender ${W1})) (print "second") (try! (ft-mint? coin u1 tx-sender)) (try! (ft-transfer? coin u1 tx-sender ${W1})) (try! (nft-mint? item {id: u77, name: u""} tx-sender)) (try! (nft-transfer? item {id: u77, name: u""} tx-sender ${W1})) (try! (nft-burn? item {id: u77, name: u""} ${W1})) (try! (ft-burn? coin u1 ${W1})) (try! (stx-burn? u1 tx-sender)) (print "last") (ok "done")))
(define-public (partly) (begin (print "kept") (is-err (undone)) (print "after") (ok true)))
(define-public (undone) (begin (print "undone") (try! (stx-burn? u5 tx-sender)) (err u5)))
(define-public (self-call) (contract-call? .things f-err-tuple))
(define-public (transfer-none (n uint)) (ft-transfer? coin n ${W1} tx-sender))
(define-public (list-of-events) (ok (map emit (list u1 u2 u3))))
(define-private (emit (n uint)) (begin (print {n: n}) n))
(define-public (loop-work) (ok (len (map emit-none (list 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20)))))
(define-private (emit-none (n int)) (sha512 0x00))
(define-public (height) (ok (begin (var-set last burn-block-height) (> (var-get last) u0))))
(define-public (print-large) (ok (len (print (list u1 u2 u3 u4 u5 u6 u7 u8 u9 u10 u11 u12 u13 u14 u15 u16 u17 u18 u19 u20)))))
(define-public (sponsored) (ok tx-sponsor?))
(define-public (sender-is-caller) (ok {s: tx-sender, c: contract-caller, same: (is-eq tx-sender contract-caller)}))
`;

export async function runtime(kit) {
  const { tx, accounts, chain, deploy, call, post, get } = kit;
  const { deployer, wallet3 } = accounts;
  const { Cl } = tx;
  const entries = Object.entries(EXPRESSIONS);
  const things =
    THINGS +
    entries
      .filter(([, e]) => !e.startsWith('(unwrap!') && !e.startsWith('(begin (asserts!'))
      .map(([n, e]) => `(define-read-only (f-${n}) ${e})`)
      .join('\n') +
    entries
      .filter(([, e]) => e.startsWith('(unwrap!') || e.startsWith('(begin (asserts!'))
      .map(
        ([n, e]) =>
          `\n(define-read-only (f-${n}) (if true ${e.startsWith('(unwrap') ? `(ok ${e})` : e} (ok ${e.startsWith('(unwrap') ? 'u1' : 'true'})))`,
      )
      .join('');
  await chain(wallet3, [
    ['deploy-things', () => deploy(wallet3, 'things', things, { fee: 300_000n })],
    ['deploy-things-5', () => deploy(wallet3, 'things-5', `${things}\n(define-read-only (five) u5)`, { fee: 300_000n, clarityVersion: 5 })],
    ['deploy-actions', () => deploy(wallet3, 'actions', ACTIONS, { fee: 300_000n })],
    [
      'deploy-callers',
      () =>
        deploy(
          wallet3,
          'callers',
          entries.map(([n]) => `(define-public (f-${n}) (begin (print "in") (ok (contract-call? .things f-${n}))))`).join('\n'),
          { fee: 300_000n },
        ),
    ],
  ]);
  for (const [name] of entries)
    for (const contract of ['things', 'things-5'])
      await post(`read-${contract}-${name}`, 'exact', `/v2/contracts/call-read/${wallet3.address}/${contract}/f-${name}`, {
        sender: deployer.address,
        arguments: [],
      });
  for (let i = 0; i < entries.length; i += 22)
    await chain(
      wallet3,
      entries.slice(i, i + 22).map(([name]) => [`call-${name}`, () => call(wallet3, `${wallet3.address}.callers`, `f-${name}`)]),
      { lookUp: false },
    );
  const act =
    (fn, ...args) =>
    () =>
      call(
        wallet3,
        `${wallet3.address}.actions`,
        fn,
        args.map((a) => (typeof a === 'string' ? Cl.bufferFromHex(a) : Cl.uint(a))),
      );
  const actions = [
    ['fund', 1000],
    ['mint', 100],
    ['mint-here', 100],
    ['make', 1],
    ['make-here', 2],
    ['make-here', 3],
    ['make-here', 4],
    ['pay-stx', 5, 5],
    ['pay-stx', 6, 5],
    ['pay-stx', 5000, 9999],
    ['pay-stx', 0, 5],
    ['pay-all', 7],
    ['pay-coin', 5, 5],
    ['pay-coin', 6, 5],
    ['pay-coin', 5000, 9999],
    ['pay-coin-any', 5],
    ['pay-coin-any', 6],
    ['pay-item', 2, 2],
    ['pay-item', 3, 4],
    ['pay-item', 9, 9],
    ['burn-item', 3],
    ['burn-coin', 3],
    ['burn-coin', 4],
    ['burn-stx', 3],
    ['burn-stx', 4],
    ['two', 5],
    ['two', 6],
    ['twice-stx'],
    ['back-and-forth'],
    ['restrict', 10],
    ['restrict', 11],
    ['restrict-coin', 10],
    ['restrict-coin', 11],
    ['restrict-other', 5],
    ['restrict-caught', 1],
    ['restrict-inner-error'],
    ['restrict-stacking'],
    ['nested-allow', 2],
    ['nested-allow', 3],
    ['memo', 1, ''],
    ['memo', 1, '00'],
    ['memo', 2, 'ff'.repeat(34)],
    ['memo', 0, '01'],
    ['memo-contract', 3],
    ['order'],
    ['partly'],
    ['undone'],
    ['self-call'],
    ['transfer-none', 1],
    ['list-of-events'],
    ['loop-work'],
    ['height'],
    ['print-large'],
    ['sponsored'],
    ['sender-is-caller'],
  ];
  for (let i = 0; i < actions.length; i += 22)
    await chain(
      wallet3,
      actions
        .slice(i, i + 22)
        .map(([fn, ...args]) => [`act-${fn}${args.map((a) => `-${String(a).slice(0, 4)}`).join('')}`, act(fn, ...args)]),
    );
  await chain(
    wallet3,
    actions.slice(7, 24).map(([fn, ...args]) => [
      `deny-${fn}${args.map((a) => `-${String(a).slice(0, 4)}`).join('')}`,
      () =>
        call(
          wallet3,
          `${wallet3.address}.actions`,
          fn,
          args.map((a) => Cl.uint(a)),
          { postConditionMode: 'deny' },
        ),
    ]),
  );
  for (const [fn, ...args] of actions)
    await post(
      `readact-${fn}${args.map((a) => `-${String(a).slice(0, 4)}`).join('')}`,
      'exact',
      `/v2/contracts/call-read/${wallet3.address}/actions/${fn}`,
      {
        sender: wallet3.address,
        arguments: args.map((a) => `0x${Cl.serialize(typeof a === 'string' ? Cl.bufferFromHex(a) : Cl.uint(a))}`),
      },
    );
  for (const name of ['things', 'things-5', 'actions', 'callers']) {
    await get(`interface-of-${name}`, 'interface', `/v2/contracts/interface/${wallet3.address}/${name}`);
    await get(`balance-of-${name}`, 'exact', `/v2/accounts/${wallet3.address}.${name}?proof=0`);
  }
}
