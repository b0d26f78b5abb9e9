import type { ContractAnalysis } from './analysis/contract-analysis.js';
import type { Expression, Span } from './syntax/expression.js';
import type { Parameter, Trait } from './types/function.js';
import type { TraitId, Type } from './types/type.js';
import { derive } from './values/sanitize.js';
import type { PrincipalValue, Value } from './values/value.js';
import type { ClarityVersion } from './version.js';

type ContractParts = Pick<Contract, 'id' | 'version' | 'source' | 'hash' | 'height' | 'analysis' | 'expressions'>;

/** A contract as it is executed (`ContractContext`, clarity/src/vm/contexts.rs). It changes only while it is deployed. */
export class Contract {
  readonly id: PrincipalValue;
  readonly version: ClarityVersion;
  readonly source: string;
  /** SHA-512/256 of the source. */
  readonly hash: Uint8Array;
  /** The Stacks height of its deploy. */
  readonly height: number;
  readonly analysis: ContractAnalysis;
  /** All top-level expressions, in the order in which they were executed. */
  readonly expressions: readonly Expression[];
  readonly functions = new Map<string, UserFunction>();
  readonly constants = new Map<string, Value>();
  readonly variables = new Map<string, DataVariable>();
  readonly maps = new Map<string, DataMap>();
  readonly fungibleTokens = new Map<string, FungibleToken>();
  readonly nonFungibleTokens = new Map<string, NonFungibleToken>();
  /** The traits that it defines, with the methods of each. */
  readonly traits = new Map<string, Trait>();
  readonly implementedTraits: TraitId[] = [];
  /** The bytes of all constants. */
  dataSize = 0;
  isDeploying = true;
  #isSanitizable: boolean | undefined;

  constructor({ id, version, source, hash, height, analysis, expressions }: ContractParts) {
    this.id = id;
    this.version = version;
    this.source = source;
    this.hash = hash;
    this.height = height;
    this.analysis = analysis;
    this.expressions = expressions;
  }

  /** Whether its constants can be sanitized: before epoch 2.4 there were some that cannot. */
  get isSanitizable(): boolean {
    this.#isSanitizable ??= [...this.constants.values()].every((value) => derive(value) !== undefined);
    return this.#isSanitizable;
  }

  /** The bytes that a call loads (`get_contract_size`, clarity/src/vm/database/clarity_db.rs). Sources are ASCII. */
  get size(): number {
    return this.source.length + this.dataSize;
  }
}

/** A function that a contract defines (`DefinedFunction`, clarity/src/vm/callables.rs). */
export class UserFunction {
  readonly contract: Contract;
  readonly name: string;
  readonly access: FunctionAccess;
  readonly parameters: readonly Parameter[];
  readonly body: Expression;
  /** Where its definition is. */
  readonly span: Span;
  /** What the compiler made of it for the rules with which it was last executed: a `CompiledFunction`. */
  compiled: { readonly rules: object } | undefined;

  constructor(contract: Contract, { name, access, parameters, body, span }: Definition) {
    this.contract = contract;
    this.name = name;
    this.access = access;
    this.parameters = parameters;
    this.body = body;
    this.span = span;
  }

  /** The text of it in errors: contract and name. */
  get identifier(): string {
    return `${this.contract.id.text}:${this.name}`;
  }
}

type Definition = Pick<UserFunction, 'name' | 'access' | 'parameters' | 'body' | 'span'>;

export type FunctionAccess = 'public' | 'private' | 'read-only';

/** Where a value of the chain state is: `slot` is its number in the state, or the first one of several. */
export type DataVariable = { readonly slot: number; readonly name: string; readonly type: Type };
export type DataMap = { readonly slot: number; readonly name: string; readonly keyType: Type; readonly valueType: Type };
/** The second slot is that of the supply. */
export type FungibleToken = { readonly slot: number; readonly name: string; readonly asset: string; readonly cap: bigint | undefined };
export type NonFungibleToken = { readonly slot: number; readonly name: string; readonly asset: string; readonly type: Type };
