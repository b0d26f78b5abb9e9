import { readFile } from '#platform/files.js';
import { writeWhole } from '#platform/write-whole.js';
import { adviceOf } from '../base/advice.js';
import { DevnetError, invalid, messageOf } from '../base/error.js';
import { NETWORK_FACTS, NETWORK_PART, type NetworkFacts } from '../engines/embedded.js';
import { readStateFile, unreadable } from '../network/state-file.js';
import type { LocalDevnet } from '../network/types.js';
import type { ResolvedConfig } from '../project/config.js';
import { splitForkUrl, stateFileSetting } from '../project/config.js';
import { readPart, type StateParts } from '../stacks/engine.js';

type Settings = Pick<ResolvedConfig, 'engine' | 'pool' | 'docker' | 'state' | 'loadState' | 'dumpState'>;

/** @throws DevnetError INVALID_INPUT, UNSUPPORTED */
export function checkStateFiles(settings: Settings): void {
  const { state, loadState, dumpState } = settings;
  const field = stateFileSetting(settings);
  if (field === undefined) return;
  const other = loadState === undefined ? 'dumpState' : 'loadState';
  if (state !== undefined && (loadState ?? dumpState) !== undefined)
    throw invalid(
      'state',
      `no ${other} beside it`,
      state,
      `Pass state alone: it loads the file and writes it. Or pass ${other} without it.`,
    );
  const reason = withoutStateFile(settings);
  if (reason === undefined) return;
  const hint = 'Use the embedded engine in this process, or remove the setting.';
  throw new DevnetError('UNSUPPORTED', `${field}: ${reason}. ${hint}`, { field, hint });
}

/** Returns why a network has no state file; undefined for one that has. */
function withoutStateFile({ engine, pool, docker }: Pick<Settings, 'engine' | 'pool' | 'docker'>): string | undefined {
  if (pool !== undefined) return 'a network of a pool has no state file: the pool starts it before it knows of the file';
  if (docker.swarm) return 'a network on a Swarm has no state file: it runs in a container without the files of this machine';
  if (engine === 'embedded') return undefined;
  const nodes = engine === 'external' ? 'others run its nodes' : 'its nodes keep their state in the formats of their programs';
  return `the ${engine} engine has no state file: ${nodes}`;
}

/** A state that a network starts with, its parts, and the file that it came from. */
export type StoredState = { readonly file: string; readonly bytes: Uint8Array; readonly parts: StateParts };

/**
 * Reads the state that the configuration names; undefined if it names none, or a file for `state` that does not exist yet.
 * @throws DevnetError INVALID_INPUT
 */
export async function readStoredState({ state, loadState }: ResolvedConfig): Promise<StoredState | undefined> {
  const file = loadState ?? state;
  if (file === undefined) return undefined;
  try {
    const bytes = await readFile(file);
    return { file, bytes, parts: await readStateFile(bytes, file) };
  } catch (error) {
    if (error instanceof DevnetError) throw error;
    if (loadState === undefined && (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw invalid(loadState === undefined ? 'state' : 'loadState', 'the file of a state', `${file} (${messageOf(error)})`);
  }
}

/** Returns the configuration with the block from which the fork of a stored state continues, unless it names one. */
export function forkOfState(config: ResolvedConfig, stored: StoredState | undefined): ResolvedConfig {
  const { fork } = config;
  if (stored === undefined || fork.url === undefined || (fork.height ?? splitForkUrl(fork.url).height) !== undefined) return config;
  const height = readNetwork(stored).fork?.height;
  return { ...config, fork: { ...fork, height } };
}

function readNetwork({ file, parts }: StoredState): NetworkFacts {
  try {
    return readPart(parts, NETWORK_PART, NETWORK_FACTS);
  } catch (error) {
    throw unreadable(error, file);
  }
}

/** Goes to the stored state. @throws DevnetError INVALID_INPUT that names the file */
export async function loadStoredState(devnet: LocalDevnet, { file, bytes }: StoredState): Promise<void> {
  await devnet.loadState(bytes).catch((error: unknown) => {
    if (!(error instanceof DevnetError)) throw error;
    throw new DevnetError(error.code, `${file}: ${error.message}`, { field: error.field, hint: adviceOf(error), cause: error });
  });
}

/** Writes the state to the file of the configuration, if it names one. @throws DevnetError INTERNAL if that fails */
export async function dumpState(devnet: LocalDevnet, { state, dumpState: file = state }: ResolvedConfig): Promise<void> {
  if (file === undefined) return;
  try {
    await writeWhole(file, await devnet.dumpState());
  } catch (cause) {
    throw new DevnetError('INTERNAL', `cannot write the state to ${file}: ${messageOf(cause)}`, { cause });
  }
}
