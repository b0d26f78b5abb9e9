import { expect } from 'vitest';
import { type RpcNode, startRpcNode, TRUE_ADDRESS } from '../harness.js';
import { COIN } from '../transactions.js';

/** The parameters of regtest for clients. */
export const REGTEST = {
  messagePrefix: '\x18Bitcoin Signed Message:\n',
  bech32: 'bcrt',
  bip32: { public: 0x043587cf, private: 0x04358394 },
  pubKeyHash: 0x6f,
  scriptHash: 0xc4,
  wif: 0xef,
};
export const FEE = 1_000n;

/** An output to spend. */
export type Coin = { txid: string; index: number; value: bigint; raw: string };

/** A separate node with a chain long enough to spend coinbases. */
export type ClientKit = AsyncDisposable & {
  rpc: RpcNode;
  mine(count?: number): Promise<string[]>;
  /** A confirmed output of 50 BTC to an address. */
  fund(address: string): Promise<Coin>;
  /** Sends a valid transaction, mines it and checks that the block contains it. @returns the txid */
  confirm(raw: string): Promise<string>;
  /** Sends an invalid transaction. @returns code and message */
  refuse(raw: string): Promise<string>;
};

export async function createKit(): Promise<ClientKit> {
  const rpc = await startRpcNode();
  const mine = (count = 1): Promise<string[]> => rpc.call('generatetoaddress', count, TRUE_ADDRESS);
  return {
    rpc,
    mine,
    fund: async (address) => {
      const [hash] = await rpc.call('generatetoaddress', 1, address);
      await mine(100);
      const [coinbase] = (await rpc.call('getblock', hash, 2)).tx;
      return { txid: coinbase.txid, index: 0, value: BigInt(Math.round(coinbase.vout[0].value * Number(COIN))), raw: coinbase.hex };
    },
    confirm: async (raw) => {
      const txid: string = await rpc.call('sendrawtransaction', raw);
      const [hash] = await mine();
      expect((await rpc.call('getblock', hash)).tx).toContain(txid);
      return txid;
    },
    refuse: async (raw) => {
      const { code, message } = await rpc.failure('sendrawtransaction', raw);
      return `${code} ${message}`;
    },
    [Symbol.asyncDispose]: () => rpc[Symbol.asyncDispose](),
  };
}

/** A script number of two bytes as it is pushed. */
export function heightPush(height: number): number[] {
  return [2, height & 0xff, height >> 8];
}
