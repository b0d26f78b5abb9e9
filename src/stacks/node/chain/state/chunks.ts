/** The chunk of a signer or miner in its slot of a StackerDB; `signature` is 65 bytes as hex, recovery id first. */
export type Chunk = { readonly version: number; readonly signature: string; readonly data: Buffer };

/** The chunks of all StackerDBs, by what `chunkKey` makes. They are no part of the chain: a reorganisation leaves them. */
export type Chunks = Map<string, Chunk>;

/** Returns the key of a slot; with another writer it is another slot. @param keyHash hash160 of the writer's key, as hex */
export function chunkKey(contract: string, slot: number, keyHash: string): string {
  return `${contract} ${slot} ${keyHash}`;
}
