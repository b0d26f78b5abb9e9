import { displayTrait, displayType } from '../types/display.js';
import type { TraitId, TupleType, Type } from '../types/type.js';

/** What a list of pairs is for (`SyntaxBindingErrorType`). */
export type Binding = 'let' | 'parameters' | 'tuple';

const BINDINGS: { readonly [binding in Binding]: string } = {
  let: 'Let-binding',
  parameters: 'Function argument definition',
  tuple: 'Tuple constructor',
};

const ISSUES = {
  'not-list': 'is not a list',
  'wrong-length': 'is not a two-element list',
};

type Counts = (expected: number, found: number) => string;
type TwoTypes = (a: Type, b: Type) => string;

/**
 * The messages of the analysis by variant (`StaticCheckErrorKind`, clarity/src/vm/analysis/errors.rs). Some lack a quote or a bracket, as
 * in the node.
 */
const MESSAGES = {
  Unreachable: (reason: string) => `unexpected and unacceptable interpreter behavior: ${reason}`,
  CostComputationFailed: (reason: string) => `contract cost computation failed: ${reason}`,
  ReadOnlyCheckerRecursionLimitExceeded: () => 'read-only checker exceeded maximum allowed recursion depth',

  // Types
  ValueTooLarge: () => 'created a type which was greater than maximum allowed value size',
  ValueOutOfBounds: () => 'created a type which value size was out of defined bounds',
  TypeSignatureTooDeep: () => 'created a type which was deeper than maximum allowed type depth',
  SupertypeTooLarge: () => 'supertype of two types is too large',
  TraitReferenceChainTooDeep: () => 'trait-reference chain exceeds the maximum allowed type-checker recursion depth',
  InvalidTypeDescription: () => 'supplied type description is invalid',
  UnknownTypeName: (name: string) => `failed to parse type: '${name}'`,
  TypeError: ((expected, found) => `expecting expression of type ${quote(expected)}, found ${quote(found)}`) as TwoTypes,
  UnionTypeError: (expected: readonly Type[], found: Type) =>
    `expecting expression of type ${alternatives(expected)}, found ${quote(found)}`,
  ExpectedOptionalType: (found: Type) => `expecting expression of type 'optional', found ${quote(found)}`,
  ExpectedResponseType: (found: Type) => `expecting expression of type 'response', found ${quote(found)}`,
  ExpectedOptionalOrResponseType: (found: Type) => `expecting expression of type 'optional' or 'response', found ${quote(found)}`,
  ExpectedSequence: (found: Type) => `expecting expression of type 'list', 'buff', 'string-ascii' or 'string-utf8' - found ${quote(found)}`,
  ExpectedListApplication: () => 'expecting expression of type list',
  ExpectedTuple: (found: Type) => `expecting tuple, found ${quote(found)}`,
  ExpectedCallableType: (found: Type) => `expected a callable contract, found ${displayType(found)}`,
  CouldNotDetermineResponseOkType: () => "attempted to obtain 'ok' value from response, but 'ok' type is indeterminate",
  CouldNotDetermineResponseErrType: () => "attempted to obtain 'err' value from response, but 'err' type is indeterminate",
  CouldNotDetermineMatchTypes: () =>
    'attempted to match on an (optional) or (response) type where either the some, ok, or err type is indeterminate. ' +
    'you may wish to use unwrap-panic or unwrap-err-panic instead.',
  CouldNotDetermineType: () => 'type of expression cannot be determined',
  CouldNotDetermineSerializationType: () => 'could not determine the input type for the serialization function',
  UncheckedIntermediaryResponses: () => 'intermediary responses in consecutive statements must be checked',
  MaxLengthOverflow: () => 'expecting a value <= 4294967295',
  ConstructedListTooLarge: () => 'reached limit of elements in a sequence',

  // Arms that must agree
  IfArmsMustMatch: ((a, b) => `expression types returned by the arms of 'if' must match ${got(a, b)})`) as TwoTypes,
  MatchArmsMustMatch: ((a, b) => `expression types returned by the arms of 'match' must match ${got(a, b)})`) as TwoTypes,
  DefaultTypesMustMatch: ((a, b) => `expression types passed in 'default-to' must match ${got(a, b)})`) as TwoTypes,
  ReturnTypesMustMatch: ((a, b) => `detected two execution paths, returning two different expression types ${got(a, b)})`) as TwoTypes,
  PublicFunctionMustReturnResponse: (found: Type) => `public functions must return an expression of type 'response', found ${quote(found)}`,

  // match
  BadMatchOptionSyntax: (cause: string) =>
    'match on a optional type uses the following syntax: (match input some-name if-some-expression if-none-expression). ' +
    `Caused by: ${cause}`,
  BadMatchResponseSyntax: (cause: string) =>
    'match on a result type uses the following syntax: (match input ok-name if-ok-expression err-name if-err-expression). ' +
    `Caused by: ${cause}`,
  BadMatchInput: (found: Type) => `match requires an input of either a response or optional, found input: ${quote(found)}`,

  // Tuples
  NoSuchTupleField: (field: string, tuple: TupleType) => `cannot find field '${field}' in tuple ${quote(tuple)}`,
  BadTupleFieldName: () => 'invalid tuple field name',
  BadTupleConstruction: (cause: string) => `invalid tuple syntax: ${cause}`,
  EmptyTuplesNotAllowed: () => 'tuple types may not be empty',

  // Names and functions
  UndefinedVariable: (name: string) => `use of unresolved variable '${name}'`,
  UnknownFunction: (name: string) => `use of unresolved function '${name}'`,
  IllegalOrUnknownFunctionApplication: (name: string) => `use of illegal / unresolved function '${name}`,
  NonFunctionApplication: () => 'expecting expression of type function',
  IncorrectArgumentCount: ((expected, found) => `expecting ${expected} arguments, got ${found}`) as Counts,
  RequiresAtLeastArguments: ((expected, found) => `expecting >= ${expected} arguments, got ${found}`) as Counts,
  RequiresAtMostArguments: ((expected, found) => `expecting < ${expected} arguments, got ${found}`) as Counts,
  TooManyFunctionParameters: (found: number, most: number) =>
    `too many function parameters specified: found ${found}, the maximum is ${most}`,
  NameAlreadyUsed: (name: string) => `defining '${name}' conflicts with previous value`,
  ReservedWord: (name: string) => `${name} is a reserved word`,
  ExpectedName: () => 'expected a name argument to this function',
  MaxContextDepthReached: () => 'reached depth limit',
  BadLetSyntax: () => "invalid syntax of 'let'",
  /** @param index of the pair, from 0 */
  BadSyntaxBinding: (issue: 'not-list' | 'wrong-length' | 'not-atom', binding: Binding, index: number) => {
    const item = `invalid syntax binding: ${BINDINGS[binding]} item #${index + 1}`;
    return issue === 'not-atom' ? `${item}'s name is not an atom` : `${item} ${ISSUES[issue]}`;
  },

  // Definitions
  DefineFunctionBadSignature: () => 'invalid function definition',
  BadFunctionName: () => 'invalid function name',
  DefineVariableBadSignature: () => 'invalid variable definition',
  BadMapTypeDefinition: () => 'invalid map definition',
  DefineNFTBadSignature: () => '(define-asset ...) expects an asset name and an asset identifier type signature as arguments',
  NoSuchDataVariable: (name: string) => `use of unresolved persisted variable '${name}'`,
  NoSuchMap: (name: string) => `use of unresolved map '${name}'`,
  BadMapName: () => 'invalid map name',
  NoSuchNFT: (name: string) => `tried to use asset function with a undefined asset ('${name}')`,
  NoSuchFT: (name: string) => `tried to use token function with a undefined token ('${name}')`,
  BadTokenName: () => 'expecting an token name as an argument',

  // Contracts and traits
  NoSuchContract: (contract: string) => `use of unresolved contract '${contract}'`,
  NoSuchPublicFunction: (contract: string, name: string) => `contract '${contract}' has no public function '${name}'`,
  ContractCallExpectName: () => 'missing contract name for call',
  ContractOfExpectsTrait: () => 'trait reference expected',
  TraitReferenceUnknown: (name: string) => `use of undeclared trait <${name}>`,
  NoSuchTrait: (contract: string, name: string) => `use of unresolved trait ${contract}.${name}`,
  TraitMethodUnknown: (trait: string, method: string) => `method '${method}' unspecified in trait <${trait}>`,
  BadTraitImplementation: (trait: string, method: string) =>
    `invalid signature for method '${method}' regarding trait's specification <${trait}>`,
  IncompatibleTrait: (expected: TraitId, actual: TraitId) =>
    `trait '${displayTrait(actual)}' is not a compatible with expected trait, '${displayTrait(expected)}'`,
  ExpectedTraitIdentifier: () => 'expecting expression of type trait identifier',
  UnexpectedTraitOrFieldReference: () => 'unexpected use of trait reference or field',
  DefineTraitBadSignature: () => 'invalid trait definition',
  DefineTraitDuplicateMethod: (method: string) => `duplicate method name '${method}' in trait definition`,
  TraitTooManyMethods: (found: number, most: number) => `too many trait methods specified: found ${found}, the maximum is ${most}`,

  // Blocks
  NoSuchBlockInfoProperty: (name: string) => `use of block unknown property '${name}'`,
  NoSuchStacksBlockInfoProperty: (name: string) => `use of unknown stacks block property '${name}'`,
  NoSuchTenureInfoProperty: (name: string) => `use of unknown tenure property '${name}'`,
  GetBlockInfoExpectPropertyName: () => 'missing property name for block info introspection',
  GetBurnBlockInfoExpectPropertyName: () => 'missing property name for burn block info introspection',
  GetStacksBlockInfoExpectPropertyName: () => 'missing property name for stacks block info introspection',
  GetTenureInfoExpectPropertyName: () => 'missing property name for tenure info introspection',

  // What only reads
  WriteAttemptedInReadOnly: () => 'expecting read-only statements, detected a writing operation',
  AtBlockClosureMustBeReadOnly: () => '(at-block ...) closures expect read-only statements, but detected a writing operation',
  AtBlockUnavailable: () => '(at-block ...) is not available in this epoch',

  // Allowances
  ExpectedListOfAllowances: (fn: string, position: number) => `${fn} expects a list of asset allowances as argument ${position}`,
  AllowanceExprNotAllowed: () => 'allowance expressions are only allowed in the context of a `restrict-assets?` or `as-contract?`',
  ExpectedAllowanceExpr: (found: string) => `expected an allowance expression, got: ${found}`,
  WithAllAllowanceNotAllowed: () => 'with-all-assets-unsafe is not allowed here, only in the allowance list for `as-contract?`',
  WithAllAllowanceNotAlone: () => 'with-all-assets-unsafe must not be used along with other allowances',
  WithNftExpectedListOfIdentifiers: () => 'with-nft allowance must include a list of asset identifiers',
  MaxIdentifierLengthExceeded: (most: number, found: number) =>
    `with-nft allowance identifiers list must not exceed ${most} elements, got ${found}`,
  TooManyAllowances: (most: number, found: number) => `too many allowances specified, the maximum is ${most}, found ${found}`,
} as const satisfies Record<string, (...parts: never[]) => string>;

export type StaticReason = keyof typeof MESSAGES;
export type StaticParts<R extends StaticReason> = Parameters<(typeof MESSAGES)[R]>;

/** Returns the text of an error of the analysis. */
export function checkMessage<R extends StaticReason>(reason: R, parts: StaticParts<R>): string {
  return (MESSAGES[reason] as (...parts: StaticParts<R>) => string)(...parts);
}

function quote(type: Type): string {
  return `'${displayType(type)}'`;
}

function got(a: Type, b: Type): string {
  return `(got ${quote(a)} and ${quote(b)}`;
}

function alternatives(types: readonly Type[]): string {
  const last = types.at(-1) as Type;
  const others = types.length > 1 ? types.slice(0, -1) : types;
  return `${others.map(quote).join(', ')} or ${quote(last)}`;
}
