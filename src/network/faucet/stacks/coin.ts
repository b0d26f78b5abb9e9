import { DevnetError } from '../../../base/error.js';
import { BufferValue, encodeAddress, findPrincipal, someOf, UIntValue } from '../../../clarity/values.js';
import type { StacksClient } from '../../../stacks/client.js';
import type { SignedTransaction, Signing } from '../../../stacks/signing.js';
import { signCall, signTransfer } from '../../../stacks/signing.js';
import type { Payload } from '../../../stacks/transactions.js';

/** A payment to sign: the fee is the coin's. */
type CoinTransfer = Omit<Signing, 'fee'> & { sender: string; recipient: string; amount: bigint; memo: string };

/** What a faucet of the Stacks chain pays. */
export type Coin = {
  name: 'STX' | 'sBTC';
  /** The unit of amounts. */
  unit: 'micro-STX' | 'sats';
  /** The part of a payment's fee that the same balance pays, in its unit. */
  fee: bigint;
  /** Returns the nonce of the next transaction of an account and its confirmed balance. */
  account(address: string): Promise<{ nonce: number; balance: bigint }>;
  sign(transfer: CoinTransfer): Promise<SignedTransaction>;
  /** Returns what a payment that a faucet signed costs its key, in the unit of the coin; undefined for any other transaction. */
  costOf(payload: Payload): bigint | undefined;
  /** Returns the amount that one solo stacker needs. Absent if nobody stacks this coin. */
  stackingAmount?(): Promise<bigint>;
};

/** The memos of what a faucet signs: payments, and transfers that fill a nonce gap. */
export const MEMO = { payment: 'faucet', filler: 'nonce' } as const;
const MEMOS = new Set<string>(Object.values(MEMO));

/** Fee of one payment in micro-STX: above the minimum of 1 per byte for the longest transfer, 222 bytes to a contract. */
const STX_FEE = 300n;
/** Fee of one payment in micro-STX: above the minimum for the longest call, 450 bytes. */
const SBTC_FEE = 600n;

export function stxCoin(rpc: StacksClient): Coin {
  return {
    name: 'STX',
    unit: 'micro-STX',
    fee: STX_FEE,
    account: (address) => rpc.account(address),
    sign: ({ sender: _, ...transfer }) => signTransfer({ ...transfer, fee: STX_FEE }),
    costOf: (payload) => (payload.type === 'transfer' && isOfFaucet(payload.memo) ? payload.amount + STX_FEE : undefined),
    // The PoX minimum plus a fifth of it, rounded up.
    stackingAmount: async () => ((await rpc.pox()).minAmount * 6n + 4n) / 5n,
  };
}

/** @param deployer of the sBTC contracts */
export function sbtcCoin(rpc: StacksClient, deployer: string): Coin {
  const contract = `${deployer}.sbtc-token`;
  return {
    name: 'sBTC',
    unit: 'sats',
    fee: 0n,
    async account(address) {
      const args = [principalValue(address)];
      const [{ nonce }, answer] = await Promise.all([rpc.account(address), rpc.callRead({ contract, fn: 'get-balance-available', args })]);
      if (answer.kind !== 'response' || !answer.isOk || answer.value.kind !== 'uint') {
        throw new DevnetError('RPC', `${contract} did not answer get-balance-available with a balance`);
      }
      return { nonce, balance: answer.value.value };
    },
    sign: ({ sender, recipient, amount, memo, ...signing }) =>
      signCall({
        ...signing,
        fee: SBTC_FEE,
        contract,
        fn: 'transfer',
        args: [
          new UIntValue(amount),
          principalValue(sender),
          principalValue(recipient),
          someOf(new BufferValue(Buffer.from(memo, 'utf8'))),
        ],
      }),
    costOf(payload) {
      if (payload.type !== 'call' || `${encodeAddress(payload.address)}.${payload.contract}.${payload.fn}` !== `${contract}.transfer`)
        return undefined;
      const [amount, , , memo] = payload.args;
      if (amount?.kind !== 'uint' || memo?.kind !== 'optional' || memo.value?.kind !== 'buffer') return undefined;
      return isOfFaucet(memo.value.bytes) ? amount.value : undefined;
    },
  };
}

/** @param memo UTF-8, filled up with zeros in a transfer of STX */
function isOfFaucet(memo: Uint8Array): boolean {
  return MEMOS.has(Buffer.from(memo).toString().replace(/\0+$/, ''));
}

function principalValue(text: string) {
  const value = findPrincipal(text);
  if (value === undefined) throw new RangeError(`not a principal: ${text}`);
  return value;
}
