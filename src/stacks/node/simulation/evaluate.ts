import { UserFunction } from '../../../clarity/contract.js';
import { subtractCosts } from '../../../clarity/costs.js';
import { applyFunction, callContract, deployContract, Execution, readProgram } from '../../../clarity/execution.js';
import { CheckFailure } from '../../../clarity/failure.js';
import { StateEditor } from '../../../clarity/state.js';
import type { Expression } from '../../../clarity/syntax.js';
import { readDefinition } from '../../../clarity/syntax.js';
import { analysisOutcomeOf, outcomeOf } from '../../../clarity/transaction.js';
import type { PrincipalValue, Value } from '../../../clarity/values.js';
import { contractPrincipal, displayValue, parsePrincipal, serialize } from '../../../clarity/values.js';
import { defaultVersion } from '../../../clarity/version.js';
import type { StepOutcome } from '../../protocol/trace/simulation-steps.js';
import type { BlockExecution } from '../clarity/block-execution.js';
import { deadlinePace, Overdue } from '../clarity/thread/pace.js';

/** The function that an expression becomes, and without a contract the contract, which are not in the state. */
const NAME = 'simulated-expression';
/** How long an expression may be evaluated, in ms: requests wait meanwhile. */
const DEADLINE = 1_000;

type Request = { sender: string; contract: string | undefined; expression: string };
type Evaluated = Extract<StepOutcome, { type: 'evaluate' }>;

/** Evaluates an expression as if it were in a contract, or in one of its own. It has no effect. @throws what the origin of a fork throws */
export function evaluateExpression(execution: BlockExecution, { sender, contract, expression }: Request): Evaluated {
  const { environment } = execution.standing;
  const state = new StateEditor(execution.state.snapshot());
  const pace = deadlinePace(DEADLINE, () => 0);
  const x = new Execution({ ...environment, state, sender: parsePrincipal(sender), limit: environment.limit, pace });
  const definition = `(define-private (${NAME})\n${expression}\n)`;
  let run: () => Value;
  let analysed = x.total();
  try {
    run = contract === undefined ? alone(x, definition) : within(x, parsePrincipal(contract), definition);
    analysed = x.total();
  } catch (error) {
    return failed(
      reasonOf(error, () => analysisOutcomeOf(error, x.rules.epoch)),
      analysed,
    );
  }
  try {
    const value = run();
    const cost = subtractCosts(x.total(), analysed);
    return {
      type: 'evaluate',
      status: 'success',
      result: { hex: `0x${Buffer.from(serialize(value)).toString('hex')}`, repr: displayValue(value) },
      cost,
    };
  } catch (error) {
    return failed(
      reasonOf(error, () => outcomeOf(error)),
      analysed,
    );
  }
}

/** @param outcome what a node makes of it, which has no deadline */
function reasonOf(error: unknown, outcome: () => Parameters<typeof describe>[0]): string {
  return error instanceof Overdue ? error.message : describe(outcome());
}

function alone(x: Execution, definition: string): () => Value {
  const id = contractPrincipal(x.sender, NAME);
  deployContract(x, readProgram(x, { id, source: definition, version: defaultVersion(x.rules.epoch) }));
  return () => callContract(x, id, NAME, [], { allowsPrivate: true });
}

/** The analysis is that of the contract with the definition at its end; what runs is the contract that the state has. */
function within(x: Execution, id: PrincipalValue, definition: string): () => Value {
  const contract = x.state.contract(id);
  if (contract === undefined) throw new CheckFailure('NoSuchContract', id.text);
  const { version } = contract;
  const program = readProgram(x, { id, source: `${contract.source}\n${definition}`, version });
  for (const expression of program.expressions) {
    const found = readDefinition(expression);
    if (found?.form !== 'define-private' || !isNamed(found.signature)) continue;
    const fn = new UserFunction(contract, { name: NAME, access: 'private', parameters: [], body: found.body, span: expression.span });
    return () => applyFunction(x, fn, []);
  }
  throw new Error(`${NAME} is defined`);
}

/** Returns whether a signature has the name of the expression. */
function isNamed([name]: readonly Expression[]): boolean {
  return name?.type === 'atom' && name.name === NAME;
}

function describe(outcome: ReturnType<typeof outcomeOf>): string {
  return outcome.type === 'aborted' ? outcome.vmError : outcome.reason;
}

function failed(reason: string, cost: Evaluated['cost']): Evaluated {
  return { type: 'evaluate', status: 'failed', reason, result: { hex: '0x', repr: '' }, cost };
}
