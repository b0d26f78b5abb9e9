import type { Epoch } from '../epoch.js';
import { CostFailure, TypeFailure } from '../failure.js';
import type { Span } from '../syntax/expression.js';
import type { Type } from '../types/type.js';
import { checkMessage, type StaticParts, type StaticReason } from './static-messages.js';

/**
 * A contract that breaks a rule of the analysis (`StaticCheckError`, clarity/src/vm/analysis/errors.rs).
 * `name` is the node's variant, `message` its text.
 */
export class StaticFailure<R extends StaticReason = StaticReason> extends Error {
  override readonly name: R;
  readonly parts: StaticParts<R>;
  #span: Span | undefined;
  #namesPlace = true;

  constructor(name: R, ...parts: StaticParts<R>) {
    super(checkMessage(name, parts));
    this.name = name;
    this.parts = parts;
  }

  /** Where: the place of the expression that breaks the rule. Undefined if it concerns the whole contract. */
  get span(): Span | undefined {
    return this.#span;
  }

  /** Sets the place unless it is known. */
  at({ span }: { readonly span: Span }): this {
    this.#span ??= span;
    return this;
  }

  /** Says that the node's error has no position at all. */
  withoutPlace(): this {
    this.#namesPlace = false;
    return this;
  }

  /** What a node reports: it knows no positions, but shows that an error has one. */
  get vmError(): string {
    return this.#namesPlace ? `:0:0: ${this.message}` : this.message;
  }

  /** Returns whether a transaction that deploys such a contract is invalid. Otherwise it is included, and aborts. */
  rejectsIn(epoch: Epoch): boolean {
    switch (this.name) {
      case 'Unreachable':
      case 'TraitReferenceChainTooDeep':
      case 'ReadOnlyCheckerRecursionLimitExceeded':
        return true;
      case 'SupertypeTooLarge':
        return !epoch.abortsOnDepthAndSupertype;
      default:
        return false;
    }
  }
}

/** Returns how the analysis reports an error of the types (`From<ClarityTypeError> for StaticCheckErrorKind`). */
export function fromTypeFailure(failure: TypeFailure): StaticFailure {
  const { name, parts } = failure;
  switch (name) {
    case 'DuplicateTupleField':
      return new StaticFailure('NameAlreadyUsed', parts[0] as string);
    case 'TypeMismatch':
      return new StaticFailure('TypeError', parts[0] as Type, parts[1] as Type);
    case 'ValueTooLarge':
    case 'ValueOutOfBounds':
    case 'TypeSignatureTooDeep':
    case 'EmptyTuplesNotAllowed':
    case 'SupertypeTooLarge':
    case 'InvalidTypeDescription':
    case 'CouldNotDetermineSerializationType':
    case 'CouldNotDetermineType':
      return new StaticFailure(name);
    default:
      return new StaticFailure('Unreachable', `Unexpected error type during static analysis: ${failure.message}`);
  }
}

/** Returns how the analysis reports an error of its parts. Exceeded limits are reported as they are: such a deploy cannot be in a block. */
export function toStatic(error: unknown): unknown {
  if (error instanceof TypeFailure) return fromTypeFailure(error);
  if (error instanceof CostFailure && error.name === 'CostComputationFailed')
    return new StaticFailure('CostComputationFailed', error.parts[0] as string);
  return error;
}
