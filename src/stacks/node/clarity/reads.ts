import { argumentsError } from '../../../clarity/analysis.js';
import type { Contract } from '../../../clarity/contract.js';
import type { Pace } from '../../../clarity/costs.js';
import type { ChainView, Tracer } from '../../../clarity/execution.js';
import { callContract, Execution, type Rules } from '../../../clarity/execution.js';
import type { ExecutionCost } from '../../../clarity/failure.js';
import { type State, StateEditor, type UnlockHeights, unlockHeightsIn } from '../../../clarity/state.js';
import { readFailureOf } from '../../../clarity/transaction.js';
import { derive, NONE, type PrincipalValue, parsePrincipal, serialize, type Value } from '../../../clarity/values.js';

/** The state after a block, as it is read. */
export type Position = {
  readonly state: State;
  readonly rules: Rules;
  /** What contracts see in that block. */
  readonly chain: ChainView;
  readonly unlockHeights: UnlockHeights;
};

/** Amounts in micro-STX. */
export type AccountReading = { balance: bigint; locked: bigint; unlockHeight: number; nonce: bigint };

/** Reads any account: one that nobody paid to has nothing. */
export function readAccount({ state, rules, chain, unlockHeights }: Position, principal: PrincipalValue): AccountReading {
  const clock = { burnHeight: chain.burnHeight, unlockHeights: unlockHeightsIn(rules.epoch, unlockHeights) };
  const { balance, nonce } = new StateEditor(state).account(principal);
  const { unlocked, lock } = balance.canonicalAt(clock);
  const unlockHeight = lock === undefined ? 0 : balance.effectiveUnlockHeight(clock);
  return { balance: unlocked, locked: lock?.amount ?? 0n, unlockHeight, nonce };
}

export type ReadCall = {
  readonly contract: PrincipalValue;
  readonly fn: string;
  readonly args: readonly Value[];
  readonly sender: PrincipalValue;
  readonly sponsor?: PrincipalValue | undefined;
  /** What the call may cost, writes aside: those are refused. @default no limit, and writes are undone */
  readonly limit?: ExecutionCost | undefined;
  readonly pace?: Pace | undefined;
  readonly tracer?: Tracer | undefined;
};

type MempoolCall = Pick<ReadCall, 'contract' | 'fn' | 'args'>;

/** `cause` is in the words of a node. */
export type ReadResult = { okay: true; value: Value } | { okay: false; cause: string };

/**
 * Calls a function without an effect, as `POST /v2/contracts/call-read` does: public ones too, as long as they write
 * nothing (stackslib/src/net/api/callreadonly.rs).
 */
export function callReadOnly({ state, ...position }: Position, { contract, fn, args, limit, ...options }: ReadCall): ReadResult {
  const x = new Execution({
    ...position,
    ...options,
    state: new StateEditor(state),
    ...(limit && { limit: { ...limit, writeCount: 0, writeLength: 0 } }),
  });
  try {
    return { okay: true, value: callContract(x, contract, fn, args) };
  } catch (error) {
    return { okay: false, cause: readFailureOf(error, x) };
  }
}

/** Why a mempool refuses a call, in the words of a node. */
export type CallError =
  | { readonly reason: 'NoSuchContract' | 'NoSuchPublicFunction'; readonly data?: undefined }
  | { readonly reason: 'BadFunctionArgument'; readonly data: { readonly message: string } };

/** Returns why a mempool refuses a call to a public function; undefined if it accepts it. */
export function callErrorOf({ state, rules }: Position, { contract: id, fn: name, args }: MempoolCall): CallError | undefined {
  const editor = new StateEditor(state);
  const contract = editor.contract(id)?.analysis;
  if (contract === undefined) return { reason: 'NoSuchContract' };
  const fn = contract.publicFunctions.get(name);
  if (fn === undefined) return { reason: 'NoSuchPublicFunction' };
  const contracts = (other: string) => editor.contract(parsePrincipal(other))?.analysis;
  const message = argumentsError({ contract, fn, args, epoch: rules.epoch, contracts });
  return message === undefined ? undefined : { reason: 'BadFunctionArgument', data: { message } };
}

/** Returns undefined for an unknown contract or variable. */
export function readVariable({ state }: Position, id: PrincipalValue, name: string): Value | undefined {
  const editor = new StateEditor(state);
  const contract = editor.contract(id);
  const variable = contract?.variables.get(name);
  return contract && variable && editor.variable(contract, variable)?.value;
}

/** Returns an optional; undefined for an unknown contract or map. */
export function readMapEntry({ state }: Position, id: PrincipalValue, name: string, key: Value): Value | undefined {
  const editor = new StateEditor(state);
  const contract = editor.contract(id);
  const map = contract?.maps.get(name);
  return contract && map && (editor.mapEntry(contract, map, key)?.value ?? NONE);
}

/** Returns undefined for an unknown contract or constant. */
export function readConstant({ state }: Position, id: PrincipalValue, name: string): Value | undefined {
  const value = new StateEditor(state).contract(id)?.constants.get(name);
  return value && derive(value);
}

/** Returns undefined for an unknown contract. */
export function readContract({ state }: Position, id: PrincipalValue): Contract | undefined {
  return new StateEditor(state).contract(id);
}

/** Hex without 0x. */
export function hexOf(value: Value): string {
  return Buffer.from(serialize(value)).toString('hex');
}
