import type { BitcoinNodeOptions } from '#dist/bitcoin/node/types.js';
import { type RpcNode, startRpcNode, TRUE_SCRIPT } from '../harness.js';
import { COIN, rawTx } from '../transactions.js';

export type PeerNode = RpcNode & {
  /** `host:port` for peers. */
  address: string;
  /** The raw block at a height. */
  rawBlock(height: number): Promise<Buffer>;
  hashAt(height: number): Promise<string>;
  /** A transaction that spends the coinbase of a block. */
  spend(height: number, fee?: bigint): Promise<{ raw: Buffer; txid: string; wtxid: string }>;
};

/** A node of `height` blocks that serves RPC and peers. */
export async function startPeerNode(height = 0, options: BitcoinNodeOptions = {}): Promise<PeerNode> {
  const rpc = await startRpcNode(options);
  if (height > 0) rpc.node.mine(height, TRUE_SCRIPT);
  const { address } = await rpc.node.listenPeers({ host: '127.0.0.1', port: 0 });
  const hashAt = (at: number): Promise<string> => rpc.call('getblockhash', at);
  return {
    ...rpc,
    address,
    hashAt,
    rawBlock: async (at) => Buffer.from(await rpc.call('getblock', await hashAt(at), 0), 'hex'),
    spend: async (at, fee = 10_000n) => {
      const { tx } = await rpc.call('getblock', await hashAt(at));
      const raw = rawTx({ inputs: [{ txid: tx[0] }], outputs: [{ value: 50n * COIN - fee }] });
      const { txid, hash: wtxid } = await rpc.call('decoderawtransaction', raw);
      return { raw: Buffer.from(raw, 'hex'), txid, wtxid };
    },
  };
}
