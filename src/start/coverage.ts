import { appendFile } from 'node:fs/promises';
import type { ResolvedConfig } from '../config/devnet-config.js';
import type { CoverageParts } from '../devnet/coverage/types.js';
import { DevnetError, invalid } from '../error.js';
import type { Project } from '../project/types.js';

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

/** Returns the file for coverage and the known sources; undefined if no coverage is wanted. */
export function coverageParts({ coverage: file, contracts }: ResolvedConfig, project: Project | undefined): CoverageParts | undefined {
  if (file === undefined) return undefined;
  const sources = contracts.flatMap(({ deployer, name, path, source }) =>
    path === undefined ? [] : [{ id: `${deployer}.${name}`, path, source }],
  );
  return { file, sources: [...(project?.contracts ?? []), ...sources], root: project?.root };
}
