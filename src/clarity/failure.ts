import { debugString, debugVariant } from './rust-debug.js';
import { debugTupleType, debugType } from './types/debug.js';
import type { TupleType, Type } from './types/type.js';

/**
 * What goes wrong in the VM, in the families of stacks-core 4.0.2. The name of a failure is that of the node's enum variant, and its
 * message is the `Debug` form of it, which nodes report as `vm_error`.
 */
export abstract class Failure extends Error {
  override readonly name: string;
  readonly parts: readonly Part[];

  constructor(name: string, parts: readonly Part[]) {
    super(debugVariant(name, parts.map(debugPart)));
    this.name = name;
    this.parts = parts;
  }
}

/** Tuples appear without the name of their variant, as `TupleTypeSignature`s. */
type Part = string | number | bigint | Type | Fields | Hash | ExecutionCost | readonly (string | number | Type)[];
type Fields = { readonly tuple: TupleType };
/** Appears without quotes. */
type Hash = { readonly hex: string };

/** The five costs of an execution. */
export type ExecutionCost = {
  readonly runtime: number;
  readonly writeLength: number;
  readonly writeCount: number;
  readonly readLength: number;
  readonly readCount: number;
};

function debugPart(part: Part): string {
  if (typeof part === 'string') return debugString(part);
  if (typeof part === 'number' || typeof part === 'bigint') return `${part}`;
  if (Array.isArray(part)) return `[${part.map(debugPart).join(', ')}]`;
  if ('hex' in part) return part.hex;
  if ('tuple' in part) return debugTupleType(part.tuple);
  return 'writeLength' in part ? debugCost(part) : debugType(part as Type);
}

function debugCost({ writeLength, writeCount, readLength, readCount, runtime }: ExecutionCost): string {
  const counts = `write_length: ${writeLength}, write_count: ${writeCount}, read_length: ${readLength}, read_count: ${readCount}`;
  return `ExecutionCost { ${counts}, runtime: ${runtime} }`;
}

type TypeReasons = {
  ValueTooLarge: [];
  TypeSignatureTooDeep: [];
  InvalidAsciiCharacter: [byte: number];
  InvalidUtf8Encoding: [];
  ListTypeMismatch: [];
  ValueOutOfBounds: [];
  DuplicateTupleField: [name: string];
  NoSuchTupleField: [name: string, type: Fields];
  /** The value in the form of `errorText` of `values/debug.ts`. */
  TypeMismatchValue: [expected: Type, value: string];
  TypeMismatch: [expected: Type, found: Type];
  InvalidClarityName: [name: string];
  InvalidContractName: [name: string];
  EmptyTuplesNotAllowed: [];
  SupertypeTooLarge: [];
  InvalidTypeDescription: [];
  SequenceElementArityMismatch: [expected: number, found: number];
  ExpectedSequenceValue: [];
  InvalidPrincipalVersion: [version: number];
  InvalidPrincipalLength: [length: number];
  InvalidPrincipalEncoding: [reason: string];
  QualifiedContractMissingDot: [];
  QualifiedContractEmptyIssuer: [];
  CouldNotDetermineSerializationType: [];
  CouldNotDetermineType: [];
  InvariantViolation: [reason: string];
};

/**
 * A type or value that cannot be (`ClarityTypeError`, clarity-types/src/errors). The analysis and the execution report it in their
 * own words.
 */
export class TypeFailure<N extends keyof TypeReasons = keyof TypeReasons> extends Failure {
  declare readonly name: N;
  constructor(name: N, ...parts: TypeReasons[N]) {
    super(name, parts as Part[]);
  }
}

type CheckReasons = {
  RestrictAssetsMemoryExceeded: [used: number, limit: number];
  ValueTooLarge: [];
  ValueOutOfBounds: [];
  TypeSignatureTooDeep: [];
  Unreachable: [reason: string];
  PoxStxAssetMapOverwrite: [];
  ListTypesMustMatch: [];
  TypeError: [expected: Type, found: Type];
  TypeValueError: [expected: Type, value: string];
  UnionTypeValueError: [expected: readonly Type[], value: string];
  ExpectedContractPrincipalValue: [value: string];
  CouldNotDetermineType: [];
  ReturnTypesMustMatch: [expected: Type, found: Type];
  CircularReference: [functions: readonly string[]];
  NoSuchContract: [contract: string];
  NoSuchPublicFunction: [contract: string, fn: string];
  ContractCallExpectName: [];
  NameAlreadyUsed: [name: string];
  UndefinedFunction: [name: string];
  AtBlockUnavailable: [];
  IncorrectArgumentCount: [expected: number, found: number];
  TraitReferenceUnknown: [name: string];
  TraitMethodUnknown: [trait: string, method: string];
  BadTraitImplementation: [trait: string, method: string];
  InvalidCharactersDetected: [];
  InvalidUTF8Encoding: [];
};

