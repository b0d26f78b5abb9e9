import type { Devnet } from 'stacks-devnet';

const counter = `;; A counter that anybody can raise.
(define-fungible-token coin)
(define-non-fungible-token badge uint)
(define-data-var count uint u0)
(define-map seen principal uint)
(define-constant ERR-ZERO (err u100))

(define-read-only (get-count) (var-get count))
(define-read-only (times (who principal)) (default-to u0 (map-get? seen who)))

(define-public (add (step uint) (note (optional (string-ascii 40))))
  (begin
    (asserts! (> step u0) ERR-ZERO)
    (var-set count (+ (var-get count) step))
    (map-set seen tx-sender (+ u1 (times tx-sender)))
    (try! (ft-mint? coin step tx-sender))
    (try! (nft-mint? badge (var-get count) tx-sender))
    (print {event: "added", step: step, note: note})
    (ok (var-get count))))
`;

/** What a network has that was used a little. */
export type Scene = {
  contract: string;
  /** Hash of the Stacks block with the call. */
  block: string;
  called: string;
  aborted: string;
  transferred: string;
  paid: string;
  btcAddress: string;
  stxAddress: string;
};

/** Deploys a contract, calls it with and without success, sends STX, BTC and sBTC, and makes a deposit and a withdrawal of sBTC. */
export async function playScene(devnet: Devnet): Promise<Scene> {
  const { deployer, wallet_1, wallet_2 } = devnet.accounts;
  const { contract } = await devnet.stacks.deploy({ name: 'counter', source: counter, as: 'deployer' });
  const client = devnet.contract('counter');
  const called = await client.call('add', [5n, 'first'], { as: 'wallet_1' });
  const aborted = await client.call('add', [0n, null], { as: 'wallet_2' });
  const transferred = await devnet.stacks.transfer({ to: wallet_2.stx.address, amount: 1_500_000n, memo: 'lunch', as: 'wallet_1' });
  const paid = await devnet.faucet.btc(wallet_1.btc.address);
  await devnet.sbtc.deposit({ recipient: wallet_1.stx.address, amount: 200_000n, wait: true });
  await devnet.sbtc.withdraw({ account: wallet_1, address: wallet_2.btc.address, amount: 50_000n, wait: true });
  await devnet.snapshot('clean');
  return {
    contract: contract ?? `${deployer.stx.address}.counter`,
    block: called.block.hash,
    called: called.txid,
    aborted: aborted.txid,
    transferred: transferred.txid,
    paid: paid.txId,
    btcAddress: wallet_1.btc.address,
    stxAddress: wallet_1.stx.address,
  };
}

/** Every view of the page, by a name for messages, with a text that shows that it has its data. */
export function viewsOf(scene: Scene): [name: string, hash: string, text: string][] {
  return [
    ['overview', 'overview', 'Reward cycle'],
    ['Stacks blocks', 'blocks', 'Transactions'],
    ['Bitcoin blocks', 'burn-blocks', 'Stacks blocks'],
    ['a Stacks block', `block/${scene.block}`, 'Parent'],
    ['a Bitcoin block', 'burn-block/142', 'Bitcoin transactions'],
    ['transactions', 'transactions', 'deployer.counter'],
    ['pending transactions', 'mempool', 'No transaction waits for a Bitcoin block'],
    ['a call', `tx/${scene.called}`, 'event: "added"'],
    ['an aborted call', `tx/${scene.aborted}`, '(asserts! (> step u0) ERR-ZERO)'],
    ['a transfer', `tx/${scene.transferred}`, 'lunch'],
    ['a Bitcoin transaction', `tx/${scene.paid}`, 'Outputs'],
    ['a Stacks address', `address/${scene.stxAddress}`, 'sbtc-token'],
    ['a Bitcoin address', `address/${scene.btcAddress}`, 'Change'],
    ['contracts', 'contracts', 'deployer.counter'],
    ['a contract', `contract/${scene.contract}`, 'define-fungible-token'],
    ['accounts', 'accounts', 'wallet_8'],
    ['sBTC', 'sbtc', 'confirmed'],
    ['network', 'network', 'clean'],
    ['search', 'search/142', 'Bitcoin block 142'],
    ['no view', 'nothing', 'No such view'],
  ];
}
