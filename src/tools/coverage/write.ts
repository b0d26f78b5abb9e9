import { writeOutput } from '#platform/write-output.js';
import type { CoverageSummary } from '../../network/coverage.js';
import type { SourceFile } from '../../project/sources.js';
import type { ContractCoverage } from '../../stacks/contract-coverage.js';
import { type FileCoverage, formatLcov, hit, merge } from './lcov.js';

/** A source file of a contract; `id` is the contract's principal (`ST….name`), `path` is written to the report as it is. */
type ContractFile = SourceFile & { id: string };

/** The sources that coverage is written of. */
export type CoverageSources = {
  sources: readonly ContractFile[];
  /**
   * The folder of the Clarinet project, whose other Clarity files may be the sources of contracts that transactions deploy; undefined
   * without one.
   */
  root: string | undefined;
};

/**
 * Writes the coverage of contracts with a known source file.
 * @param file the file to write
 * @throws an error of the file system
 */
export async function writeCoverage(
  file: string,
  contracts: readonly ContractCoverage[],
  { sources, root }: CoverageSources,
): Promise<CoverageSummary> {
  const { files, unknown } = groupByFile(contracts, await knownSources(contracts, { sources, root }));
  const sorted = files.sort((a, b) => (a.path < b.path ? -1 : 1));
  await writeOutput('coverage', file, formatLcov(sorted));
  const merged = sorted.map((one) => merge(one.contracts));
  const lines = merged.flatMap((one) => one.lines);
  const branches = merged.flatMap((one) => one.branches);
  return {
    file,
    sources: sorted.length,
    lines: { found: lines.length, hit: hit(lines) },
    branches: { found: branches.length, hit: hit(branches) },
    unknown: unknown.sort(),
  };
}

/** Returns the known sources, with the other files of the project if a contract has none of them. */
async function knownSources(contracts: readonly ContractCoverage[], { sources, root }: CoverageSources): Promise<readonly SourceFile[]> {
  if (root === undefined || groupByFile(contracts, sources).unknown.length === 0) return sources;
  const { findSources } = await import('../../project/sources.js');
  return [...sources, ...(await findSources(root))];
}

/** A contract belongs to a file by its principal, or else by the same source. */
function groupByFile(contracts: readonly ContractCoverage[], sources: readonly (SourceFile & { id?: string })[]) {
  const files = new Map<string, FileCoverage & { contracts: ContractCoverage[] }>();
  const unknown: string[] = [];
  for (const contract of contracts) {
    const same = sources.filter(({ source }) => source === contract.source);
    const path = (same.find(({ id }) => id === contract.contract) ?? same[0])?.path;
    if (path === undefined) unknown.push(contract.contract);
    else files.set(path, { path, contracts: [...(files.get(path)?.contracts ?? []), contract] });
  }
  return { files: [...files.values()], unknown };
}
