import { StaticFailure } from '../../../clarity/analysis.js';
import { EarlyReturn, type Execution } from '../../../clarity/execution.js';
import { atRunTime, CheckFailure, CostFailure, InternalFailure, RuntimeFailure, TypeFailure } from '../../../clarity/failure.js';
import { ParseFailure } from '../../../clarity/syntax.js';
import { debugValue } from '../../../clarity/values.js';

/**
 * Returns a failure in the words of clarinet-sdk, which are the `Debug` form of the VM's error.
 * @throws the error itself if it is none of Clarity
 */
export function debugFailure(error: unknown, x: Execution): string {
  if (error instanceof TypeFailure) return debugFailure(atRunTime(error), x);
  if (error instanceof EarlyReturn) return `EarlyReturn(${error.name}(${debugValue(error.value)}))`;
  if (error instanceof RuntimeFailure) return `Runtime(${error.message}, Some([${x.calls.map(identifierOf).join(', ')}]))`;
  if (error instanceof InternalFailure) return `Internal(${error.message})`;
  if (error instanceof CheckFailure || error instanceof CostFailure) return `RuntimeCheck(${error.message})`;
  if (error instanceof ParseFailure || error instanceof StaticFailure) return error.message;
  throw error;
}

function identifierOf({ identifier }: { identifier: string }): string {
  return `FunctionIdentifier { identifier: "${identifier}" }`;
}
