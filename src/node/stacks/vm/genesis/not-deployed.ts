import { withCaret } from '../../../../caret.js';
import { atBlockHint } from '../../../../chains/stacks/receipt/at-block.js';
import type { SourcePosition } from '../../../../chains/stacks/receipt/node-receipt.js';
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
  const hint = atBlockHint(problem) ?? 'Correct the contract.';
  if (file === undefined) return invalid(field, expected, problem, hint);
  const findings = findErrors(machine, { ...deployment, placeholder: false }).filter(({ position }) => position !== undefined);
  const lines = findings.length === 0 ? [`${file}: ${problem}`] : findings.map((finding) => showFinding(finding, file, source));
  const received = findings[0]?.message ?? problem;
  return new DevnetError('INVALID_INPUT', lines.join('\n'), { field, expected, received, hint });
}

/** Shows a finding as compilers do: file, line and column, and below it the line with a caret. */
function showFinding({ message, position }: Finding, file: string, source: string): string {
  const { line, column } = placeOfWord(message, source, position ?? { line: 1, column: 1 });
  return `${file}:${line}:${column}: ${message}\n${withCaret(source.split('\n')[line - 1] ?? '', column)}`;
}

/** The compiler gives the place of the expression around a name that it does not know; returns the place of the name. */
function placeOfWord(message: string, source: string, { line, column }: SourcePosition): SourcePosition {
  const [, word] = /^use of unresolved .* '([^']+)'$/.exec(message) ?? [];
  const lines = source.split('\n');
  const before = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0) + column - 1;
  const found = word === undefined ? -1 : findWord(source, word, before);
  if (found === -1) return { line, column };
  const above = source.slice(0, found).split('\n');
  return { line: above.length, column: (above.at(-1) ?? '').length + 1 };
}

function findWord(source: string, word: string, from: number): number {
  const isPart = (text: string | undefined) => text !== undefined && /[\w!?+<>=/*-]/.test(text);
  for (let at = source.indexOf(word, from); at !== -1; at = source.indexOf(word, at + 1)) {
    if (!isPart(source[at - 1]) && !isPart(source[at + word.length])) return at;
  }
  return -1;
}
