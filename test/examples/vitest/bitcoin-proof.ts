import { createHash } from 'node:crypto';
import { hex } from '@scure/base';
import { RawTx } from '@scure/btc-signer';
import { Cl, type ClarityValue } from '@stacks/transactions';
import type { Devnet } from 'stacks-devnet';

/** What `claim` of the contract bitcoin-proof needs to know about a transaction. */
export type BitcoinProof = { tx: Uint8Array; height: number; blockHash: string; header: string; index: number; path: Uint8Array[] };

/** Proves that a Bitcoin transaction is in its block. */
export async function proveTransaction(devnet: Devnet, txid: string): Promise<BitcoinProof> {
  const core = await devnet.bitcoin.client();
  const { hex: raw, blockhash: blockHash } = await core.command('getrawtransaction', txid, true);
  const { height, tx: txids } = await core.command('getblock', blockHash);
  const header = await core.command('getblockheader', blockHash, false);
  const index = txids.indexOf(txid);
  const tx = RawTx.encode({ ...RawTx.decode(hex.decode(raw)), segwitFlag: false, witnesses: undefined });
  const leaves = txids.map((id: string) => hex.decode(id).reverse());
  return { tx, height, blockHash, header, index, path: merklePath(leaves, index) };
}

export function proofArguments({ tx, height, header, index, path }: BitcoinProof): ClarityValue[] {
  return [Cl.buffer(tx), Cl.uint(height), Cl.bufferFromHex(header), Cl.uint(index), Cl.list(path.map((hash) => Cl.buffer(hash)))];
}

/** Returns the hashes beside the leaf and its ancestors, up to the root. An odd hash is paired with itself. */
function merklePath(leaves: Uint8Array[], index: number): Uint8Array[] {
  if (leaves.length === 1) return [];
  const hash = (n: number): Uint8Array => leaves[n] ?? leaves[n - 1]!;
  const parents = leaves.flatMap((leaf, n) => (n % 2 === 0 ? [sha256(sha256(Buffer.concat([leaf, hash(n + 1)])))] : []));
  return [hash(index ^ 1), ...merklePath(parents, index >> 1)];
}

function sha256(bytes: Uint8Array): Uint8Array {
  return createHash('sha256').update(bytes).digest();
}
