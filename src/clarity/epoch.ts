/** The epochs of the Stacks chain that this VM knows, oldest first. 4.1 is not active on any network. */
export const EPOCH_NAMES = ['2.1', '2.2', '2.3', '2.4', '2.5', '3.0', '3.1', '3.2', '3.3', '3.4', '4.0', '4.1'] as const;
export type EpochName = (typeof EPOCH_NAMES)[number];
/** Epochs before those. What was published in them has the rules of 2.1. */
const EARLIER_EPOCH_NAMES = ['2.0', '2.05'] as const;
export type AnyEpochName = EpochName | (typeof EARLIER_EPOCH_NAMES)[number];
/** All of them, oldest first. */
export const ALL_EPOCH_NAMES: readonly AnyEpochName[] = [...EARLIER_EPOCH_NAMES, ...EPOCH_NAMES];

/**
 * The rules of an epoch that the VM asks for. Each is true from the epoch that the table below names
 * (the predicates of `StacksEpochId`, stacks-common/src/types/mod.rs of stacks-core 4.0.2).
 */
const RULES = {
  /** Values that cross a contract call, or that lists take, are sanitized: types are derived from the contents. */
  sanitizesValues: '2.4',
  /** The type checker counts memory. */
  countsAnalysisMemory: '2.5',
  /** Contracts see the burn block of the tip, not that of the parent. */
  usesTipBurnBlock: '3.0',
  usesNakamotoBlocks: '3.0',
  /** Costs of arguments are those of the argument's size, not of the parameter's type. */
  usesArgumentSizes: '3.3',
  /** At most 256 parameters of a function, and 256 methods of a trait. */
  limitsParameters: '3.3',
  /** `from-consensus-buff?` gives none for bytes that nothing serializes to. */
  unexpectedSerializationIsNone: '3.4',
  /** `SupertypeTooLarge` and errors of depth abort a deploy; before, they made the transaction invalid. */
  abortsOnDepthAndSupertype: '3.4',
  /** Variables are references: only code that needs an own copy pays for their size. Constants are sanitized when a contract loads. */
  borrowsVariables: '3.4',
  /** A constant that holds a contract can be the target of `contract-call?`. */
  callsConstants: '3.4',
  /** `at-block` is unavailable in all versions. */
  removesAtBlock: '3.4',
  /** The mode Originator and the code MaybeSent of post-conditions (SIP-040). */
  hasOriginatorMode: '3.4',
  /** `with-stx` bounds what is sent and burned together. */
  combinesStxAllowances: '3.4',
  /** Arguments of functions are sanitized once more when a function is invoked. */
  sanitizesArguments: '4.0',
  /** Post-conditions of staking. */
  hasStakingConditions: '4.0',
  /** Several stacking entries of one principal in an asset map add up; before, a second one is an error. */
  sumsStacking: '4.0',
  /** `merge` checks the size of its result. */
  checksMergeSize: '4.0',
  /** Signatures must have a low S. */
  requiresLowS: '4.0',
  /** `concat` takes more than two sequences, in versions of Clarity whose analysis lets it. */
  concatenatesMany: '4.0',
  /** `map` stops at the shortest sequence even if an empty one comes first. */
  stopsMapAtShortest: '4.0',
  /** The type checker charges for traits of the contract itself. */
  metersOwnTraits: '4.0',
  /** Cost errors within a comparison of traits are reported as such. */
  surfacesTraitCostErrors: '4.0',
  /** A typed tuple must have exactly the declared fields when it is read from bytes. */
  requiresExactTupleFields: '4.1',
  /** The type checker runs before the read-only checker. */
  checksTypesFirst: '4.1',
} as const satisfies Record<string, EpochName>;

type Rules = { readonly [rule in keyof typeof RULES]: boolean };

/** An epoch and its rules. */
export type Epoch = Rules & {
  readonly name: AnyEpochName;
  /** How deep calls and nested expressions may be: 64, from 3.4 on 128 (`max_call_stack_depth_for_epoch`). */
  readonly maxDepth: number;
  /** Returns whether this epoch is the named one or a later one. */
  since(name: EpochName): boolean;
};

/** Returns the epoch with this name. */
export function epochOf(name: AnyEpochName): Epoch {
  const reached = (EPOCH_NAMES as readonly string[]).indexOf(name);
  const since = (other: EpochName) => EPOCH_NAMES.indexOf(other) <= Math.max(0, reached);
  const rules = Object.fromEntries(Object.entries(RULES).map(([rule, from]) => [rule, since(from)])) as Rules;
  return { ...rules, name, maxDepth: since('3.4') ? 128 : 64, since };
}
