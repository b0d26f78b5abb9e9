import { DevnetError, messageOf } from '../../../base/error.js';
import type { Engine } from '../../../stacks/engine.js';
import type { CoverageParts, CoverageSummary } from './types.js';

/** Writes coverage reports. */
export type CoverageWriter = {
  /** @throws DevnetError UNSUPPORTED without the setting, INTERNAL if the file cannot be written */
  write(): Promise<CoverageSummary>;
  /** Writes the last report when the network closes; a failure is a warning. */
  finish(): Promise<void>;
};

/** @param parts undefined if no coverage is wanted */
export function createCoverageWriter(
  engine: Pick<Engine, 'coverage'>,
  parts: CoverageParts | undefined,
  warn: (message: string) => void,
): CoverageWriter {
  async function write(): Promise<CoverageSummary> {
    const read = engine.coverage;
    if (parts === undefined || read === undefined) {
      const hint = 'Start the network with coverage: a file (--coverage lcov.info), on the embedded engine.';
      throw new DevnetError('UNSUPPORTED', `no coverage is recorded. ${hint}`, { field: 'coverage', hint });
    }
    const contracts = await read();
    try {
      return await parts.write(contracts);
    } catch (cause) {
      throw new DevnetError('INTERNAL', `cannot write the coverage to ${parts.file}: ${messageOf(cause)}`, { cause });
    }
  }
  return {
    write,
    async finish() {
      if (parts === undefined) return;
      try {
        const { sources, unknown } = await write();
        if (sources === 0) {
          const left = unknown.length === 0 ? 'no contract was deployed' : `no source file is known of ${unknown.join(', ')}`;
          warn(`coverage: ${parts.file} is empty, because ${left}. See docs/coverage.md.`);
        }
      } catch (error) {
        warn(`coverage: ${messageOf(error)}`);
      }
    },
  };
}
