import { BootedState } from '#dist/clarity/boot/booted-state.js';
import { addCosts, NO_COST } from '#dist/clarity/costs/arithmetic.js';
import { blockLimit } from '#dist/clarity/costs/block-limit.js';
import { createRules } from '#dist/clarity/create-rules.js';
import { EPOCH_NAMES, type EpochName } from '#dist/clarity/epoch.js';
import type { Rules } from '#dist/clarity/execution/execution.js';
import type { ExecutionCost } from '#dist/clarity/failure.js';
import { nobleCrypto } from '#dist/clarity/noble-crypto.js';
import { emptyState, type State, StateEditor } from '#dist/clarity/state/state.js';
import { NEVER } from '#dist/clarity/state/unlock-heights.js';
import { processTransaction } from '#dist/clarity/transaction/process.js';
import type { Receipt, Rejection } from '#dist/clarity/transaction/receipt.js';
import type { Payload } from '#dist/clarity/transaction/transaction.js';
import { errOf, okOf, someOf } from '#dist/clarity/values/construct.js';
import { displayValue } from '#dist/clarity/values/display.js';
import { contractPrincipal, parsePrincipal } from '#dist/clarity/values/principal.js';
import { FALSE, IntValue, NONE, TRUE, UIntValue, type Value } from '#dist/clarity/values/value.js';
import type { ClarityVersion } from '#dist/clarity/version.js';
import { World } from '../../clarity/world.js';
import type { Checkout } from './checkout.js';
import { versionNumber } from './epochs.js';
import { FAUCET } from './library.js';
import type { Answer, PlannedTest, Step } from './plan.js';
import type { Argument, PlannedTransaction } from './test-blocks.js';

const UNLOCK_HEIGHTS = { 1: NEVER, 2: NEVER, 3: NEVER, 4: NEVER };

/** The boot contracts that tests call. */
const BOOT_CONTRACTS = [
  ['costs-3', '2.1', 2],
  ['pox-4', '2.5', 2],
] as const;

const FAUCET_PRINCIPAL = parsePrincipal(FAUCET);

/** Runs the tests' blocks on the VM alone: without a mempool, which would refuse some transactions. */
export class Replayer {
  readonly #rules = new Map<string, Rules>();
  readonly #genesis: State;

  constructor(checkout: Checkout) {
    const deployer = parsePrincipal('ST000000000000000000002AMW42H');
    const contracts = BOOT_CONTRACTS.map(([name, epoch, version]) => {
      return { id: contractPrincipal(deployer, name), source: checkout.bootContract(name), epoch, version };
    });
    const state = new StateEditor(emptyState(new BootedState(contracts, (epoch) => this.#rulesOf(epoch))));
    const clock = { burnHeight: 0, unlockHeights: UNLOCK_HEIGHTS };
    const account = state.account(FAUCET_PRINCIPAL);
    state.setAccount(FAUCET_PRINCIPAL, { ...account, balance: account.balance.credit(10n ** 15n, clock) });
    this.#genesis = state.snapshot();
  }

  /** Returns what this VM does with each step. */
  run({ steps }: PlannedTest): Answer[] {
    const state = new StateEditor(this.#genesis);
    const world = new World(this.#rulesOf('2.0').epoch);
    for (let block = 0; block < 2; block++) world.mine(state.snapshot());
    let spent = NO_COST;
    return steps.map((step, at) => {
      if (steps[at - 1]?.epoch !== step.epoch) spent = NO_COST;
      const outcome = this.#process(step, { state, world, spent });
      if (outcome.type !== 'receipt') return { rejected: `${outcome.type}: ${outcome.reason}` };
      spent = addCosts(spent, outcome.cost);
      const { runtime, readCount, readLength, writeCount, writeLength } = outcome.cost;
      const cost = [runtime, readCount, readLength, writeCount, writeLength];
      return { result: displayValue(outcome.result), error: outcome.vmError, cost };
    });
  }

  #process({ epoch, transaction }: Step, { state, world, spent }: Chain): Receipt | Rejection {
    const rules = this.#rulesOf(epoch);
    world.mine(state.snapshot(), { epoch: rules.epoch });
    // In the tests, an epoch is a tenure.
    const limit = tenureLimit(rules.epoch.name);
    const block = { rules, state, chain: world.view(), unlockHeights: UNLOCK_HEIGHTS, spent, limit };
    const { nonce } = state.account(FAUCET_PRINCIPAL);
    const conditions = { postConditionMode: 'allow', postConditions: [] } as const;
    return processTransaction(block, { origin: FAUCET_PRINCIPAL, nonce, fee: 0n, payload: payloadOf(transaction, epoch), ...conditions });
  }

  /** Epochs before 2.1, which this VM does not know, have the rules of 2.1. */
  #rulesOf(name: string): Rules {
    const epoch = EPOCH_NAMES.includes(name as EpochName) ? (name as EpochName) : EPOCH_NAMES[0];
    const rules = this.#rules.get(epoch) ?? createRules({ isMainnet: false, chainId: 0x80000000, crypto: nobleCrypto }, epoch);
    this.#rules.set(epoch, rules);
    return rules;
  }
}

function tenureLimit(epoch: string): ExecutionCost {
  const { runtime, read_count, read_length, write_count, write_length } = blockLimit(epoch);
  return { runtime, readCount: read_count, readLength: read_length, writeCount: write_count, writeLength: write_length };
}

type Chain = { readonly state: StateEditor; readonly world: World; readonly spent: ExecutionCost };

function payloadOf(transaction: PlannedTransaction, epoch: string): Payload {
  if (transaction.kind === 'call') {
    const { name, fn, args } = transaction;
    return { type: 'call', contract: contractPrincipal(FAUCET_PRINCIPAL, name), fn, args: args.map(clarityOf) };
  }
  const { name, code, version } = transaction;
  if (version === undefined) return { type: 'deploy', name, source: code, version: Number(epoch) < 2.1 ? 1 : undefined };
  return { type: 'deploy', name, source: code, version: versionNumber(version) as ClarityVersion };
}

function clarityOf({ type, value }: Argument): Value {
  switch (type) {
    case 'uint':
      return new UIntValue(BigInt(value as string));
    case 'int':
      return new IntValue(BigInt(value as string));
    case 'bool':
      return value === true ? TRUE : FALSE;
    case 'none':
      return NONE;
    case 'some':
      return someOf(clarityOf(value as Argument));
    case 'ok':
      return okOf(clarityOf(value as Argument));
    case 'err':
      return errOf(clarityOf(value as Argument));
    case 'principal':
      return parsePrincipal(value as string);
    default:
      throw new Error(`An argument of type ${type}`);
  }
}
