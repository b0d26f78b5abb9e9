import { Contract, type DataVariable } from '../contract.js';
import { Failure } from '../failure.js';
import { emptyState, type InheritedState, type State, StateEditor } from '../state/state.js';
import type { ContractRecord } from '../state/stored-contract.js';
import { UNLOCKS_NEVER } from '../state/unlock-heights.js';
import type { Expression } from '../syntax/expression.js';
import { parse } from '../syntax/parse.js';
import { issuerOf } from '../values/principal.js';
import { type PrincipalValue, UIntValue, type Value } from '../values/value.js';
import { BEFORE_ALL, type ChainView } from './chain-view.js';
import { Definer } from './definer.js';
import type { Program } from './deploy.js';
import { EarlyReturn, Execution, type Rules } from './execution.js';
import { readProgram } from './program.js';

/** A contract that another network has: what its deploy made of it beside the state. */
export type Deployed = Omit<Program, 'expressions'> & {
  /** The Stacks height of its deploy. */
  readonly height: number;
  /** The bytes of all constants. */
  readonly dataSize: number;
};

/** What the deploy computed, where the source alone does not say it. A function that must fetch something first throws. */
export type DeployedValues = {
  constant(name: string): Value;
  /** The most tokens that there can be. */
  cap(token: string): Value;
};

/**
 * Makes a contract of its source without executing its deploy: variables, maps and tokens have what the network's state has.
 * @param rules those of the epoch of the deploy
 * @param nextSlot the first free slot of the contract's state
 * @returns the contract, and the next free slot
 * @throws ParseFailure, and what `values` throws
 */
export function restoreContract(
  { height, dataSize, ...program }: Deployed,
  { rules, nextSlot, values }: { rules: Rules; nextSlot: number; values: DeployedValues },
): { contract: Contract; nextSlot: number } {
  const { id, version, source } = program;
  // What the contract itself has is inherited, too.
  const state = new StateEditor({ ...emptyState(BLIND_STATE, nextSlot), firstSlot: Number.POSITIVE_INFINITY });
  const x = executionOfDeploy(id, state, rules);
  x.chain = BLIND_CHAIN;
  const { expressions } = parse(source, id.text, { version, epoch: rules.epoch, costs: x });
  const hash = rules.crypto.sha512_256(new TextEncoder().encode(source));
  const contract = new Contract({ ...program, hash, height, expressions });
  x.deploying = contract;
  const restore = new Restore(x, contract, values);
  for (const expression of expressions) restore.define(expression);
  contract.dataSize = dataSize;
  restore.finish();
  return { contract, nextSlot: state.newSlot(0) };
}

/** Makes a contract of what was stored of it. @param state one that has the contracts that it refers to @param rules those of its epoch */
export function restoreStored(record: ContractRecord, state: State, rules: Rules): Contract {
  const { id, version, source, height, dataSize, firstSlot, constants, caps } = record;
  const { analysis } = readProgram(executionOfDeploy(id, new StateEditor(state), rules), record);
  const values: DeployedValues = {
    constant: (name) => requireStored(constants.get(name), name),
    cap: (token) => new UIntValue(requireStored(caps.get(token), token)),
  };
  const deployed = { id, version, source, analysis, height, dataSize };
  return restoreContract(deployed, { rules, nextSlot: firstSlot, values }).contract;
}

/** Begins an execution for a deploy that is no transaction of this chain: no block surrounds it, and its memory has no limit. */
export function executionOfDeploy(id: PrincipalValue, state: StateEditor, rules: Rules): Execution {
  const surroundings = { chain: BEFORE_ALL, unlockHeights: UNLOCKS_NEVER, memoryLimit: Number.POSITIVE_INFINITY };
  return new Execution({ rules, state, sender: issuerOf(id), ...surroundings });
}

function requireStored<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new RangeError(`nothing is stored of ${name}`);
  return value;
}

/** The value of an expression depends on something that the source does not say. */
class Unknowable extends Error {}

/** A state or a chain of which nothing is known. */
function blind<T extends object>(): T {
  return new Proxy({} as T, {
    get: () => {
      throw new Unknowable();
    },
  });
}

const BLIND_STATE = blind<InheritedState>();
const BLIND_CHAIN = blind<ChainView>();

/** What code reads of an execution itself. */
const OF_EXECUTION = /tx-sponsor\?|stx-liquid-supply/;

class Restore extends Definer {
  readonly #values: DeployedValues;
  readonly #isKnowable: boolean;

  constructor(x: Execution, contract: Contract, values: DeployedValues) {
    super(x, contract);
    this.#values = values;
    this.#isKnowable = !OF_EXECUTION.test(contract.source);
  }

  protected override execute(): void {}
  protected override initialize(_variable: DataVariable): void {}
  protected override issue(): void {}

  protected override constant(name: string, expression: Expression): void {
    this.contract.constants.set(name, this.#know(expression) ?? this.#values.constant(name));
  }

  protected override cap(token: string, expression: Expression): Value {
    return this.#know(expression) ?? this.#values.cap(token);
  }

  /** Returns the value that an expression has whatever the state and the chain are; undefined if it depends on them. */
  #know(expression: Expression): Value | undefined {
    if (!this.#isKnowable) return undefined;
    const before = this.x.save();
    try {
      return this.evaluate(expression);
    } catch (error) {
      if (error instanceof Unknowable || error instanceof Failure || error instanceof EarlyReturn) return undefined;
      throw error;
    } finally {
      this.x.rollBack(before);
      this.x.depth = 0;
      this.x.calls.length = 0;
    }
  }
}
