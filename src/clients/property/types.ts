import type { DevnetError } from '../../base/error.js';
import type { CallReceipt } from '../../network/contract.js';
import type { StacksTxReceipt } from '../../network/data.js';
import type { Devnet } from '../../network/types.js';

/** What a command did. Everything is absent for a command that sent no transaction. */
export type Outcome = {
  /** The transaction of Stacks, with 0x, or of Bitcoin, without. */
  txid?: string | undefined;
  /** Absent while the transaction is pending, for example in an empty tenure. */
  receipt?: CallReceipt | StacksTxReceipt | undefined;
  /** Why a node or the faucet refused it. */
  refused?: DevnetError | undefined;
};

/** One step of a run. It is printed as its text. */
export type Command<App = unknown> = {
  readonly text: string;
  /** @throws whatever makes the property fail */
  run(session: Session<App>): Promise<Outcome>;
};

/** A step that was run. After a restore, the steps before it stay in the list, although the chain no longer has them. */
export type Step<App = unknown> = Outcome & { command: Command<App> };

/** One run of commands, on a copy of the network. */
export type Session<App = unknown> = {
  /** The copy. Both chains are mined manually; calls of `stacks.mine()` and `bitcoin.mine()` make blocks. */
  readonly devnet: Devnet;
  /** What `setup` returned. */
  readonly app: App;
  /** The steps so far. */
  readonly steps: readonly Step<App>[];
  /** Restores the state before the last `steps` steps, at most that of the start of the run. */
  goBack(steps: number): Promise<void>;
};
