import { randomBytes } from 'node:crypto';
import { DevnetError, invalid } from '../../../base/error.js';
import { SPONSOR_KEY } from '../../../network/devnet.js';
import type { Devnet } from '../../../network/types.js';
import type { StacksClient } from '../../../stacks/client.js';
import type { StacksTxReceipt } from '../../../stacks/receipt.js';
import type { SignedTransaction, Signing } from '../../../stacks/signing.js';
import { testnetAddress } from '../../../stacks/signing.js';

/** A transaction of an account, to be signed with its nonce. */
export type Order = { sender: string; sign(signing: Signing): Promise<SignedTransaction> };

/**
 * Sends transactions whose fees another account pays, so that the balances of senders change as in a simnet. Nodes do not promise to
 * execute pending transactions of different accounts in order, but these have one sponsor, whose nonces they follow.
 */
export type Transactor = {
  /** The account that pays. */
  sponsor: string;
  /** Sends transactions in this order. @returns their receipts @throws DevnetError INVALID_INPUT for a sender without a key, REJECTED */
  send(orders: readonly Order[]): Promise<StacksTxReceipt[]>;
};

/** Micro-STX, or 1 for each byte of a larger transaction. */
const FEE = 3_000n;
/** How long a transaction may take, in ms. */
const WAIT_MS = 60_000;

/** @param chainId the node's `network_id` */
export async function createTransactor(devnet: Devnet, rpc: StacksClient, chainId: number): Promise<Transactor> {
  const sponsor = await testnetAddress(SPONSOR_KEY);
  const keys = new Map(Object.values(devnet.accounts).map(({ stx, privateKey }) => [stx.address, privateKey.slice(0, 64)]));
  // Real miners decide alone when they make a block.
  const holds = (await devnet.status()).capabilities.includes('pauseStacks');

  const broadcast = async (order: Order, nonces: Map<string, number>): Promise<string> => {
    const privateKey = keys.get(order.sender);
    if (privateKey === undefined) throw unknownSender(order.sender, devnet);
    const next = async (address: string): Promise<number> => nonces.get(address) ?? (await rpc.account(address)).nonce;
    const [nonce, sponsorNonce] = await Promise.all([next(order.sender), next(sponsor)]);
    // After a restore, the same transaction must not have the id of one that was undone.
    const signing = { privateKey, nonce, fee: 0n, chainId, entropy: randomBytes(32) };
    const sign = (fee: bigint) => order.sign({ ...signing, sponsor: { privateKey: SPONSOR_KEY, nonce: sponsorNonce, fee } });
    const first = await sign(FEE);
    const size = BigInt(first.bytes.length);
    const { bytes, txid } = size > FEE ? await sign(size) : first;
    await rpc.broadcast(bytes).catch((error: unknown) => {
      throw refused(error);
    });
    nonces.set(order.sender, nonce + 1);
    nonces.set(sponsor, sponsorNonce + 1);
    return txid;
  };

  return {
    sponsor,
    async send(orders) {
      const nonces = new Map<string, number>();
      const txids: string[] = [];
      const together = holds && orders.length > 1;
      if (together) await devnet.setMining({ stacks: 'manual' });
      try {
        for (const order of orders) txids.push(await broadcast(order, nonces));
      } finally {
        // This mines what is pending.
        if (together) await devnet.setMining({ stacks: 'auto' });
      }
      return Promise.all(txids.map((txid) => devnet.stacks.waitForTx(txid, { timeoutMs: WAIT_MS })));
    },
  };
}

function unknownSender(sender: string, { accounts }: Devnet): DevnetError {
  const known = Object.entries(accounts).map(([name, { stx }]) => `${name} (${stx.address})`);
  return invalid('sender', 'the address of an account of the network, whose key signs', sender, `They are: ${known.join(', ')}.`);
}

function refused(error: unknown): unknown {
  if (!(error instanceof DevnetError && error.code === 'RPC')) return error;
  const reason = error.reason ?? error.message;
  return new DevnetError('REJECTED', `the node refused the transaction: ${reason}`, { reason, cause: error });
}
