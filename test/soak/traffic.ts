import type { Devnet } from 'stacks-devnet';

/** Base units of one payment. */
const AMOUNT = 1_000n;

/** Faucet payments to one account. Those of a block are confirmed before the next ones. */
export type Traffic = {
  /** Sends payments on each chain, in parallel. @throws Error if one is not confirmed */
  pay(count: number): Promise<void>;
  /** Payments confirmed on each chain. */
  payments(): number;
  /** @throws Error if the balance of the account is not the sum of the payments */
  check(): Promise<void>;
};

export async function startTraffic(devnet: Devnet): Promise<Traffic> {
  const account = devnet.accounts['wallet_1'];
  if (account === undefined) throw new Error('there is no wallet_1');
  const balance = async () => {
    const found = (await devnet.balances()).find(({ name }) => name === account.name);
    if (found === undefined) throw new Error(`no balance of ${account.name}`);
    return { stx: found.stx.balance, btc: found.btc.balance };
  };
  const before = await balance();
  let payments = 0;
  return {
    async pay(count) {
      const pairs = Array.from({ length: count }, () => [
        devnet.faucet.stx(account.stx.address, { amount: AMOUNT }),
        devnet.faucet.btc(account.btc.address, { amount: AMOUNT }),
      ]);
      await Promise.all(pairs.flat());
      payments += count;
    },
    payments: () => payments,
    async check() {
      const after = await balance();
      const paid = BigInt(payments) * AMOUNT;
      if (after.stx - before.stx !== paid || after.btc - before.btc !== paid) {
        throw new Error(`${paid} were paid on each chain, ${after.stx - before.stx} and ${after.btc - before.btc} came`);
      }
    },
  };
}
