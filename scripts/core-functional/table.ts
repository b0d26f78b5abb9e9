// The table of docs/maintaining/core-functional.md: what each script of Bitcoin Core's functional tests came to.
import { exclusionOf, exclusions } from './exclusions.js';
import type { Result } from './result.js';

/** A row as the table has it. */
export type Row = Result & {
  /** Why the script needs something that this node leaves out; empty for a fault of this node. */
  excluded: string;
};

const HEADER = '| script | result | class | stops at |';

export function rowOf(result: Result): Row {
  return { ...result, excluded: result.outcome === 'pass' ? '' : (exclusionOf(result) ?? '') };
}

/** Writes the table with its sums. @param source which release of Bitcoin Core the scripts are from */
export function renderTable(rows: readonly Row[], source: string): string {
  const counts = countsOf(rows);
  const classes = Object.entries(exclusions).flatMap(([name, reason]) => {
    const count = rows.filter((row) => row.excluded === name).length;
    return count === 0 ? [] : [`| ${name} | ${count} | ${reason} |`];
  });
  const lines = [
    "# Bitcoin Core's functional tests",
    '',
    '`npx tsx scripts/core-functional.ts CORE --write` makes this page from a checkout of Bitcoin Core. ' +
      `The scripts are those of ${source}.`,
    'They run unmodified against `stacks-devnet node bitcoin` in the place of bitcoind. A script counts as passed only as a whole; what',
    'follows the first stop of a script is not tested.',
    '',
    '| scripts | number |',
    '| --- | --- |',
    `| all | ${rows.length} |`,
    `| pass | ${counts.pass} |`,
    `| need what the node leaves out | ${counts.excluded} |`,
    `| fail for a fault or a difference of the node | ${counts.ours} |`,
    '',
    `Of the ${counts.pass + counts.ours} scripts that do not need what the node leaves out, ${counts.pass} pass (${percent(counts)} %).`,
    '',
    '## Classes',
    '',
    '| class | scripts | reason |',
    '| --- | --- | --- |',
    ...classes,
    `| ours | ${counts.ours} | a fault of the node, or a difference that no decision excludes |`,
    '',
    '## Scripts',
    '',
    HEADER,
    '| --- | --- | --- | --- |',
    ...rows.map(({ script, outcome, excluded, stop }) => {
      const name = outcome === 'pass' ? '' : excluded || 'ours';
      return `| ${script} | ${outcome} | ${name} | ${cell(stop)} |`;
    }),
  ];
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

type Counts = { pass: number; excluded: number; ours: number };

export function countsOf(rows: readonly Row[]): Counts {
  const pass = rows.filter((row) => row.outcome === 'pass').length;
  const excluded = rows.filter((row) => row.excluded !== '').length;
  return { pass, excluded, ours: rows.length - pass - excluded };
}

function percent({ pass, ours }: Counts): string {
  return pass + ours === 0 ? '100' : ((100 * pass) / (pass + ours)).toFixed(0);
}

/** Reads the rows of a table that `renderTable` wrote. */
export function readTable(text: string): Row[] {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => cells(line).join('|') === cells(HEADER).join('|'));
  if (start === -1) return [];
  return lines
    .slice(start + 2)
    .filter((line) => line.startsWith('|'))
    .map((line) => {
      const [script = '', outcome = '', name = '', stop = ''] = cells(line);
      if (outcome !== 'pass' && outcome !== 'fail' && outcome !== 'skip') {
        throw new Error(`The table says "${outcome}" of ${script}. Expected pass, fail or skip.`);
      }
      return { script, outcome, excluded: name === 'ours' ? '' : name, stop };
    });
}

export type Comparison = {
  /** Scripts that passed and do not pass now. */
  broken: readonly string[];
  /** Scripts that pass now and did not. */
  mended: readonly string[];
  /** Scripts that needed what the node leaves out, and stop at something else now. */
  moved: readonly string[];
  /** Scripts that the table does not have. */
  unknown: readonly string[];
};

/** Compares the results of a run, of all scripts or some, with the table. */
export function compareTables(before: readonly Row[], now: readonly Row[]): Comparison {
  const rows = new Map(before.map((row) => [row.script, row]));
  const names = (isMeant: (before: Row | undefined, now: Row) => boolean) =>
    now.filter((row) => isMeant(rows.get(row.script), row)).map(({ script }) => script);
  return {
    broken: names((was, is) => was?.outcome === 'pass' && is.outcome !== 'pass'),
    mended: names((was, is) => was !== undefined && was.outcome !== 'pass' && is.outcome === 'pass'),
    moved: names((was, is) => was !== undefined && was.excluded !== '' && is.outcome !== 'pass' && is.excluded === ''),
    unknown: names((was) => was === undefined),
  };
}

/** Puts the results of some scripts in the place of those that the table has. */
export function mergeTables(before: readonly Row[], now: readonly Row[]): Row[] {
  const merged = new Map([...before, ...now].map((row) => [row.script, row]));
  return [...merged.values()].sort((a, b) => (a.script < b.script ? -1 : 1));
}

/** Characters that would end a cell or mean something in Markdown, and what a cell has instead. */
const INSTEAD: readonly (readonly [string, string])[] = [
  ['|', '¦'],
  ['<', '‹'],
  ['>', '›'],
  ['`', '´'],
  ['*', '∗'],
  ['_', '\\_'],
];

function cell(text: string): string {
  return INSTEAD.reduce((done, [character, other]) => done.replaceAll(character, other), text);
}

function cells(line: string): string[] {
  const texts = line.split('|').slice(1, -1);
  return texts.map((text) => INSTEAD.reduce((done, [character, other]) => done.replaceAll(other, character), text.trim()));
}
