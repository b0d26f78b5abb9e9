import type { StacksTxReceipt } from '../../chains/stacks/receipt/receipt.js';

/**
 * Sets what no transaction could. Each change is a call of `devnet-state`, a contract of the boot address that only this network has, in a
 * Stacks block of its
 * own. Its events are those of the tokens, or what that contract prints. A restore undoes it; after a Bitcoin reorganisation it is made
 * again. All reject with
 * UNSUPPORTED on other engines than the embedded one, and before epoch 3.0.
 */
export interface DevnetState {
  /**
   * Sets what an account or contract can spend; locked STX stay. What is missing is minted, what is too much is burned.
   * @param amount micro-STX @throws DevnetError INVALID_INPUT
   * @example await devnet.state.setStxBalance(`${devnet.accounts.deployer.stx.address}.vault`, 5_000_000n);
   */
  setStxBalance(principal: string, amount: bigint | number): Promise<StacksTxReceipt>;
  /**
   * Sets a balance of a fungible token; the supply follows.
   * @param asset `ST….contract::token`, or `contract::token` for a contract of the project or of `deployer`
   * @param amount base units of the token @throws DevnetError INVALID_INPUT, NOT_FOUND
   */
  setFtBalance(asset: string, principal: string, amount: bigint | number): Promise<StacksTxReceipt>;
  /**
   * Sets who owns a non-fungible token, which then exists. Without an owner, it does not exist any more.
   * @param asset as in `setFtBalance` @param id in the type of the token @throws DevnetError INVALID_INPUT, NOT_FOUND
   */
  setNftOwner(asset: string, id: unknown, owner: string | undefined): Promise<StacksTxReceipt>;
  /**
   * Sets a data variable.
   * @param contract as for `devnet.contract` @param value in the type of the variable @throws DevnetError INVALID_INPUT, NOT_FOUND
   * @example await devnet.state.setDataVar('vault', 'paused', true);
   */
  setDataVar(contract: string, name: string, value: unknown): Promise<StacksTxReceipt>;
  /** Sets an entry of a map. @throws DevnetError INVALID_INPUT, NOT_FOUND */
  setMapEntry(contract: string, map: string, key: unknown, value: unknown): Promise<StacksTxReceipt>;
  /** Deletes an entry of a map; one that is not there stays so. @throws DevnetError INVALID_INPUT, NOT_FOUND */
  deleteMapEntry(contract: string, map: string, key: unknown): Promise<StacksTxReceipt>;
  /**
   * Sets the nonce of the next transaction of an account. Pending ones with lower nonces are dropped.
   * @param nonce at least that of today: the chain has the transactions before @throws DevnetError INVALID_INPUT
   */
  setNonce(principal: string, nonce: bigint | number): Promise<StacksTxReceipt>;
  /**
   * Sets when the next Bitcoin block is, and with it the tenure that follows. It mines none. Blocks after it go on from there.
   * @param time a date, or seconds since 1970; later than the median time of the last 11 Bitcoin blocks @throws DevnetError INVALID_INPUT
   * @example
   * await devnet.state.setNextBlockTime(new Date('2030-01-01'));
   * await devnet.bitcoin.mine();
   */
  setNextBlockTime(time: Date | number): Promise<void>;
}
