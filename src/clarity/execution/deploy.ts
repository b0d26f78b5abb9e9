import type { ContractAnalysis } from '../analysis/contract-analysis.js';
import { Contract, type DataVariable, type FungibleToken } from '../contract.js';
import { CheckFailure } from '../failure.js';
import { storedOf } from '../natives/stored.js';
import type { Expression } from '../syntax/expression.js';
import { sizeOfType, typeSizeOf } from '../types/construct.js';
import { admitsValue } from '../values/admits.js';
import { errorText } from '../values/debug.js';
import { issuerOf } from '../values/principal.js';
import { sizeOf } from '../values/size.js';
import type { PrincipalValue, Value } from '../values/value.js';
import type { ClarityVersion } from '../version.js';
import { Definer } from './definer.js';
import type { Execution } from './execution.js';

/** A contract to execute: what the parser made of its source, in the order of the sorter. */
export type Program = {
  readonly id: PrincipalValue;
  readonly version: ClarityVersion;
  readonly source: string;
  readonly expressions: readonly Expression[];
  readonly analysis: ContractAnalysis;
};

/**
 * Executes the definitions of a new contract, with its issuer as sender and caller, and puts it into the state
 * (`initialize_contract_from_ast`, clarity/src/vm/contexts.rs). If it fails, nothing has changed.
 * @param options.onValue called with the value of each expression that is no definition
 * @param options.replaces whether the contract may exist: the new one takes its place, with data of its own @default false
 * @throws Failure, EarlyReturn
 */
export function deployContract(
  x: Execution,
  { id, version, source, expressions, analysis }: Program,
  { onValue, replaces = false }: { onValue?: ((value: Value) => void) | undefined; replaces?: boolean } = {},
): Contract {
  const savepoint = x.save();
  const { sender, caller } = x;
  try {
    x.chargeCost(x.rules.costs.ContractStorage, source.length);
    if (!replaces && x.state.contract(id) !== undefined) throw new CheckFailure('Unreachable', `Contract already exists: ${id.text}`);
    const hash = x.rules.crypto.sha512_256(new TextEncoder().encode(source));
    const contract = new Contract({ id, version, source, hash, height: x.chain.height, analysis, expressions });
    x.addMemory(source.length);
    x.deploying = contract;
    x.sender = issuerOf(id);
    x.caller = x.sender;
    new Deploy(x, contract, onValue).run(expressions);
    x.dropMemory(source.length);
    x.state.addContract(contract);
    x.commit(savepoint);
    // It stays after a failure, which has a place in it.
    x.deploying = undefined;
    return contract;
  } catch (error) {
    x.rollBack(savepoint);
    throw error;
  } finally {
    x.sender = sender;
    x.caller = caller;
  }
}

class Deploy extends Definer {
  readonly #onValue: ((value: Value) => void) | undefined;

  constructor(x: Execution, contract: Contract, onValue: ((value: Value) => void) | undefined) {
    super(x, contract);
    this.#onValue = onValue;
  }

  run(expressions: readonly Expression[]): void {
    for (const expression of expressions) {
      const savepoint = this.x.save();
      this.#defineObserved(expression);
      this.x.commit(savepoint);
    }
    this.x.dropMemory(this.contract.dataSize);
    this.finish();
  }

  #defineObserved(expression: Expression): void {
    const { x, contract } = this;
    x.tracer?.begin?.(x, expression, contract);
    try {
      this.define(expression);
    } finally {
      x.tracer?.end?.(x);
    }
  }

  protected override execute(expression: Expression): void {
    const value = this.evaluate(expression);
    this.#onValue?.(value);
  }

  protected override constant(name: string, expression: Expression): void {
    const value = this.evaluate(expression);
    this.charge('BindName', 0);
    const size = sizeOf(value);
    this.x.addMemory(size);
    this.contract.dataSize += size;
    this.contract.constants.set(name, value);
  }

  protected override initialize(variable: DataVariable, expression: Expression): void {
    const { type } = variable;
    const value = this.evaluate(expression);
    this.charge('CreateVar', sizeOfType(type));
    this.x.keepMemory(typeSizeOf(type));
    this.x.keepMemory(sizeOf(value));
    if (!admitsValue(type, value)) throw new CheckFailure('TypeValueError', type, errorText(value));
    this.x.state.setVariable(variable, storedOf(type, value, this.x.rules.epoch));
  }

  protected override cap(_token: string, expression: Expression): Value {
    return this.evaluate(expression, 'ref');
  }

  protected override issue(token: FungibleToken): void {
    this.x.state.setFungibleSupply(token, 0n);
  }
}
