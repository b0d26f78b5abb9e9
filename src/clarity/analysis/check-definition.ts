import { type Definition, type FunctionForm, readDefinition } from '../syntax/definition.js';
import type { Expression } from '../syntax/expression.js';
import { concretize } from '../types/concretize.js';
import { typeSizeOf } from '../types/construct.js';
import { type FunctionType, functionTypeSize, traitTypeSize } from '../types/function.js';
import { parseParameters, parseType } from '../types/parse.js';
import { MAX_PARAMETERS, parseTrait } from '../types/parse-trait.js';
import { leastSupertype } from '../types/supertype.js';
import { type Type, UINT } from '../types/type.js';
import { orElse } from './or-else.js';
import { StaticFailure } from './static-failure.js';
import type { TypeChecker } from './type-checker.js';
import type { Scope } from './typing-scope.js';

/** Steps of reading types cost nothing in the analysis. */
function free(): void {}

const ACCESS = { 'define-private': 'private', 'define-public': 'public', 'define-read-only': 'read-only' } as const;

/**
 * Checks a top-level expression, and adds what it defines to the context
 * (`try_type_check_define`, clarity/src/vm/analysis/type_checker/v2_1/mod.rs).
 * @throws StaticFailure, TypeFailure, CostFailure
 */
export function checkTopLevel(checker: TypeChecker, expression: Expression, top: Scope): void {
  checker.current = expression;
  const definition = readDefinition(expression);
  if (definition === undefined) checker.check(expression, top);
  else checkDefinition(checker, definition, top);
}

function checkDefinition(checker: TypeChecker, definition: Definition, top: Scope): void {
  const { context } = checker;
  switch (definition.form) {
    case 'define-constant': {
      const type = checker.check(definition.value, top);
      bind(checker, definition.name, typeSizeOf(type));
      context.addConstant(definition.name, type);
      break;
    }
    case 'define-private':
    case 'define-public':
    case 'define-read-only':
      checkFunction(checker, definition.form, definition.signature, definition.body, top);
      break;
    case 'define-map': {
      const key = orElse(() => parseType(definition.key, free), 'BadMapTypeDefinition');
      const value = orElse(() => parseType(definition.value, free), 'BadMapTypeDefinition');
      bind(checker, definition.name, typeSizeOf(key) + typeSizeOf(value));
      context.addMap(definition.name, { key, value });
      break;
    }
    case 'define-data-var': {
      const type = orElse(() => parseType(definition.type, free), 'DefineVariableBadSignature');
      checker.expect(definition.initial, top, type);
      bind(checker, definition.name, typeSizeOf(type));
      context.addVariable(definition.name, type);
      break;
    }
    case 'define-fungible-token':
      if (definition.supply !== undefined) checker.expect(definition.supply, top, UINT);
      bind(checker, definition.name, UINT.typeSize);
      context.addFungibleToken(definition.name);
      break;
    case 'define-non-fungible-token': {
      const type = orElse(() => parseType(definition.type, free), 'DefineNFTBadSignature');
      bind(checker, definition.name, typeSizeOf(type));
      context.addNonFungibleToken(definition.name, type);
      break;
    }
    case 'define-trait': {
      const trait = parseTrait(definition.methods, free, checker.epoch, checker.version);
      bind(checker, definition.name, traitTypeSize(trait));
      context.addTrait(definition.name, trait);
      break;
    }
    case 'use-trait':
      checkUseTrait(checker, definition);
      break;
    case 'impl-trait':
      checker.addMemory(definition.trait.name.length);
      context.addImplementedTrait(definition.trait);
      break;
  }
}

/** Charges for a definition, and counts the memory that it takes to the end of the analysis. */
function bind(checker: TypeChecker, name: string, size: number): void {
  checker.costs.charge('AnalysisBindName', size);
  checker.addMemory(name.length);
  checker.addMemory(size);
}

function checkUseTrait(checker: TypeChecker, { name, trait: id }: Extract<Definition, { form: 'use-trait' }>): void {
  const contract = checker.contracts(id.contract);
  if (contract === undefined) throw new StaticFailure('NoSuchContract', id.contract);
  const trait = contract.traits.get(id.name);
  if (trait === undefined) {
    checker.costs.charge('AnalysisUseTraitEntry', 1);
    throw new StaticFailure('TraitReferenceUnknown', name);
  }
  const size = traitTypeSize(trait);
  checker.costs.charge('AnalysisUseTraitEntry', size);
  bind(checker, id.name, size);
  checker.context.addUsedTrait(name, id, trait);
}

function checkFunction(checker: TypeChecker, form: FunctionForm, signature: readonly Expression[], body: Expression, top: Scope): void {
  const head = signature[0];
  const pairs = signature.slice(1);
  if (head === undefined) throw new StaticFailure('RequiresAtLeastArguments', 1, 0);
  if (checker.epoch.limitsParameters && pairs.length > MAX_PARAMETERS)
    throw new StaticFailure('TooManyFunctionParameters', pairs.length, MAX_PARAMETERS);
  if (head.type !== 'atom') throw new StaticFailure('BadFunctionName');
  const parameters = parseParameters(pairs, free);
  const type: FunctionType = { parameters, returns: checkBody(checker, parameters, body, top) };
  bind(checker, head.name, functionTypeSize(type));
  if (form === 'define-public' && type.returns.kind !== 'response')
    throw new StaticFailure('PublicFunctionMustReturnResponse', type.returns);
  checker.context.addFunction(ACCESS[form], head.name, type);
}

/** Parameters are not compared with each other: of two with the same name, the later one counts. */
function checkBody(checker: TypeChecker, parameters: FunctionType['parameters'], body: Expression, top: Scope): Type {
  const scope = top.extend();
  let memory = 0;
  for (const { name, type } of parameters) {
    checker.context.checkFree(name);
    const added = name.length + typeSizeOf(type);
    checker.addMemory(added);
    memory += added;
    scope.bindParameter(name, type);
  }
  checker.isInFunction = true;
  checker.returns = undefined;
  const type = checker.check(body, scope);
  checker.dropMemory(memory);
  checker.isInFunction = false;
  const early: Type | undefined = checker.returns;
  return concretize(early === undefined ? type : orElse(() => leastSupertype(early, type), 'ReturnTypesMustMatch', early, type));
}
