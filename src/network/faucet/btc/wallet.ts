import { once } from '../../../base/async.js';
import { DevnetError } from '../../../base/error.js';
import type { Deadline } from '../../../base/wait.js';
import type { BitcoinClient } from '../../../bitcoin/client.js';
import { toHex } from '../../../bitcoin/codec.js';
import { keyScript, signPayment } from '../../../bitcoin/payment.js';
import type { FaucetKey } from '../keys.js';
import type { PaymentTurn, PaymentTurnsOf, SignedEntry } from '../payment-turns.js';
import type { FaucetPayment } from '../types.js';
import { changeAmounts, feeOf } from './change.js';
import type { Coin } from './coin.js';
import { type CoinSupplyServices, createCoinSupply } from './coin-supply.js';
import { btcFailure } from './failure.js';

/** Pays with the faucet's own keys, without a wallet of the node. */
export type BtcWallet = {
  /** Returns Core's name of the chain. */
  chain(): Promise<string>;
  /** Sends sats to an address and its output script. @throws DevnetError FAUCET_FAILED, TIMEOUT, ABORTED */
  send(order: Order, deadline: Deadline): Promise<FaucetPayment>;
};

export type BtcWalletServices = CoinSupplyServices & {
  keys: readonly [FaucetKey, ...FaucetKey[]];
  /** Keeps replicas apart that pay from the same keys. */
  turnsOf: PaymentTurnsOf;
};

/** The use of coins, as replicas share it: amounts are decimal numbers. */
type CoinUse = { hex: string; inputs: CoinEntry[]; change: CoinEntry[] };
type CoinEntry = Omit<Coin, 'amount'> & { amount: string };
type CoinTurn = PaymentTurn<CoinUse>;
/** A payment to make: `address` is what the request named. */
type Order = { address: string; script: Uint8Array; amount: bigint };

/** Core's reasons for spent coins, and for a payment that was sent before with the same coins. */
const STALE = /missingorspent|missing-inputs|premature-spend|already in utxo set|txn-already-/i;
/** Core's reasons for coins that may be accepted after the next block. */
const BLOCKED = /mempool-conflict|insufficient fee|too-long-mempool-chain|replacement/;
/** How often a payment is signed with other coins after a refusal. */
const ATTEMPTS = 10;

