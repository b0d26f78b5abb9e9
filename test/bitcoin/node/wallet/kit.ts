import type { BitcoinNodeOptions } from '#dist/bitcoin/node/types.js';
import { type RpcNode, startRpcNode } from '../harness.js';

/** Calls a method on the path of a wallet. */
export async function on({ post }: RpcNode, wallet: string, method: string, ...params: unknown[]) {
  return JSON.parse((await post({ id: 1, method, params }, { path: `/wallet/${encodeURIComponent(wallet)}` })).text);
}

/** A node with a wallet that has 50 BTC. Its wallets know fewer unused keys than by default, because imports derive them all. */
export async function funded(name = 'w', options?: BitcoinNodeOptions): Promise<RpcNode> {
  const rpc = await startRpcNode({ ...options, wallets: { keypool: 40, ...options?.wallets } });
  await rpc.call('createwallet', name);
  await rpc.call('generatetoaddress', 101, await rpc.call('getnewaddress'));
  return rpc;
}

/** A DER signature with an R and an S of 32 bytes each, and its hash type. */
const SIGNATURE_BYTES = 71;

/** The virtual bytes of a transaction if no signature of its P2WPKH inputs were shorter than others: what its fee was calculated for. */
export async function largestSize(rpc: RpcNode, txid: string): Promise<number> {
  const { weight, vin } = await rpc.call('getrawtransaction', txid, true);
  const missing = vin.map(({ txinwitness: [signature = '', key] }: { txinwitness: string[] }) =>
    key === undefined ? 0 : SIGNATURE_BYTES - signature.length / 2,
  );
  return Math.ceil((weight + missing.reduce((sum: number, bytes: number) => sum + bytes, 0)) / 4);
}
