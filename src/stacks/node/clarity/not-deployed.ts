import { withCaret } from '../../../base/caret.js';
import { DevnetError, invalid } from '../../../base/error.js';
import { StaticFailure } from '../../../clarity/analysis.js';
import { CostTracker } from '../../../clarity/costs.js';
import type { Rules } from '../../../clarity/execution.js';
import type { Span } from '../../../clarity/syntax.js';
import { diagnose, ParseFailure } from '../../../clarity/syntax.js';
import { outcomeOf } from '../../../clarity/transaction.js';
import type { PrincipalValue } from '../../../clarity/values.js';
import type { ClarityVersion } from '../../../clarity/version.js';
import type { GenesisContract } from '../../genesis-contract.js';
import { errorHint } from '../../protocol/receipt/explain-error.js';
import { placeOfError } from '../../protocol/source/place-of-error.js';

type Deployment = { id: PrincipalValue; rules: Rules; version: ClarityVersion };
type Finding = { message: string; span: Span };

/**
 * Creates the error for a contract at genesis that cannot be deployed. For a source from a file it shows the lines that the compiler
 * complains about.
 * @throws the error itself if it is none of Clarity
 */
export function notDeployed(error: unknown, { file, source }: GenesisContract, deployment: Deployment): DevnetError {
  const problem = deployError(error);
  const field = `contracts[${deployment.id.text}]`;
  const expected = 'a contract that can be deployed';
  const hint = errorHint(problem);
  if (file === undefined) return invalid(field, expected, problem, hint ?? 'Correct the contract.');
  const findings = error instanceof ParseFailure ? parseFindings(source, deployment) : staticFindings(error);
  const lines = findings.length === 0 ? [`${file}: ${problem}`] : findings.map((finding) => showFinding(finding, file, source));
  const received = findings[0]?.message ?? problem;
  return new DevnetError('INVALID_INPUT', lines.join('\n'), { field, expected, received, hint });
}

/** Returns why a source cannot be deployed. @throws the error itself if it is none of Clarity */
export function deployError(error: unknown): string {
  if (error instanceof ParseFailure || error instanceof StaticFailure) return error.message;
  const outcome = outcomeOf(error);
  return outcome.type === 'aborted' ? outcome.vmError : outcome.reason;
}

/** The parser goes on after an error. */
function parseFindings(source: string, { id, rules, version }: Deployment): Finding[] {
  const { diagnostics } = diagnose(source, id.text, { version, epoch: rules.epoch, costs: new CostTracker(rules.costs) });
  return diagnostics.flatMap(({ message, span }) => (span === undefined ? [] : [{ message, span }]));
}

function staticFindings(error: unknown): Finding[] {
  if (!(error instanceof StaticFailure) || error.span === undefined) return [];
  return [{ message: error.message, span: error.span }];
}

/** Shows a finding as compilers do: file, line and column, and below it the line with a caret. */
function showFinding({ message, span }: Finding, file: string, source: string): string {
  const { line, column } = placeOfError(source, message, { line: span.startLine, column: span.startColumn }) ?? { line: 1, column: 1 };
  return `${file}:${line}:${column}: ${message}\n${withCaret(source.split('\n')[line - 1] ?? '', column)}`;
}
