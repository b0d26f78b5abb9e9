import type { ContractCoverage } from '../../stacks/contract-coverage.js';

/** The coverage of the contracts of one file. */
export type FileCoverage = { path: string; contracts: readonly ContractCoverage[] };

/** Formats coverage as LCOV, which Codecov, genhtml and editors read. The contracts of a file have the same source. */
export function formatLcov(files: readonly FileCoverage[]): string {
  return files.map(({ path, contracts }) => record(path, merge(contracts))).join('');
}

type Merged = Pick<ContractCoverage, 'functions' | 'lines' | 'branches'>;

/** Sums up contracts with the same source. */
export function merge([first, ...others]: readonly ContractCoverage[]): Merged {
  const sum = <T extends { hits: number }>(list: (of: Merged) => T[]): T[] =>
    first === undefined
      ? []
      : list(first).map((item, i) => ({ ...item, hits: others.reduce((hits, other) => hits + (list(other)[i]?.hits ?? 0), item.hits) }));
  return { functions: sum((of) => of.functions), lines: sum((of) => of.lines), branches: sum((of) => of.branches) };
}

function record(path: string, { functions, lines, branches }: Merged): string {
  return [
    'TN:',
    `SF:${path}`,
    ...functions.map(({ line, name }) => `FN:${line},${name}`),
    ...functions.map(({ hits, name }) => `FNDA:${hits},${name}`),
    `FNF:${functions.length}`,
    `FNH:${hit(functions)}`,
    ...lines.map(({ line, hits }) => `DA:${line},${hits}`),
    `LF:${lines.length}`,
    `LH:${hit(lines)}`,
    ...branches.map(({ line, block, branch, hits }) => `BRDA:${line},${block},${branch},${hits}`),
    `BRF:${branches.length}`,
    `BRH:${hit(branches)}`,
    'end_of_record\n',
  ].join('\n');
}

export function hit(list: readonly { hits: number }[]): number {
  return list.filter(({ hits }) => hits > 0).length;
}
