import { compileExpression } from '../compile/compile.js';
import { type Contract, type DataVariable, type FunctionAccess, type FungibleToken, UserFunction } from '../contract.js';
import { CheckFailure } from '../failure.js';
import { isKeyword } from '../keywords.js';
import { isNative } from '../natives/native-names.js';
import { type Definition, type FunctionForm, readDefinition } from '../syntax/definition.js';
import type { Expression, Span } from '../syntax/expression.js';
import { sizeOfType, typeSizeOf } from '../types/construct.js';
import { parseParameters, parseType } from '../types/parse.js';
import { parseTrait } from '../types/parse-trait.js';
import { type Type, UINT } from '../types/type.js';
import { errorText } from '../values/debug.js';
import type { Value } from '../values/value.js';
import type { Execution } from './execution.js';

type FunctionDefinition = Extract<Definition, { form: FunctionForm }>;

/**
 * Gives a contract what its top level defines (`eval_all`, clarity/src/vm/mod.rs, and `evaluate_define`, functions/define.rs, whose order
 * of charges it keeps). What is evaluated on the way depends on whether the contract is new.
 */
export abstract class Definer {
  protected readonly x: Execution;
  protected readonly contract: Contract;
  readonly #onTypeStep: () => void;

  constructor(x: Execution, contract: Contract) {
    this.x = x;
    this.contract = contract;
    const step = x.rules.costs.TypeParseStep.runtime(0);
    this.#onTypeStep = () => x.chargeRuntime(step);
  }

  /** Executes an expression that defines nothing. */
  protected abstract execute(expression: Expression): void;
  protected abstract constant(name: string, expression: Expression): void;
  /** Gives a variable its first value. */
  protected abstract initialize(variable: DataVariable, expression: Expression): void;
  /** Returns the most tokens that there can be. */
  protected abstract cap(token: string, expression: Expression): Value;
  /** Makes the supply of a token known. */
  protected abstract issue(token: FungibleToken): void;

  define(expression: Expression): void {
    const definition = readDefinition(expression);
    switch (definition?.form) {
      case undefined:
        this.execute(expression);
        break;
      case 'define-constant':
        this.checkName(definition.name);
        this.constant(definition.name, definition.value);
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
        this.contract.implementedTraits.push(definition.trait);
        break;
      case 'use-trait':
        break;
    }
  }

  /** Ends the deploy: constants differ from now on. */
  finish(): void {
    this.contract.isDeploying = false;
    for (const fn of this.contract.functions.values()) fn.compiled = undefined;
  }

  protected evaluate(expression: Expression, form: 'ref' | 'owned' = 'owned'): Value {
    const code = compileExpression(expression, this.contract, this.x.rules);
    return code[form](this.x, new Array<Value>(code.frameSize));
  }

  protected charge(name: 'BindName' | 'CreateVar' | 'CreateMap' | 'CreateFt' | 'CreateNft', n: number): void {
    this.x.chargeCost(this.x.rules.costs[name], n);
  }

  #function(access: FunctionAccess, { signature, body }: FunctionDefinition, span: Span): void {
    const head = signature[0];
    if (head?.type !== 'atom') throw new CheckFailure('Unreachable', 'Expected name');
    const { name } = head;
    this.checkName(name);
    const parameters = parseParameters(signature.slice(1), this.#onTypeStep);
    for (const { name } of parameters) this.checkName(name);
    this.charge('BindName', 0);
    this.contract.functions.set(name, new UserFunction(this.contract, { name, access, parameters, body, span }));
  }

  #variable(name: string, typeExpression: Expression, expression: Expression): void {
    this.checkName(name);
    const type = this.#type(typeExpression);
    const variable = { slot: this.x.state.newSlot(), name, type };
    this.initialize(variable, expression);
    this.contract.variables.set(name, variable);
  }

  #map(name: string, keyExpression: Expression, valueExpression: Expression): void {
    this.checkName(name);
    const [keyType, valueType] = [this.#type(keyExpression), this.#type(valueExpression)];
    this.charge('CreateMap', sizeOfType(keyType) + sizeOfType(valueType));
    this.x.keepMemory(typeSizeOf(keyType));
    this.x.keepMemory(typeSizeOf(valueType));
    this.contract.maps.set(name, { slot: this.x.state.newSlot(), name, keyType, valueType });
  }

  #fungibleToken(name: string, capExpression: Expression | undefined): void {
    this.checkName(name);
    const cap = capExpression && this.cap(name, capExpression);
    if (cap !== undefined && cap.kind !== 'uint') throw new CheckFailure('TypeValueError', UINT, errorText(cap));
    this.charge('CreateFt', 0);
    this.x.keepMemory(typeSizeOf(UINT));
    const token = { slot: this.x.state.newSlot(2), name, asset: this.#assetName(name), cap: cap?.value };
    this.issue(token);
    this.contract.fungibleTokens.set(name, token);
  }

  #nonFungibleToken(name: string, typeExpression: Expression): void {
    this.checkName(name);
    const type = this.#type(typeExpression);
    this.charge('CreateNft', sizeOfType(type));
    this.x.keepMemory(typeSizeOf(type));
    const slot = this.x.state.newSlot();
    this.contract.nonFungibleTokens.set(name, { slot, name, asset: this.#assetName(name), type });
  }

  #trait(name: string, methods: Expression): void {
    this.checkName(name);
    this.contract.traits.set(name, parseTrait(methods, this.#onTypeStep, this.x.rules.epoch, this.contract.version));
  }

  #type(expression: Expression): Type {
    return parseType(expression, this.#onTypeStep);
  }

  #assetName(token: string): string {
    return `${this.contract.id.text}::${token}`;
  }

  /** Forbids shadowing. The analysis has checked the names, but not that parameters differ from what is defined later. */
  protected checkName(name: string): void {
    const { version, functions, constants, variables, maps, fungibleTokens, nonFungibleTokens, traits } = this.contract;
    const isUsed =
      isNative(name, version) ||
      isKeyword(name, version) ||
      functions.has(name) ||
      constants.has(name) ||
      variables.has(name) ||
      maps.has(name) ||
      fungibleTokens.has(name) ||
      nonFungibleTokens.has(name) ||
      traits.has(name);
    if (isUsed) throw new CheckFailure('NameAlreadyUsed', name);
  }
}
