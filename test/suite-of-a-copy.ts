import type { Devnet } from 'stacks-devnet';

/** A contract that counts. */
export const counter = `(define-data-var count uint u0)
(define-public (add (step uint)) (ok (var-set count (+ (var-get count) step))))
(define-read-only (get-count) (var-get count))`;

/** What a suite has done on its network. */
export type Seen = { count: bigint; received: { stx: bigint; btc: bigint }; bitcoin: number; stacks: number };

/** Calls the counter `steps` times, pays on both chains, mines and goes back once. @returns what the network has then */
export async function runSuite(devnet: Devnet, steps: number): Promise<Seen> {
  const contract = devnet.contract('counter');
  const { wallet_5 } = devnet.accounts;
  if (wallet_5 === undefined) throw new TypeError('no wallet_5');
  const balances = async () => (await devnet.balances()).find(({ name }) => name === 'wallet_5');
  const before = await balances();
  for (let step = 1; step <= steps; step++) await contract.call('add', [BigInt(step)], { as: 'wallet_1' });
  await devnet.stacks.transfer({ to: wallet_5.stx.address, amount: BigInt(steps), as: 'wallet_2' });
  await devnet.faucet.btc(wallet_5.btc.address, { amount: 1_000n * BigInt(steps) });
  await devnet.bitcoin.mine(steps);
  const id = await devnet.snapshot();
  await contract.call('add', [1_000_000n], { as: 'wallet_3' });
  await devnet.restore(id);
  const after = await balances();
  const { bitcoin, stacks } = await devnet.status();
  const received = {
    stx: (after?.stx.balance ?? 0n) - (before?.stx.balance ?? 0n),
    btc: (after?.btc.balance ?? 0n) - (before?.btc.balance ?? 0n),
  };
  return { count: (await contract.read('get-count')) as bigint, received, bitcoin: bitcoin.height, stacks: stacks.height };
}