/** A rule that static analysis cannot guarantee was broken at run time (`RuntimeCheckErrorKind`, clarity/src/vm/analysis/errors.rs). */
export class CheckFailure<N extends keyof CheckReasons = keyof CheckReasons> extends Failure {
  declare readonly name: N;
  constructor(name: N, ...parts: CheckReasons[N]) {
    super(name, parts as Part[]);
  }
}

type RuntimeReasons = {
  Arithmetic: [reason: string];
  ArithmeticOverflow: [];
  ArithmeticUnderflow: [];
  SupplyOverflow: [supply: bigint, cap: bigint];
  SupplyUnderflow: [supply: bigint, amount: bigint];
  DivisionByZero: [];
  MaxStackDepthReached: [];
  MaxContextDepthReached: [];
  BadBlockHeight: [height: string];
  NoSuchToken: [];
  NotImplemented: [];
  NoCallerInContext: [];
  NoSenderInContext: [];
  UnknownBlockHeaderHash: [hash: Hash];
  BadBlockHash: [bytes: readonly number[]];
  UnwrapFailure: [];
  DefunctPoxContract: [];
  PoxAlreadyLocked: [];
  BlockTimeNotAvailable: [];
  BadTokenName: [name: string];
};

/** A contract did what cannot be done, for example divide by zero (`RuntimeError`, clarity/src/vm/errors.rs). */
export class RuntimeFailure<N extends keyof RuntimeReasons = keyof RuntimeReasons> extends Failure {
  declare readonly name: N;
  constructor(name: N, ...parts: RuntimeReasons[N]) {
    super(name, parts as Part[]);
  }
}

type CostReasons = {
  CostOverflow: [];
  CostBalanceExceeded: [total: ExecutionCost, limit: ExecutionCost];
  MemoryBalanceExceeded: [used: number, limit: number];
  CostComputationFailed: [reason: string];
};

/** A limit of cost or memory was exceeded (`CostErrors`, clarity/src/vm/costs/errors.rs). */
export class CostFailure<N extends keyof CostReasons = keyof CostReasons> extends Failure {
  declare readonly name: N;
  constructor(name: N, ...parts: CostReasons[N]) {
    super(name, parts as Part[]);
  }
}

/** A bug of the VM or of what it runs on (`VmInternalError`): a transaction that causes one is in no block. */
export class InternalFailure extends Failure {
  constructor(reason: string) {
    super('Expect', [reason]);
  }
}

/** What the analysis of types reports at run time (`From<ClarityTypeError> for VmExecutionError`). */
export function atRunTime(failure: TypeFailure): Failure {
  const { name, parts } = failure;
  switch (name) {
    case 'InvariantViolation':
      return new InternalFailure(parts[0] as string);
    case 'InvalidPrincipalVersion':
      return new InternalFailure('Unexpected principal data');
    case 'ValueTooLarge':
    case 'TypeSignatureTooDeep':
    case 'ValueOutOfBounds':
    case 'CouldNotDetermineType':
      return new CheckFailure(name);
    case 'DuplicateTupleField':
      return new CheckFailure('NameAlreadyUsed', parts[0] as string);
    case 'TypeMismatchValue':
      return new CheckFailure('TypeValueError', parts[0] as Type, parts[1] as string);
    case 'TypeMismatch':
      return new CheckFailure('TypeError', parts[0] as Type, parts[1] as Type);
    case 'ListTypeMismatch':
      return new CheckFailure('ListTypesMustMatch');
    case 'InvalidAsciiCharacter':
      return new CheckFailure('InvalidCharactersDetected');
    case 'InvalidUtf8Encoding':
      return new CheckFailure('InvalidUTF8Encoding');
    default:
      return new CheckFailure('Unreachable', `Unexpected error type during runtime analysis: ${failure.message}`);
  }
}
