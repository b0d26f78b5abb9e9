import { type RpcNode, startRpcNode } from '../harness.js';

/** Calls a method on the path of a wallet. */
export async function on({ post }: RpcNode, wallet: string, method: string, ...params: unknown[]) {
  return JSON.parse((await post({ id: 1, method, params }, { path: `/wallet/${encodeURIComponent(wallet)}` })).text);
}

/** A node with a wallet that has 50 BTC. */
export async function funded(name = 'w'): Promise<RpcNode> {
  const rpc = await startRpcNode();
  await rpc.call('createwallet', name);
  await rpc.call('generatetoaddress', 101, await rpc.call('getnewaddress'));
  return rpc;
}
