import { writeFile } from 'node:fs/promises';
import type { ContractCoverage } from '../../chains/stacks/contract-coverage.js';
import { type FileCoverage, formatLcov, hit, merge } from './lcov.js';
import type { ContractFile, CoverageSummary } from './types.js';

/**
 * Writes the coverage of contracts with a known source file. A contract belongs to a file by its principal, or else by the same source.
 * @throws an error of the file system
 */
export async function writeCoverage(
  file: string,
  contracts: readonly ContractCoverage[],
  sources: readonly ContractFile[],
): Promise<CoverageSummary> {
  const files = new Map<string, FileCoverage & { contracts: ContractCoverage[] }>();
  const unknown: string[] = [];
  for (const contract of contracts) {
    const same = sources.filter(({ source }) => source === contract.source);
    const path = (same.find(({ id }) => id === contract.contract) ?? same[0])?.path;
    if (path === undefined) unknown.push(contract.contract);
    else files.set(path, { path, contracts: [...(files.get(path)?.contracts ?? []), contract] });
  }
  const sorted = [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  await writeFile(file, formatLcov(sorted));
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
