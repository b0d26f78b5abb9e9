import { withCaret } from '../../../../caret.js';
import { errorHint } from '../../../../chains/stacks/receipt/explain-error.js';
import { placeOfError } from '../../../../chains/stacks/source/place-of-error.js';
import { DevnetError, invalid } from '../../../../error.js';
import type { Machine } from '../machine/machine.js';
import { type Deployment, type Finding, findErrors } from '../machine/session.js';

/**
 * Creates the error for a contract at genesis that cannot be deployed. For a source from a file it shows the lines that the compiler complains about.
 * The machine is of no use afterwards.
 */
export function notDeployed(
  machine: Machine,
  deployment: Deployment,
  { message, file }: { message: string; file: string | undefined },
): DevnetError {
  const { sender, name, source } = deployment;
  const problem = message.replace(/^Contract deployment runtime error: \S+ -> /, '');
  const field = `contracts[${sender}.${name}]`;
  const expected = 'a contract that can be deployed';
  const hint = errorHint(problem) ?? 'Correct the contract.';
  if (file === undefined) return invalid(field, expected, problem, hint);
  const findings = findErrors(machine, { ...deployment, placeholder: false }).filter(({ position }) => position !== undefined);
  const lines = findings.length === 0 ? [`${file}: ${problem}`] : findings.map((finding) => showFinding(finding, file, source));
  const received = findings[0]?.message ?? problem;
  return new DevnetError('INVALID_INPUT', lines.join('\n'), { field, expected, received, hint });
}

/** Shows a finding as compilers do: file, line and column, and below it the line with a caret. */
function showFinding({ message, position }: Finding, file: string, source: string): string {
  const { line, column } = placeOfError(source, message, position) ?? { line: 1, column: 1 };
  return `${file}:${line}:${column}: ${message}\n${withCaret(source.split('\n')[line - 1] ?? '', column)}`;
}
