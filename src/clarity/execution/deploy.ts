import type { ContractAnalysis } from '../analysis/contract-analysis.js';
import { compileExpression } from '../compile/compile.js';
import { Contract, type FunctionAccess, UserFunction } from '../contract.js';
import { CheckFailure } from '../failure.js';
import { isKeyword } from '../keywords.js';
import { storedOf } from '../natives/stored.js';
import { isNative } from '../natives/versions.js';
import { type Definition, type FunctionForm, readDefinition } from '../syntax/definition.js';
import type { Expression, Span } from '../syntax/expression.js';
import { sizeOfType, typeSizeOf } from '../types/construct.js';
import { parseParameters, parseType } from '../types/parse.js';
import { parseTrait } from '../types/parse-trait.js';
import { type Type, UINT } from '../types/type.js';
import { admitsValue } from '../values/admits.js';
import { errorText } from '../values/debug.js';
import { issuerOf } from '../values/principal.js';
import { sizeOf } from '../values/size.js';
import type { PrincipalValue, Value } from '../values/value.js';
import type { ClarityVersion } from '../version.js';
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
 * @throws Failure, EarlyReturn
 */
export function deployContract(x: Execution, { id, version, source, expressions, analysis }: Program): Contract {
  const savepoint = x.save();
  const { sender, caller } = x;
  try {
    x.chargeCost(x.rules.costs.ContractStorage, source.length);
    if (x.state.contract(id) !== undefined) throw new CheckFailure('Unreachable', `Contract already exists: ${id.text}`);
    const hash = x.rules.crypto.sha512_256(new TextEncoder().encode(source));
    const contract = new Contract({ id, version, source, hash, height: x.chain.height, analysis, expressions });
    x.addMemory(source.length);
    x.deploying = contract;
    x.sender = issuerOf(id);
    x.caller = x.sender;
    new Deploy(x, contract).run(expressions);
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

type FunctionDefinition = Extract<Definition, { form: FunctionForm }>;

/** `eval_all` (clarity/src/vm/mod.rs) and `evaluate_define` (functions/define.rs), whose order of charges it keeps. */
class Deploy {
  readonly #x: Execution;
  readonly #contract: Contract;
  readonly #onTypeStep: () => void;

  constructor(x: Execution, contract: Contract) {
    this.#x = x;
    this.#contract = contract;
    const step = x.rules.costs.TypeParseStep.runtime(0);
    this.#onTypeStep = () => x.chargeRuntime(step);
  }

  run(expressions: readonly Expression[]): void {
    const contract = this.#contract;
    for (const expression of expressions) {
      const savepoint = this.#x.save();
      this.#define(expression);
      this.#x.commit(savepoint);
    }
    this.#x.dropMemory(contract.dataSize);
    contract.isDeploying = false;
    // Constants differ from now on.
    for (const fn of contract.functions.values()) fn.compiled = undefined;
  }

  #define(expression: Expression): void {
    const definition = readDefinition(expression);
    switch (definition?.form) {
      case undefined:
        this.#evaluate(expression);
        break;
      case 'define-constant':
        this.#constant(definition.name, definition.value);
        break;
      case 'define-private':
        this.#function('private', definition, expression.span);
        break;
      case 'define-public':
        this.#function('public', definition, expression.span);
        break;
      case 'define-read-only':
        this.#function('read-only', definition, expression.span);
        break;
      case 'define-data-var':
        this.#variable(definition.name, definition.type, definition.initial);
        break;
      case 'define-map':
        this.#map(definition.name, definition.key, definition.value);
        break;
      case 'define-fungible-token':
        this.#fungibleToken(definition.name, definition.supply);
        break;
      case 'define-non-fungible-token':
        this.#nonFungibleToken(definition.name, definition.type);
        break;
      case 'define-trait':
        this.#trait(definition.name, definition.methods);
        break;
      case 'impl-trait':
        this.#contract.implementedTraits.push(definition.trait);
        break;
      case 'use-trait':
        break;
    }
  }

  #constant(name: string, expression: Expression): void {
    this.#checkName(name);
    const value = this.#evaluate(expression);
    this.#charge('BindName', 0);
    const size = sizeOf(value);
    this.#x.addMemory(size);
    this.#contract.dataSize += size;
    this.#contract.constants.set(name, value);
  }

  #function(access: FunctionAccess, { signature: [head, ...pairs], body }: FunctionDefinition, span: Span): void {
    if (head?.type !== 'atom') throw new CheckFailure('Unreachable', 'Expected name');
    const { name } = head;
    this.#checkName(name);
    const parameters = parseParameters(pairs, this.#onTypeStep);
    for (const { name } of parameters) this.#checkName(name);
    this.#charge('BindName', 0);
    this.#contract.functions.set(name, new UserFunction(this.#contract, { name, access, parameters, body, span }));
  }

  #variable(name: string, typeExpression: Expression, expression: Expression): void {
    this.#checkName(name);
    const type = this.#type(typeExpression);
    const value = this.#evaluate(expression);
    this.#charge('CreateVar', sizeOfType(type));
    this.#x.keepMemory(typeSizeOf(type));
    this.#x.keepMemory(sizeOf(value));
    if (!admitsValue(type, value)) throw new CheckFailure('TypeValueError', type, errorText(value));
    const variable = { slot: this.#x.state.newSlot(), name, type };
    this.#x.state.setVariable(variable, storedOf(type, value, this.#x.rules.epoch));
    this.#contract.variables.set(name, variable);
  }

  #map(name: string, keyExpression: Expression, valueExpression: Expression): void {
    this.#checkName(name);
    const [keyType, valueType] = [this.#type(keyExpression), this.#type(valueExpression)];
    this.#charge('CreateMap', sizeOfType(keyType) + sizeOfType(valueType));
    this.#x.keepMemory(typeSizeOf(keyType));
    this.#x.keepMemory(typeSizeOf(valueType));
    this.#contract.maps.set(name, { slot: this.#x.state.newSlot(), name, keyType, valueType });
  }

  #fungibleToken(name: string, capExpression: Expression | undefined): void {
    this.#checkName(name);
    const cap = capExpression && this.#evaluate(capExpression, 'ref');
    if (cap !== undefined && cap.kind !== 'uint') throw new CheckFailure('TypeValueError', UINT, errorText(cap));
    this.#charge('CreateFt', 0);
    this.#x.keepMemory(typeSizeOf(UINT));
    const slot = this.#x.state.newSlot(2);
    const token = { slot, name, asset: this.#assetName(name), cap: cap?.value };
    this.#x.state.setFungibleSupply(token, 0n);
    this.#contract.fungibleTokens.set(name, token);
  }

  #nonFungibleToken(name: string, typeExpression: Expression): void {
    this.#checkName(name);
    const type = this.#type(typeExpression);
    this.#charge('CreateNft', sizeOfType(type));
    this.#x.keepMemory(typeSizeOf(type));
    const slot = this.#x.state.newSlot();
    this.#contract.nonFungibleTokens.set(name, { slot, name, asset: this.#assetName(name), type });
  }

  #trait(name: string, methods: Expression): void {
    this.#checkName(name);
    this.#contract.traits.set(name, parseTrait(methods, this.#onTypeStep, this.#x.rules.epoch, this.#contract.version));
  }

  #evaluate(expression: Expression, form: 'ref' | 'owned' = 'owned'): Value {
    const code = compileExpression(expression, this.#contract, this.#x.rules);
    return code[form](this.#x, new Array<Value>(code.frameSize));
  }

  #type(expression: Expression): Type {
    return parseType(expression, this.#onTypeStep);
  }

  #charge(name: 'BindName' | 'CreateVar' | 'CreateMap' | 'CreateFt' | 'CreateNft', n: number): void {
    this.#x.chargeCost(this.#x.rules.costs[name], n);
  }

  #assetName(token: string): string {
    return `${this.#contract.id.text}::${token}`;
  }

  /** Forbids shadowing. The analysis has checked the names, but not that parameters differ from what is defined later. */
  #checkName(name: string): void {
    const { version, functions, constants, variables, maps, fungibleTokens, nonFungibleTokens, traits } = this.#contract;
    const isUsed =
      isNative(name, version) ||
      isKeyword(name, version) ||
      [functions, constants, variables, maps, fungibleTokens, nonFungibleTokens, traits].some((names) => names.has(name));
    if (isUsed) throw new CheckFailure('NameAlreadyUsed', name);
  }
}
