import type { Account } from '../../network/data.js';
import type { WalletAddresses } from './addresses.js';
import type { BitcoinSender } from './bitcoin/send.js';
import type { WalletNetwork } from './network.js';
import type { StacksSender } from './stacks/send.js';
import type { WalletName, WalletPolicy } from './types.js';

/** Parameters of a request: JSON, nothing checked. */
export type Params = Readonly<Record<string, unknown>>;

/** What a method works with. */
export type Call = {
  wallet: WalletName;
  origin: string;
  account: Account;
  addresses: WalletAddresses;
  network: WalletNetwork;
  policy: WalletPolicy;
  stacks: StacksSender;
  bitcoin: BitcoinSender;
  session: Session;
};

/** What the wallet keeps besides its account. */
type Session = {
  isConnected(origin: string): boolean;
  connect(origin: string): void;
  disconnect(origin: string): void;
  switchNetwork(network: WalletNetwork): Promise<void>;
  methods(): string[];
};

/** The result of a method, and the transaction that it made. */
export type Outcome = { result: unknown; txid?: string | undefined; fee?: bigint | undefined };

/**
 * A method that pages can request. `read` answers at once, `ask` asks the user first. `sign` does so, too, and only on the network of the
 * devnet; `send` also needs coins.
 */
export type Method = { kind: 'read' | 'ask' | 'sign' | 'send'; run(params: Params, call: Call): Outcome | Promise<Outcome> };
export type Methods = Readonly<Record<string, Method>>;
