import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { OPERATORS } from '#dist/tools/mutation/operators/site.js';
import { reportObject } from '#dist/tools/mutation/report/json.js';
import { reportLines } from '#dist/tools/mutation/report/lines.js';
import { sarifLog } from '#dist/tools/mutation/report/sarif.js';
import { countOutcomes, type MutantResult, type MutationReport, type Outcome, scoreOf } from '#dist/tools/mutation/result.js';

const line = '  (asserts! (is-eq tx-sender owner) (err u401))';
const check = {
  file: 'contracts/my vault.clar',
  operator: 'check' as const,
  span: { startLine: 4, startColumn: 13, endLine: 4, endColumn: 35 },
  original: '(is-eq tx-sender owner)',
  replacement: 'true',
  line,
};
const mutant = (outcome: Outcome, tests?: readonly string[]): MutantResult => ({ ...check, outcome, tests });

function reportOf(mutants: readonly MutantResult[]): MutationReport {
  const counts = countOutcomes(mutants);
  return { command: ['npm', 'test'], mutants, invalid: 2, counts, score: scoreOf(counts), durationMs: 61_400 };
}

const report = reportOf([mutant('killed'), mutant('timeout'), mutant('survived', ['a.test.js']), mutant('uncovered'), mutant('silenced')]);

test('default: lines show what no test detects, and the numbers', () => {
  expect(reportLines(report)).toEqual([
    'contracts/my vault.clar:4:13: a mutant survived (check)',
    `  ${line}\n              ^`,
    '  (is-eq tx-sender owner) → true',
    '  ran a.test.js',
    '',
    'contracts/my vault.clar:4:13: a mutant is reached by no test (check)',
    `  ${line}\n              ^`,
    '  (is-eq tx-sender owner) → true',
    '',
    '5 mutants: 1 killed, 1 timed out, 1 survived, 1 reached by no test, 1 silenced. 2 more are not valid contracts.',
    'Score 50.0 %, in 1 min 1 s.',
  ]);
});

test('behavior: the score without mutants is 100', () => {
  expect(reportOf([]).score).toBe(100);
  expect(reportOf([mutant('silenced')]).score).toBe(100);
});

test('default: JSON has all mutants', () => {
  const object = reportObject(report, 80);
  expect(object).toMatchObject({ version: 1, command: ['npm', 'test'], score: 50, threshold: 80, invalid: 2, durationMs: 61_400 });
  expect(object).toHaveProperty('mutants.length', 5);
  expect(object).toHaveProperty('mutants[2]', {
    file: 'contracts/my vault.clar',
    line: 4,
    column: 13,
    endLine: 4,
    endColumn: 35,
    operator: 'check',
    original: '(is-eq tx-sender owner)',
    replacement: 'true',
    outcome: 'survived',
    tests: ['a.test.js'],
  });
});

/** What SARIF 2.1.0 (OASIS, sections 3.13 to 3.30) requires of the parts that a log has. */
const text = { type: 'object', required: ['text'], properties: { text: { type: 'string', minLength: 1 } } };
const whole = { type: 'integer', minimum: 1 };
const region = {
  type: 'object',
  additionalProperties: false,
  required: ['startLine', 'startColumn', 'endLine', 'endColumn'],
  properties: { startLine: whole, startColumn: whole, endLine: whole, endColumn: whole },
};
const location = {
  type: 'object',
  required: ['physicalLocation'],
  properties: {
    physicalLocation: {
      type: 'object',
      required: ['artifactLocation', 'region'],
      properties: {
        artifactLocation: { type: 'object', required: ['uri'], properties: { uri: { type: 'string', pattern: '^[^ ]+$' } } },
        region,
      },
    },
  },
};
const sarifSchema = {
  type: 'object',
  required: ['version', 'runs'],
  properties: {
    version: { const: '2.1.0' },
    $schema: { type: 'string' },
    runs: {
      type: 'array',
      items: {
        type: 'object',
        required: ['tool', 'results'],
        properties: {
          columnKind: { enum: ['utf16CodeUnits', 'unicodeCodePoints'] },
          tool: {
            type: 'object',
            required: ['driver'],
            properties: {
              driver: {
                type: 'object',
                required: ['name', 'rules'],
                properties: {
                  name: { type: 'string' },
                  rules: {
                    type: 'array',
                    uniqueItems: true,
                    items: { type: 'object', required: ['id'], properties: { id: { type: 'string' }, shortDescription: text } },
                  },
                },
              },
            },
          },
          results: {
            type: 'array',
            items: {
              type: 'object',
              required: ['message', 'ruleId', 'locations'],
              properties: {
                level: { enum: ['none', 'note', 'warning', 'error'] },
                message: text,
                ruleIndex: { type: 'integer', minimum: 0 },
                locations: { type: 'array', items: location },
              },
            },
          },
        },
      },
    },
  },
};

test('default: SARIF has what no test detects', () => {
  const log = sarifLog(report, '0.1.0');
  const ajv = new Ajv();
  expect(ajv.validate(sarifSchema, log), ajv.errorsText()).toBe(true);
  expect(log).toMatchObject({ runs: [{ results: [{ level: 'warning' }, { level: 'note' }] }] });
  expect(log).toHaveProperty('runs[0].results[0]', {
    ruleId: 'check',
    ruleIndex: Object.keys(OPERATORS).indexOf('check'),
    level: 'warning',
    message: { text: 'All tests pass with true in the place of (is-eq tx-sender owner).' },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: 'contracts/my%20vault.clar', uriBaseId: '%SRCROOT%' },
          region: { startLine: 4, startColumn: 13, endLine: 4, endColumn: 36 },
        },
      },
    ],
  });
});
