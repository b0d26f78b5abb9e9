import {
  addressFromVersionHash,
  addressToString,
  BytesReader,
  cvToString,
  deserializeTransaction,
  PayloadType,
} from '@stacks/transactions';
import type { Net } from './net.js';

/** A transaction of Stacks, as stacks.js reads it in the bytes of its block. */
export type StacksTx = {
  txid: string;
  origin: string;
  nonce: bigint;
  fee: bigint;
  payload:
    | { kind: 'transfer'; to: string; amount: bigint }
    | { kind: 'call'; contract: string; fn: string; args: string[] }
    | { kind: 'other' };
};
type StacksBlock = { id: string; parent: string; height: number; txs: StacksTx[] };
type Output = { address: string; value: bigint };
type BitcoinBlock = {
  hash: string;
  parent: string;
  height: number;
  txs: { txid: string; spends: string[]; outputs: Output[] }[];
};

/** Blocks by hash: they never change, so that all plays of a pair share them. */
export type BlockCache = { stacks: Map<string, StacksBlock>; bitcoin: Map<string, BitcoinBlock> };

/** Both chains at one moment, as their raw blocks have them. */
export type View = {
  stacks: { id: string; height: number; blocks: StacksBlock[] };
  bitcoin: { hash: string; height: number; blocks: BitcoinBlock[] };
};

/** Reads both chains from the RPC of the nodes. @param from the Stacks height above which blocks are read */
export async function readChains(net: Net, cache: BlockCache, from: number): Promise<View> {
  const { devnet } = net;
  const status = await devnet.status();
  const stacks: StacksBlock[] = [];
  let id = status.stacks.hash.replace(/^0x/, '');
  for (let height = status.stacks.height; height > from; height--) {
    const block = cache.stacks.get(id) ?? (await stacksBlock(net, id));
    cache.stacks.set(id, block);
    stacks.unshift(block);
    id = block.parent;
  }
  const bitcoin: BitcoinBlock[] = [];
  for (let hash = status.bitcoin.hash; ; ) {
    const block = cache.bitcoin.get(hash) ?? (await bitcoinBlock(net, hash));
    cache.bitcoin.set(hash, block);
    bitcoin.unshift(block);
    if (block.height === 0) break;
    hash = block.parent;
  }
  return {
    stacks: { id: status.stacks.hash, height: status.stacks.height, blocks: stacks },
    bitcoin: { hash: status.bitcoin.hash, height: status.bitcoin.height, blocks: bitcoin },
  };
}

async function stacksBlock({ devnet }: Net, id: string): Promise<StacksBlock> {
  const response = await fetch(`${devnet.urls.stacks}/v3/blocks/${id}`);
  if (!response.ok) throw new Error(`no Stacks block ${id}: ${response.status}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const view = new DataView(bytes.buffer);
  const height = Number(view.getBigUint64(1));
  const parent = Buffer.from(bytes.subarray(37, 69)).toString('hex');
  // Version, height, burn spent, consensus hash, parent, two roots, time, the miner's signature; then the signers' and the PoX bits.
  let at = 1 + 8 + 8 + 20 + 32 + 32 + 32 + 8 + 65;
  at += 4 + 65 * view.getUint32(at);
  at += 2;
  at += 4 + view.getUint32(at);
  // From version 1 on, a header lists the transactions that are not executed; the high bit marks a shadow block.
  const skipped = new Set<number>();
  if ((view.getUint8(0) & 0x7f) > 0) {
    const end = at + 4 + 5 * view.getUint32(at);
    for (at += 4; at < end; at += 5) skipped.add(view.getUint32(at));
  }
  const count = view.getUint32(at);
  at += 4;
  const reader = new BytesReader(bytes.subarray(at));
  const txs = Array.from({ length: count }, () => stacksTx(reader));
  return { id, parent, height, txs: txs.filter((_, index) => !skipped.has(index)) };
}

function stacksTx(reader: BytesReader): StacksTx {
  const tx = deserializeTransaction(reader);
  const { signer, hashMode, nonce, fee } = tx.auth.spendingCondition;
  // Test networks: 26 for one key, 21 for several.
  const origin = addressFromVersionHash(hashMode === 0 || hashMode === 2 ? 26 : 21, signer);
  const { payload } = tx;
  const common = { txid: `0x${tx.txid()}`, origin: addressToString(origin), nonce: BigInt(nonce), fee: BigInt(fee) };
  if (payload.payloadType === PayloadType.TokenTransfer) {
    return { ...common, payload: { kind: 'transfer', to: cvToString(payload.recipient), amount: BigInt(payload.amount) } };
  }
  if (payload.payloadType === PayloadType.ContractCall) {
    const contract = `${addressToString(payload.contractAddress)}.${payload.contractName.content}`;
    const args = payload.functionArgs.map((argument) => cvToString(argument));
    return { ...common, payload: { kind: 'call', contract, fn: payload.functionName.content, args } };
  }
  return { ...common, payload: { kind: 'other' } };
}

async function bitcoinBlock(net: Net, hash: string): Promise<BitcoinBlock> {
  type Raw = {
    height: number;
    previousblockhash?: string;
    tx: {
      txid: string;
      vin: { txid?: string; vout?: number }[];
      vout: { value: number; scriptPubKey: { address?: string; hex: string } }[];
    }[];
  };
  const { height, previousblockhash = '', tx } = await bitcoinRpc<Raw>(net, 'getblock', [hash, 2]);
  const txs = tx.map(({ txid, vin, vout }) => ({
    txid,
    spends: vin.flatMap(({ txid: of, vout: at }) => (of === undefined ? [] : [`${of}:${at}`])),
    outputs: vout.map(({ value, scriptPubKey: { address, hex } }) => ({ address: address ?? hex, value: sats(value) })),
  }));
  return { hash, parent: previousblockhash, height, txs };
}

export async function bitcoinRpc<Result>({ devnet }: Net, method: string, params: unknown[] = []): Promise<Result> {
  const { rpcUser, rpcPassword } = devnet.credentials;
  const authorization = `Basic ${Buffer.from(`${rpcUser}:${rpcPassword}`).toString('base64')}`;
  const response = await fetch(devnet.urls.bitcoin, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ id: 1, method, params }),
  });
  const { result, error } = (await response.json()) as { result: Result; error: unknown };
  if (error !== null && error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
  return result;
}

export function sats(value: number): bigint {
  return BigInt(Math.round(value * 1e8));
}
