import { Pc } from '@stacks/transactions';
import type { Devnet } from '#dist/network/types.js';
import { account } from '../../devnet.js';

const LEDGER = `
(define-fungible-token coin u100000000)
(define-non-fungible-token badge uint)
(define-map accounts principal { paid: uint, times: uint })
(define-map never uint uint)
(define-data-var total uint u0)
(define-data-var last (optional principal) none)
(define-constant ERR_LIMIT (err u401))
(define-constant FIRST stacks-block-height)
(define-read-only (get-account (who principal)) (default-to { paid: u0, times: u0 } (map-get? accounts who)))
(define-public (pay (amount uint) (to principal))
  (let ((before (get-account tx-sender)))
    (asserts! (<= amount u1000) ERR_LIMIT)
    (try! (ft-mint? coin amount to))
    (try! (stx-transfer? amount tx-sender to))
    (map-set accounts tx-sender { paid: (+ (get paid before) amount), times: (+ (get times before) u1) })
    (var-set total (+ (var-get total) amount))
    (var-set last (some to))
    (print { event: "paid", amount: amount, height: stacks-block-height, tenure: tenure-height, burn: burn-block-height })
    (ok (var-get total))))
(define-public (award (id uint))
  (begin (print (get-stacks-block-info? id-header-hash (- stacks-block-height u1))) (nft-mint? badge id tx-sender)))
(define-public (burn (amount uint)) (begin (try! (ft-burn? coin amount tx-sender)) (stx-burn? amount tx-sender)))
(define-public (crash) (ok (unwrap-panic (map-get? never u1))))
(define-public (divide (by uint)) (ok (/ u100 by)))`;

const SHOP = `
(define-map sold uint principal)
(define-public (buy (id uint) (price uint))
  (begin
    (try! (contract-call? .ledger pay price 'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG))
    (try! (contract-call? .ledger award id))
    (ok (map-set sold id tx-sender))))`;

const PATIENCE = { timeoutMs: 120_000 } as const;
const SENDERS = ['wallet_1', 'wallet_2', 'wallet_3', 'wallet_4'] as const;

/**
 * Makes transactions of all kinds, of which at least half fail: many share a block, others begin a tenure.
 * @returns their txids, with 0x, in the order of the chain of each sender
 */
export async function makeTransactions(devnet: Devnet, count: number): Promise<string[]> {
  const deployed: string[] = [];
  for (const [name, source] of [
    ['ledger', LEDGER],
    ['shop', SHOP],
  ] as const) {
    deployed.push((await devnet.stacks.deploy({ name, source, as: 'deployer', expect: 'ok', ...PATIENCE })).txid);
  }
  const [ledger, shop] = [devnet.contract('ledger'), devnet.contract('shop')];
  const txids = [...deployed];
  const waiting = new Set<string>();
  for (let n = 0; txids.length < count; n++) {
    const as = SENDERS[n % SENDERS.length] as (typeof SENDERS)[number];
    const options = { as, wait: false, ...PATIENCE } as const;
    const to = account(devnet, 'wallet_5').stx.address;
    const limit = [Pc.principal(account(devnet, as).stx.address).willSendLte(1).ustx()];
    const make = [
      () => ledger.call('pay', { amount: BigInt(n + 2), to }, options),
      () => ledger.call('pay', { amount: 5000n, to }, options),
      () => shop.call('buy', { id: BigInt(n), price: 7n }, options),
      () => ledger.call('crash', [], options),
      () => ledger.call('divide', [0n], options),
      () => ledger.call('pay', { amount: 9n, to }, { ...options, postConditions: limit }),
      () => devnet.stacks.transfer({ to: 'wallet_5', amount: BigInt(n + 1), memo: `no ${n}`, ...options }),
      () => shop.call('buy', { id: 2n, price: 7n }, options),
      () =>
        devnet.stacks.deploy({
          name: `made-${n}`,
          source: `(define-constant AT stacks-block-height)\n(print AT)\n(define-read-only (n) u${n})`,
          ...options,
        }),
      () => ledger.call('burn', [BigInt(n)], options),
      () => devnet.stacks.deploy({ name: `broken-${n}`, source: `(define-read-only (n) (unknown u${n}))`, ...options }),
      () => ledger.call('divide', [BigInt(n)], options),
    ][n % 12] as () => Promise<string>;
    const txid = await make();
    txids.push(txid);
    waiting.add(txid);
    if (n % 7 === 6 || txids.length === count) {
      await Promise.all([...waiting].map((one) => devnet.stacks.waitForTx(one, PATIENCE)));
      waiting.clear();
    }
    if (n % 24 === 23) await devnet.mine({ bitcoin: 1 });
  }
  return txids;
}
