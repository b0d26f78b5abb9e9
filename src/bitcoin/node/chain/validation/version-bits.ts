import { ancestorAt, type HeaderEntry } from '../block-entry.js';
import { BLOCK_VERSION } from '../params.js';

/** The states of a deployment with signals in blocks (BIP9). */
type DeploymentStatus = 'defined' | 'started' | 'locked_in' | 'active' | 'failed';
export type DeploymentState = {
  status: DeploymentStatus;
  /** The height of the first block with that state. */
  since: number;
};

/** The blocks of a signalling period on regtest, and how many of them must signal. */
export const SIGNAL_PERIOD = 144;
export const SIGNAL_THRESHOLD = 108;
/** A deployment that blocks signal for. Times in seconds since 1970, compared with the median time of the last blocks. */
export type Deployment = {
  /** When signalling starts, or {@link ALWAYS_ACTIVE} or {@link NEVER_ACTIVE}. */
  startTime: number;
  /** When the deployment fails unless it is locked in. */
  timeout: number;
  minActivationHeight: number;
};

/** Values of `startTime` (Core's `Consensus::BIP9Deployment`). */
const ALWAYS_ACTIVE = -1;
export const NEVER_ACTIVE = -2;
/** Core's "no timeout" is the largest 64-bit integer. */
const NO_TIMEOUT = 2 ** 63;

/** The bit of `testdummy`, regtest's only deployment that is not active from the start. It changes no rule. */
export const TEST_DUMMY_BIT = 28;
/** How regtest deploys `testdummy`: it starts at once and has no timeout. */
export const TEST_DUMMY: Deployment = { startTime: 0, timeout: NO_TIMEOUT, minActivationHeight: 0 };

const TOP_BITS = 0x20000000;
const TOP_MASK = 0xe0000000;

/** Returns the state of `testdummy` in the block after `parent` (Core's `AbstractThresholdConditionChecker`). */
export function testDummyState(parent: HeaderEntry | undefined, deployment: Deployment): DeploymentState {
  if (deployment.startTime === ALWAYS_ACTIVE) return { status: 'active', since: 0 };
  if (deployment.startTime === NEVER_ACTIVE) return { status: 'failed', since: 0 };
  // All blocks of a period have the same state; the previous period determines it.
  const next = (parent?.height ?? -1) + 1;
  let state: DeploymentState = { status: 'defined', since: 0 };
  for (let start = SIGNAL_PERIOD; start <= next && parent !== undefined && !isFinal(state); start += SIGNAL_PERIOD) {
    const last = ancestorAt(parent, start - 1);
    const status = last === undefined ? state.status : nextStatus(state.status, last, deployment);
    if (status !== state.status) state = { status, since: start };
  }
  return state;
}

function isFinal({ status }: DeploymentState): boolean {
  return status === 'active' || status === 'failed';
}

/** Returns the status of the period after the one that ends with `last`. */
function nextStatus(
  status: DeploymentStatus,
  last: HeaderEntry,
  { startTime, timeout, minActivationHeight }: Deployment,
): DeploymentStatus {
  if (status === 'defined') return last.medianTimePast >= startTime ? 'started' : 'defined';
  if (status === 'locked_in') return last.height + 1 >= minActivationHeight ? 'active' : 'locked_in';
  if (signals(last).count >= SIGNAL_THRESHOLD) return 'locked_in';
  return last.medianTimePast >= timeout ? 'failed' : 'started';
}

/** Returns the signals of the period up to `entry`: their number, and one character per block, oldest first: `#` or `-`. */
export function signals(entry: HeaderEntry): { count: number; elapsed: number; text: string } {
  const elapsed = (entry.height % SIGNAL_PERIOD) + 1;
  const marks: ('#' | '-')[] = [];
  for (let at: HeaderEntry | undefined = entry; at !== undefined && marks.length < elapsed; at = at.parent) {
    marks.push(isSignalling(at) ? '#' : '-');
  }
  return { count: marks.filter((mark) => mark === '#').length, elapsed, text: marks.reverse().join('') };
}

function isSignalling({ header: { version } }: HeaderEntry): boolean {
  return (version & TOP_MASK) >>> 0 === TOP_BITS && ((version >>> TEST_DUMMY_BIT) & 1) === 1;
}

/** Returns the version of a block on top of `parent`. It signals for deployments that have started and are not active yet. */
export function nextBlockVersion(parent: HeaderEntry, deployment: Deployment): number {
  const { status } = testDummyState(parent, deployment);
  return status === 'started' || status === 'locked_in' ? BLOCK_VERSION | (1 << TEST_DUMMY_BIT) : BLOCK_VERSION;
}
