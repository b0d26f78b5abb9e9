import type { ClarityVmOptions } from './types.js';
import { ClarityVm } from './vm.js';

export { DevnetError, type DevnetErrorCode, type DevnetErrorDetails } from '../../base/error.js';
export type {
  ContractInterface,
  InterfaceFunction,
  InterfaceMap,
  InterfaceVariable,
} from '../analysis/interface.js';
export type { Crypto } from '../crypto.js';
export { EPOCH_NAMES, type EpochName } from '../epoch.js';
export type { ExecutionCost } from '../failure.js';
export type { Diagnostic } from '../syntax/diagnostic.js';
export type { Span } from '../syntax/expression.js';
export type { Comment } from '../syntax/token.js';
export type { CallTrace, FailurePlace as FailureOrigin, SourcePlace, TraceCall, TraceEvent } from '../trace/types.js';
export type { InterfaceNamed, InterfaceType } from '../types/abi.js';
export { CLARITY_VERSIONS, type ClarityVersion } from '../version.js';
export type { Block, BurnBlock, Chain, ClarityState } from './chain.js';
export type { ClarityEvent } from './event.js';
export type { GenesisContract } from './genesis.js';
export type { ClarityReceipt, ReadResult } from './receipt.js';
export type { AnalysedSource, ClarityExpression, ParsedSource, SourceRequest } from './source.js';
export type { CallRequest, ClarityPostCondition, DeployRequest, ReadRequest, TransactionOptions, TransferRequest } from './transaction.js';
export type { ClarityAccount, ClarityContract, ClarityVmOptions, Evaluation } from './types.js';
export { type ClarityInput, deserializeValue, formatValue, serializeValue } from './value.js';
export type { ClarityVm } from './vm.js';

/**
 * Creates a Clarity VM: parses, analyses, deploys and calls contracts, with the results, events and costs of stacks-core 4.0.2. It runs in
 * Node and in browsers, needs no network, and keeps nothing besides its state.
 * @example
 * const vm = createClarityVm();
 * const contract = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.counter';
 * vm.deploy({ contract, source: '(define-public (add (n uint)) (ok (+ n u1)))' });
 * vm.call({ contract, fn: 'add', args: [Cl.uint(1)], sender: 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM' }).result; // (ok u2)
 * @throws DevnetError INVALID_INPUT
 */
export function createClarityVm(options: ClarityVmOptions = {}): ClarityVm {
  return new ClarityVm(options);
}
