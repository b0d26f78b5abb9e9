import { OPERATORS, type OperatorName } from '../operators/site.js';
import type { MutantResult, MutationReport } from '../result.js';
import { short } from './lines.js';

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';
const RULES = Object.entries(OPERATORS) as [OperatorName, string][];

/**
 * Returns what the tests did not detect as a log of SARIF 2.1.0 (OASIS), which GitHub and editors show at the lines of the contracts.
 * @param version that of this program
 */
export function sarifLog({ mutants }: MutationReport, version: string): object {
  const undetected = mutants.filter(({ outcome }) => outcome === 'survived' || outcome === 'uncovered');
  const rules = RULES.map(([id, description]) => ({ id, shortDescription: { text: `A mutant that ${description}.` } }));
  return {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'stacks-devnet mutate', semanticVersion: version, rules } },
        columnKind: 'utf16CodeUnits',
        results: undetected.map(toResult),
      },
    ],
  };
}

function toResult({ file, span, operator, original, replacement, outcome }: MutantResult): object {
  const why = outcome === 'survived' ? 'All tests pass' : 'No test reaches the line';
  const { startLine, startColumn, endLine, endColumn } = span;
  return {
    ruleId: operator,
    ruleIndex: RULES.findIndex(([id]) => id === operator),
    level: outcome === 'survived' ? 'warning' : 'note',
    message: { text: `${why} with ${short(replacement)} in the place of ${short(original)}.` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: file.split('/').map(encodeURIComponent).join('/'), uriBaseId: '%SRCROOT%' },
          // SARIF ends a region behind its last character.
          region: { startLine, startColumn, endLine, endColumn: endColumn + 1 },
        },
      },
    ],
  };
}
