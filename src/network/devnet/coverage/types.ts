/** A source file of a contract; `id` is the contract's principal (`ST….name`), `path` is written to the report as it is. */
type ContractFile = { id: string; path: string; source: string };

/** Where coverage is written, and of which sources. */
export type CoverageParts = {
  /** The file to write. */
  file: string;
  sources: readonly ContractFile[];
  /**
   * The folder of the Clarinet project, whose other Clarity files may be the sources of contracts that transactions deploy; undefined
   * without one.
   */
  root: string | undefined;
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
