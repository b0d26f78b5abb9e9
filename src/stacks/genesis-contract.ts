/** A contract that exists when the chain begins. `clarityVersion` undefined is the newest that the epoch has. */
export type GenesisContract = {
  deployer: string;
  name: string;
  source: string;
  clarityVersion?: number | undefined;
  /**
   * The epoch in which it is deployed, for example `2.05`: not later than those of the contracts after it. @default the epoch of
   * the network
   */
  epoch?: string | undefined;
  /** The file of the source, for messages. @default none */
  file?: string | undefined;
  /** The fungible tokens that its deploy mints: `amount` in their smallest unit. @default none */
  mints?: readonly { asset: string; recipient: string; amount: bigint }[] | undefined;
};
