import type { Contract } from '../contract.js';
import type { Value } from '../values/value.js';
import type { Execution } from './execution.js';

/** What follows a call of a PoX contract: locks of STX and their events. */
export function afterContractCall(_x: Execution, _contract: Contract, _name: string, _args: readonly Value[], _result: Value): void {}
