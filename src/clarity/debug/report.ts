import type { Contract } from '../contract.js';
import type { Code, Execution, Names, Rules } from '../execution/execution.js';
import type { Tracer } from '../execution/observation.js';
import type { Expression } from '../syntax/expression.js';
import type { Value } from '../values/value.js';

/** An expression in the code of a contract. */
export type Spot = { readonly expression: Expression; readonly contract: Contract; readonly names: Names };

/** A tracer that evaluates each expression: `evaluate` returns what `code` returns. */
export type EvaluationTracer = Tracer & { evaluate(code: Code, spot: Spot, x: Execution, frame: Value[]): Value };

/** Wraps code for rules whose executions ask such a tracer, if they have one. */
export const reportEvaluations: NonNullable<Rules['instrument']> = (code, expression, contract, names) => {
  const spot = { expression, contract, names };
  return ((x, frame) => (isEvaluating(x.tracer) ? x.tracer.evaluate(code, spot, x, frame as Value[]) : code(x, frame))) satisfies Code;
};

function isEvaluating(tracer: Tracer | undefined): tracer is EvaluationTracer {
  return tracer !== undefined && 'evaluate' in tracer;
}