export function createBtcWallet({ keys, turnsOf, ...services }: BtcWalletServices): BtcWallet {
  const { rpc, tracker } = services;
  const turns = turnsOf<CoinUse>(keys[0].address);
  const supply = createCoinSupply(services, () => [...ownKeys().keys()]);
  const chain = once(async () => (await rpc.blockchain()).chain);
  let known: ReadonlyMap<string, string> | undefined;
  /** The private keys by output script (hex); derived at the first payment, which keeps the start short. */
  const ownKeys = (): ReadonlyMap<string, string> => {
    known ??= new Map(keys.map(({ privateKey }) => [toHex(keyScript(privateKey)), privateKey]));
    return known;
  };
  const keyOf = ({ script }: Coin): string => {
    const key = ownKeys().get(script);
    if (key === undefined) throw new DevnetError('INTERNAL', `the faucet has no key for the script ${script}`);
    return key;
  };

  const submit = async (turn: CoinTurn, inputs: readonly Coin[], order: Order): Promise<FaucetPayment | undefined> => {
    const { address, script, amount } = order;
    const generation = supply.generation();
    const changeScript = keyScript(keys[0].privateKey);
    const total = inputs.reduce((sum, coin) => sum + coin.amount, 0n);
    const change = changeAmounts({ total, inputs: inputs.length, amount, script, changeScript, usable: supply.count() });
    const { hex, txid } = signPayment(
      inputs.map((coin) => ({ ...coin, privateKey: keyOf(coin) })),
      [{ script, amount }, ...change.map((part) => ({ script: changeScript, amount: part }))],
    );
    const earlier = tracker.ledger.state(txid).at === 'unknown' ? undefined : await rpc.transaction(txid);
    // One whose block left the chain, and which is not pending, is gone: nobody else will pay with these coins.
    if (earlier !== undefined && earlier.block?.confirmations !== 0) {
      // An identical earlier payment, because the coins were read while the chain changed. The node would accept the transaction a
      // second time, and one payment would answer two requests. A pending one has these coins until it is mined.
      if (earlier.block === undefined) supply.setAside(inputs);
      else supply.reread(inputs);
      return undefined;
    }
    const outputs = change.map((part, index) => ({ txid, vout: index + 1, amount: part, script: toHex(changeScript) }));
    const paid = { coin: 'btc', address, amount: `${amount}` } as const;
    try {
      await turn.signed({ txid, hex, inputs: inputs.map(toEntry), change: outputs.map(toEntry), paid });
    } catch (error) {
      supply.reread(inputs);
      throw error;
    }
    try {
      await rpc.send(hex);
    } catch (error) {
      if (!(await hasArrived(rpc, error, txid))) {
        await turn.refused(txid);
        afterRefusal(error, inputs);
        return undefined;
      }
    }
    await turn.sent(txid);
    const payment = { txId: txid, txRaw: hex, amount };
    if (supply.generation() !== generation) {
      // Only the node knows whether the chain that it went back to has the payment.
      supply.reread(inputs);
      return (await rpc.transaction(txid)) === undefined ? undefined : payment;
    }
    supply.spent(txid, inputs, outputs);
    return payment;
  };
  /** Spends the coins that other replicas spent, and sends what one of them may not have sent. */
  const catchUp = async (turn: CoinTurn): Promise<void> => {
    for (const entry of turn.ofOthers) {
      if ('refused' in entry) supply.refused(entry.refused);
      else supply.spent(entry.signed.txid, entry.signed.inputs.map(fromEntry), entry.signed.change.map(fromEntry));
    }
    if (turn.unsent !== undefined) await resend(turn, turn.unsent);
  };
  const resend = async (turn: CoinTurn, { txid, hex }: SignedEntry<CoinUse>): Promise<void> => {
    try {
      await rpc.send(hex);
    } catch (error) {
      if ((await rpc.transaction(txid)) === undefined) {
        if (!(error instanceof DevnetError && error.code === 'RPC')) throw error;
        await turn.refused(txid);
        supply.refused(txid);
        return;
      }
    }
    await turn.sent(txid);
  };
  /** Returns the coins after a refusal. @throws the error if other coins cannot help */
  const afterRefusal = (error: unknown, inputs: readonly Coin[]): void => {
    const reason = error instanceof DevnetError && error.code === 'RPC' ? (error.reason ?? '') : undefined;
    if (reason !== undefined && BLOCKED.test(reason)) {
      supply.setAside(inputs);
      return;
    }
    supply.reread(inputs);
    if (reason !== undefined && STALE.test(reason)) return;
    throw reason === undefined ? error : btcFailure(`the Bitcoin node refused it: ${reason}`, error);
  };

  return {
    chain,
    async send(order, deadline) {
      const { script, amount } = order;
      for (let attempt = 0; attempt < ATTEMPTS; ) {
        const changes = supply.changes();
        const payment = await turns.run(async (turn) => {
          await catchUp(turn);
          const inputs = await supply.take((count) => amount + feeOf(count, [script]));
          return inputs === undefined ? 'blocked' : submit(turn, inputs, order).finally(supply.wake);
        });
        if (payment === 'blocked') await supply.nextChange(changes, deadline);
        else if (payment !== undefined) return payment;
        else attempt++;
      }
      throw btcFailure(`the Bitcoin node refused it ${ATTEMPTS} times`);
    },
  };
}

function toEntry({ amount, ...coin }: Coin): CoinEntry {
  return { ...coin, amount: `${amount}` };
}

function fromEntry({ amount, ...coin }: CoinEntry): Coin {
  return { ...coin, amount: BigInt(amount) };
}

/** Whether the node has a payment although its answer did not come. */
async function hasArrived(rpc: BitcoinClient, error: unknown, txid: string): Promise<boolean> {
  if (!(error instanceof DevnetError) || error.code === 'RPC') return false;
  return (await rpc.transaction(txid).catch(() => undefined)) !== undefined;
}
