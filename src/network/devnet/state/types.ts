/** What sets the state: each call makes a change, of which it returns what the network answers. */
export type StateCalls<Answer> = {
  setStxBalance(principal: string, amount: bigint | number): Promise<Answer>;
  setFtBalance(asset: string, principal: string, amount: bigint | number): Promise<Answer>;
  setNftOwner(asset: string, id: unknown, owner: string | undefined): Promise<Answer>;
  setDataVar(contract: string, name: string, value: unknown): Promise<Answer>;
  setMapEntry(contract: string, map: string, key: unknown, value: unknown): Promise<Answer>;
  deleteMapEntry(contract: string, map: string, key: unknown): Promise<Answer>;
  setNonce(principal: string, nonce: bigint | number): Promise<Answer>;
  setNextBlockTime(time: Date | number): Promise<void>;
};
