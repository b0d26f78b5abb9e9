import { ENDS_SUDDENLY, openState, readState, type StateStore, writeState } from '#platform/states.js';
import { adviceOf } from '../base/advice.js';
import { DevnetError, invalid, messageOf } from '../base/error.js';
import { NETWORK_FACTS, NETWORK_PART, type NetworkFacts } from '../engines/embedded.js';
import type { CreatedDevnet, KeptState } from '../network/local.js';
import { keepState, type ReadState, readWhole, unreadable } from '../network/state-file.js';
import type { ResolvedConfig } from '../project/config.js';
import { splitForkUrl, stateFileSetting } from '../project/config.js';
import { readPart } from '../stacks/engine.js';

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

/** The file with the state of a network. */
export type OpenedState = {
  readonly file: string;
  /** What the file has; undefined if it does not exist yet, and as soon as it is loaded: many megabytes. */
  stored: ReadState | undefined;
  /** Where the state is kept while the network runs; undefined if the file stays as it is. */
  readonly store: StateStore | undefined;
};

/**
 * Opens the state file that the configuration names; undefined if it names none to start with.
 * @throws DevnetError INVALID_INPUT; BUSY if another network uses the file
 */
export async function openStateFile(
  { state, loadState }: ResolvedConfig,
  onWarning?: (message: string) => void,
): Promise<OpenedState | undefined> {
  const file = loadState ?? state;
  if (file === undefined) return undefined;
  let store: StateStore | undefined;
  try {
    if (loadState === undefined) store = await openState(file);
    const bytes = store === undefined ? await readState(file) : await store.read();
    const stored = bytes && (await readWhole(bytes, file));
    if (stored?.isWhole === false) onWarning?.(incomplete(file, (bytes?.length ?? 0) - stored.length));
    return { file, stored, store };
  } catch (error) {
    await store?.close();
    if (error instanceof DevnetError) throw error;
    throw invalid(loadState === undefined ? 'state' : 'loadState', 'the file of a state', `${file} (${messageOf(error)})`);
  }
}

function incomplete(file: string, bytes: number): string {
  return `${file}: its last ${bytes} bytes are left out: the network was killed while it wrote them`;
}

/** Returns the configuration with the block from which the fork of a stored state continues, unless it names one. */
export function forkOfState(config: ResolvedConfig, opened: OpenedState | undefined): ResolvedConfig {
  const { fork } = config;
  if (opened?.stored === undefined || fork.url === undefined || (fork.height ?? splitForkUrl(fork.url).height) !== undefined) return config;
  const height = readNetwork(opened.stored, opened.file).fork?.height;
  return { ...config, fork: { ...fork, height } };
}

function readNetwork({ parts }: ReadState, file: string): NetworkFacts {
  try {
    return readPart(parts, NETWORK_PART, NETWORK_FACTS);
  } catch (error) {
    throw unreadable(error, file);
  }
}

/** Goes to the state of a file, if it has one. @throws DevnetError INVALID_INPUT that names the file */
export async function loadStoredState(kept: KeptState, { file, stored }: OpenedState): Promise<void> {
  if (stored === undefined) return;
  await kept.load(stored.parts).catch((error: unknown) => {
    if (!(error instanceof DevnetError)) throw error;
    throw new DevnetError(error.code, `${file}: ${error.message}`, { field: error.field, hint: adviceOf(error), cause: error });
  });
}

/** A network whose state is kept in a file. */
type Keeping = Pick<CreatedDevnet, 'devnet' | 'kept' | 'onClose'> & {
  opened: OpenedState | undefined;
  version: string;
  onWarning: ((message: string) => void) | undefined;
};

/** Keeps the state in the file of the configuration, if it names one. @throws DevnetError BUSY */
export async function keepInFile({ dumpState }: ResolvedConfig, keeping: Keeping): Promise<void> {
  const { devnet, onClose, opened } = keeping;
  const stored = opened?.stored;
  if (opened !== undefined) opened.stored = undefined;
  if (opened?.store !== undefined) keepIn(opened.store, opened.file, stored, keeping);
  else if (dumpState !== undefined && ENDS_SUDDENLY) keepIn(await openState(dumpState), dumpState, undefined, keeping);
  else if (dumpState !== undefined) onClose(() => naming(dumpState, async () => writeState(dumpState, await devnet.dumpState())));
}

function keepIn(
  store: StateStore,
  file: string,
  stored: ReadState | undefined,
  { devnet, kept, onClose, version, onWarning }: Keeping,
): void {
  const keeper = keepState({
    ...{ state: kept, store, stored, version },
    subscribe: devnet.subscribe,
    onProblem(problem) {
      if (problem === undefined) onWarning?.(`the state is written to ${file} again`);
      else onWarning?.(`cannot write the state to ${file}: ${problem}. The network goes on, and tries again.`);
    },
  });
  onClose(() => naming(file, keeper.close));
}

async function naming(file: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (cause) {
    throw new DevnetError('INTERNAL', `cannot write the state to ${file}: ${messageOf(cause)}`, { cause });
  }
}
