import { appendFile } from '#platform/files.js';
import { DevnetError, invalid } from '../base/error.js';
import type { CoverageParts } from '../network/coverage.js';
import type { Project } from '../project/clarinet.js';
import type { ResolvedConfig } from '../project/config.js';

/**
 * The last report is written when the network closes, so that a file that cannot be written should fail first. @throws DevnetError
 * INVALID_INPUT, UNSUPPORTED
 */
export async function checkCoverage({ engine, coverage }: ResolvedConfig): Promise<void> {
  if (coverage === undefined) return;
  if (engine !== 'embedded') {
    const message =
      `coverage: the nodes of the ${engine} engine do not report which code they execute. ` +
      'Use the embedded engine, or remove the setting.';
    throw new DevnetError('UNSUPPORTED', message, { field: 'coverage' });
  }
  // An empty file is a report that its network has not finished.
  const isWritable = await appendFile(coverage, '').then(
    () => true,
    () => false,
  );
  if (!isWritable) throw invalid('coverage', 'a file in a folder that exists and is writable', coverage);
}

/** Returns how coverage is written; undefined if no coverage is wanted. */
export function coverageParts({ coverage: file, contracts }: ResolvedConfig, project: Project | undefined): CoverageParts | undefined {
  if (file === undefined) return undefined;
  const sources = contracts.flatMap(({ deployer, name, path, source }) =>
    path === undefined ? [] : [{ id: `${deployer}.${name}`, path, source }],
  );
  const known = { sources: [...(project?.contracts ?? []), ...sources], root: project?.root };
  return { file, write: async (contracts) => (await import('../tools/coverage.js')).writeCoverage(file, contracts, known) };
}
