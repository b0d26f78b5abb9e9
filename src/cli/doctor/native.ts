import { checkPair, remedy, supportedVersions } from '../../engines/launch.js';
import { type FoundProgram, identifyProgram, programs } from '../../engines/native.js';
import type { NativeHost, ResolvedConfig } from '../../project/config.js';
import { findFolder } from './find-folder.js';
import { type Finding, failedCheck, findMemory } from './finding.js';

/** Three nodes and this program (measured: 170 and 200 MiB), with some reserve. */
const memoryMiB = 512;
/** The state of a run and a few snapshots. */
const diskMiB = 500;

/** Checks what the native engine needs: three programs of matching versions, disk space and memory. */
export async function examineNative({ binaries, epoch }: Pick<ResolvedConfig, 'binaries' | 'epoch'>, host: NativeHost): Promise<Finding[]> {
  if (process.platform === 'win32') {
    return [{ item: 'system', ok: false, text: 'Windows is not supported, because it has no process groups', hint: 'wsl --install' }];
  }
  const { environment, stateDir } = host;
  const found = await Promise.allSettled(programs.map((program) => identifyProgram(program, { binaries, environment })));
  const findings = found.map((result, index): Finding => {
    const item = programs[index] ?? '';
    return result.status === 'fulfilled' ? { item, ok: true, text: describe(result.value) } : failedCheck(item, result.reason);
  });
  const [, node, signer] = found;
  let versions = neededVersions(epoch);
  if (node?.status === 'fulfilled' && signer?.status === 'fulfilled') {
    try {
      checkPair(node.value, signer.value, await remedy('stacks-signer'));
    } catch (error) {
      versions = failedCheck(versions.item, error);
    }
  }
  return [...findings, versions, await findFolder('state', stateDir, diskMiB), findMemory(memoryMiB)];
}

/** Names the versions that an epoch needs. */
export function neededVersions(epoch: string): Finding {
  return { item: 'versions', ok: true, text: `epoch ${epoch} needs ${supportedVersions()}` };
}

function describe({ version, flavour, file }: FoundProgram): string {
  return `${version}${flavour === undefined ? '' : ` (${flavour})`}, ${file}`;
}
