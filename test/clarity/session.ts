import { interfaceOf } from '#dist/clarity/analysis/interface.js';
import { NO_LIMIT } from '#dist/clarity/costs/tracker.js';
import { createRules } from '#dist/clarity/create-rules.js';
import type { Crypto } from '#dist/clarity/crypto.js';
import type { EpochName } from '#dist/clarity/epoch.js';
import { sumAssets } from '#dist/clarity/execution/asset-log.js';
import type { ChainView } from '#dist/clarity/execution/chain-view.js';
import { deployContract, type Program } from '#dist/clarity/execution/deploy.js';
import type { ContractEvent } from '#dist/clarity/execution/event.js';
import { Execution, type Rules } from '#dist/clarity/execution/execution.js';
import { callContract } from '#dist/clarity/execution/invoke.js';
import type { Tracer } from '#dist/clarity/execution/observation.js';
import { observedRules } from '#dist/clarity/execution/observed-rules.js';
import { readProgram } from '#dist/clarity/execution/program.js';
import type { ExecutionCost } from '#dist/clarity/failure.js';
import { nobleCrypto } from '#dist/clarity/noble-crypto.js';
import { emptyState, StateEditor } from '#dist/clarity/state/state.js';
import { NEVER } from '#dist/clarity/state/unlock-heights.js';
import { analysisOutcomeOf, type FailureOutcome, outcomeOf } from '#dist/clarity/transaction/outcome.js';
import { processTransaction } from '#dist/clarity/transaction/process.js';
import type { Receipt, Rejection } from '#dist/clarity/transaction/receipt.js';
import type { Transaction } from '#dist/clarity/transaction/transaction.js';
import { issuerOf, parsePrincipal } from '#dist/clarity/values/principal.js';
import type { PrincipalValue, Value } from '#dist/clarity/values/value.js';
import { type ClarityVersion, defaultVersion } from '#dist/clarity/version.js';
import { type MineOptions, World } from './world.js';

type Limits = {
  readonly sponsor?: string | undefined;
  readonly limit?: Partial<ExecutionCost> | undefined;
};
export type Deploy = Limits & {
  readonly contract: string;
  readonly source: string;
  /** @default the epoch's */
  readonly version?: ClarityVersion | undefined;
};
export type Call = Limits & {
  readonly contract: string;
  readonly fn: string;
  readonly args: readonly Value[];
  readonly sender: string;
};

/** What a deploy or a call did. */
export type Outcome = {
  /** Undefined for a deploy, and after a failure. */
  readonly result: Value | undefined;
  readonly failure: FailureOutcome | undefined;
  readonly events: readonly ContractEvent[];
  readonly assets: ReturnType<typeof sumAssets>;
  readonly cost: ExecutionCost;
  /** The bytes that are in use at the end. */
  readonly memory: number;
  /** The interface of a contract whose analysis passed, as JSON. */
  readonly interface: string | undefined;
};

export type SessionOptions = {
  readonly epoch: EpochName;
  readonly isMainnet?: boolean | undefined;
  readonly chainId?: number | undefined;
  /** @default that of plain JavaScript */
  readonly crypto?: Crypto | undefined;
  /** What contracts see of the chain now. @default that of {@link Session.world} */
  readonly chain?: (() => ChainView) | undefined;
};

type ProcessOptions = {
  /** What the tenure may cost, and has cost so far @default nothing */
  readonly limit?: ExecutionCost;
  readonly spent?: ExecutionCost;
  readonly tracer?: Tracer;
};

const NOTHING: ExecutionCost = { runtime: 0, readCount: 0, readLength: 0, writeCount: 0, writeLength: 0 };
const UNLOCKS_NEVER = { 1: NEVER, 2: NEVER, 3: NEVER, 4: NEVER };

/** A chain on which contracts are deployed and called directly: without transactions, so also without fees, nonces and post-conditions. */
export class Session {
  rules: Rules;
  readonly state = new StateEditor(emptyState());
  readonly world: World;
  readonly #chain: () => ChainView;

  /** @param options.chainId @default that of mainnet or testnet */
  constructor({ epoch, isMainnet = false, chainId = isMainnet ? 1 : 0x80000000, crypto = nobleCrypto, chain }: SessionOptions) {
    this.rules = createRules({ isMainnet, chainId, crypto }, epoch);
    this.world = new World(this.rules.epoch);
    this.#chain = chain ?? (() => this.world.view());
    this.mine(2);
  }

  mine(count = 1, options?: MineOptions): void {
    for (let block = 0; block < count; block++) this.world.mine(this.state.snapshot(), options);
  }

  /** Begins another epoch in a new block. */
  enter(epoch: EpochName): void {
    this.rules = createRules(this.rules, epoch);
    this.mine(1, { epoch: this.rules.epoch });
  }

  fund(address: string, amount: bigint): void {
    const principal = parsePrincipal(address);
    const account = this.state.account(principal);
    const clock = { burnHeight: 0, unlockHeights: UNLOCKS_NEVER };
    this.state.setAccount(principal, { ...account, balance: account.balance.credit(amount, clock) });
    this.state.liquidSupply += amount;
  }

  deploy({ contract, source, version = defaultVersion(this.rules.epoch), ...limits }: Deploy): Outcome {
    const id = parsePrincipal(contract);
    const x = this.execution(issuerOf(id), limits);
    let program: Program;
    try {
      program = readProgram(x, { id, source, version });
    } catch (error) {
      return outcome(x, { failure: analysisOutcomeOf(error, this.rules.epoch) });
    }
    return { ...this.#run(x, () => void deployContract(x, program)), interface: JSON.stringify(interfaceOf(program.analysis)) };
  }

  /** Returns whether a deploy would succeed, and changes nothing. */
  accepts(deploy: Deploy): boolean {
    const before = this.state.snapshot();
    const { failure } = this.deploy(deploy);
    this.state.restore(before);
    return failure === undefined;
  }

  call({ contract, fn, args, sender, ...limits }: Call): Outcome {
    const x = this.execution(parsePrincipal(sender), limits);
    return this.#run(x, () => callContract(x, parsePrincipal(contract), fn, args));
  }

  /** Processes a transaction in the current block. */
  process(transaction: Transaction, { limit = NO_LIMIT, spent = NOTHING, tracer }: ProcessOptions = {}): Receipt | Rejection {
    const { state } = this;
    const rules = tracer === undefined ? this.rules : observedRules(this.rules);
    const block = { rules, state, chain: this.#chain(), unlockHeights: UNLOCKS_NEVER, spent, limit, tracer };
    return processTransaction(block, transaction);
  }

  execution(sender: PrincipalValue, { sponsor, limit }: Limits = {}): Execution {
    return new Execution({
      rules: this.rules,
      state: this.state,
      chain: this.#chain(),
      unlockHeights: UNLOCKS_NEVER,
      sender,
      sponsor: sponsor === undefined ? undefined : parsePrincipal(sponsor),
      limit: limit === undefined ? undefined : { ...NO_LIMIT, ...limit },
    });
  }

  #run(x: Execution, run: () => Value | undefined): Outcome {
    const savepoint = x.save();
    try {
      const result = run();
      x.commit(savepoint);
      return outcome(x, { result });
    } catch (error) {
      x.rollBack(savepoint);
      return outcome(x, { failure: outcomeOf(error) });
    }
  }
}

function outcome(x: Execution, { result, failure }: { result?: Value | undefined; failure?: FailureOutcome }): Outcome {
  const assets = sumAssets(x.moves, x.rules.epoch.sumsStacking);
  return { result, failure, events: x.events, assets, cost: x.total(), memory: x.memory, interface: undefined };
}
