import type { ContractCoverage } from '../../../stacks/contract-coverage.js';

/** How coverage is written. */
export type CoverageParts = {
  /** The file to write. */
  file: string;
  /** Writes it. @throws an error of the file system */
  write(contracts: readonly ContractCoverage[]): Promise<CoverageSummary>;
};

/** What a coverage report has: how many things there are, and how many of them were executed. */
export type CoverageSummary = {
  /** The file that was written. */
  file: string;
  /** The source files in it. */
  sources: number;
  lines: { found: number; hit: number };
  branches: { found: number; hit: number };
  /** Contracts that are left out, because their source is in no known file. */
  unknown: string[];
};
