import { ancestorAt, type HeaderEntry } from '../block-entry.js';
import { BLOCK_VERSION } from '../params.js';

/** The states of a deployment with signals in blocks (BIP9). */
type DeploymentStatus = 'defined' | 'started' | 'locked_in' | 'active';
export type DeploymentState = {
  status: DeploymentStatus;
  /** The height of the first block with that state. */
  since: number;
};

/** The blocks of a signalling period on regtest, and how many of them must signal. */
export const SIGNAL_PERIOD = 144;
export const SIGNAL_THRESHOLD = 108;
/** Regtest's `testdummy`, the only deployment that is not active from the start. It starts at once, has no timeout and changes no rule. */
export const TEST_DUMMY = { bit: 28, startTime: 0, minActivationHeight: 0 };

const TOP_BITS = 0x20000000;
const TOP_MASK = 0xe0000000;

/** Returns the state of `testdummy` in the block after `parent` (Core's `AbstractThresholdConditionChecker`). */
export function testDummyState(parent: HeaderEntry | undefined): DeploymentState {
  // All blocks of a period have the same state; the previous period determines it.
  const next = (parent?.height ?? -1) + 1;
  let state: DeploymentState = { status: 'defined', since: 0 };
  for (let start = SIGNAL_PERIOD; start <= next && state.status !== 'active' && parent !== undefined; start += SIGNAL_PERIOD) {
    const last = ancestorAt(parent, start - 1);
    if (last === undefined) break;
    if (state.status === 'defined') state = { status: 'started', since: start };
    else if (state.status === 'locked_in') state = { status: 'active', since: start };
    else if (signals(last).count >= SIGNAL_THRESHOLD) state = { status: 'locked_in', since: start };
  }
  return state;
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
  return (version & TOP_MASK) >>> 0 === TOP_BITS && ((version >>> TEST_DUMMY.bit) & 1) === 1;
}

/** Returns the version of a block on top of `parent`. It signals for deployments that have started and are not active yet. */
export function nextBlockVersion(parent: HeaderEntry): number {
  const { status } = testDummyState(parent);
  return status === 'started' || status === 'locked_in' ? BLOCK_VERSION | (1 << TEST_DUMMY.bit) : BLOCK_VERSION;
}
