import type { BitcoinClient } from '../../chains/bitcoin/client/client.js';
import { toHex } from '../../chains/bitcoin/codec/hex.js';
import { keyScript, signPayment } from '../../chains/bitcoin/payment.js';
import { DevnetError } from '../../error.js';
import { once } from '../../once.js';
import type { Deadline } from '../deadline.js';
import type { FaucetKey } from '../keys.js';
import type { FaucetPayment } from '../types.js';
import { changeAmounts, feeOf } from './change.js';
import { type CoinSupplyServices, createCoinSupply } from './coin-supply.js';
import type { Coin } from './coins.js';
import { btcFailure } from './failure.js';

/** Pays with the faucet's own keys, without a wallet of the node. */
export type BtcWallet = {
  /** Returns Core's name of the chain. */
  chain(): Promise<string>;
  /** Sends sats to an output script. @throws DevnetError FAUCET_FAILED, TIMEOUT, ABORTED */
  send(script: Uint8Array, amount: bigint, deadline: Deadline): Promise<FaucetPayment>;
};

export type BtcWalletServices = CoinSupplyServices & { keys: readonly [FaucetKey, ...FaucetKey[]] };

/** Core's reasons for spent coins, and for a payment that was sent before with the same coins. */
const STALE = /missingorspent|missing-inputs|premature-spend|already in utxo set|txn-already-/i;
/** Core's reasons for coins that may be accepted after the next block. */
const BLOCKED = /mempool-conflict|insufficient fee|too-long-mempool-chain|replacement/;
/** How often a payment is signed with other coins after a refusal. */
const ATTEMPTS = 10;

export function createBtcWallet({ keys, ...services }: BtcWalletServices): BtcWallet {
  const { rpc, tracker } = services;
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

  const submit = async (inputs: readonly Coin[], script: Uint8Array, amount: bigint): Promise<FaucetPayment | undefined> => {
    const generation = supply.generation();
    const changeScript = keyScript(keys[0].privateKey);
    const total = inputs.reduce((sum, coin) => sum + coin.amount, 0n);
    const change = changeAmounts({ total, inputs: inputs.length, amount, script, changeScript, usable: supply.count() });
    const { hex, txid } = signPayment(
      inputs.map((coin) => ({ ...coin, privateKey: keyOf(coin) })),
      [{ script, amount }, ...change.map((part) => ({ script: changeScript, amount: part }))],
    );
    const earlier = tracker.ledger.state(txid).at === 'unknown' ? undefined : await rpc.transaction(txid);
    if (earlier !== undefined) {
      // An identical earlier payment, because the coins were read while the chain changed. The node would accept the transaction a
      // second time, and one payment would answer two requests. A pending one has these coins until it is mined.
      if (earlier.block === undefined) supply.setAside(inputs);
      else supply.reread(inputs);
      return undefined;
    }
    try {
      await rpc.send(hex);
    } catch (error) {
      if (!(await hasArrived(rpc, error, txid))) {
        afterRefusal(error, inputs);
        return undefined;
      }
    }
    const payment = { txId: txid, txRaw: hex, amount };
    if (supply.generation() !== generation) {
      // Only the node knows whether the chain that it went back to has the payment.
      supply.reread(inputs);
      return (await rpc.transaction(txid)) === undefined ? undefined : payment;
    }
    const outputs = change.map((part, index) => ({ txid, vout: index + 1, amount: part, script: toHex(changeScript) }));
    supply.spent(txid, inputs, outputs);
    return payment;
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
    async send(script, amount, deadline) {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const inputs = await supply.take((count) => amount + feeOf(count, [script]), deadline);
        const payment = await submit(inputs, script, amount).finally(supply.wake);
        if (payment !== undefined) return payment;
      }
      throw btcFailure(`the Bitcoin node refused it ${ATTEMPTS} times`);
    },
  };
}

/** Whether the node has a payment although its answer did not come. */
async function hasArrived(rpc: BitcoinClient, error: unknown, txid: string): Promise<boolean> {
  if (!(error instanceof DevnetError) || error.code === 'RPC') return false;
  return (await rpc.transaction(txid).catch(() => undefined)) !== undefined;
}
