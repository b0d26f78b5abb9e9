/** How often the code of a contract was executed. Lines count from 1; branches are numbered as LCOV's `BRDA`. */
export type ContractCoverage = {
  contract: string;
  source: string;
  /** `hits` counts executions, which may call a function several times. */
  functions: { name: string; line: number; hits: number }[];
  lines: { line: number; hits: number }[];
  branches: { line: number; block: number; branch: number; hits: number }[];
};
