import type { Difference } from '../types.js';
import type { Result } from './play.js';
import { READS, type Step } from './steps.js';

/** Times are not the same, and not all engines can do the same. */
const OF_ENGINE = ['UNSUPPORTED', 'TIMEOUT', 'BUSY', 'NOT_REACHABLE', 'ROLLED_BACK'];
/** Steps that leave another state on another engine: how fast blocks are mined, and what waits for them, is its own. */
const APART: readonly Step['do'][] = ['beside', 'become', 'bridge', 'chaos', 'deposit', 'load', 'reorg', 'set', 'withdraw'];

/** The program that it asks for writes a log where real nodes run. */
function isLog(step: Step): boolean {
  return step.do === 'read' && READS[step.what % READS.length] === 'log';
}

/** Compares how the steps ended on the embedded engine and on real nodes. */
export function* compare(
  steps: readonly Step[],
  ours: readonly (Result | undefined)[],
  theirs: readonly (Result | undefined)[],
): Generator<Difference> {
  // Until then both had the same requests, and end with the same balances.
  let isAlike = true;
  // A copy has no snapshots, and real nodes are not copied.
  let hasSameSnapshots = true;
  for (const [at, step] of steps.entries()) {
    const [own, other] = [ours[at], theirs[at]];
    const about: string = step.do;
    if (own !== undefined && other !== undefined) {
      const codes = [own.code, other.code];
      const isOfSnapshots = !hasSameSnapshots && ['restore', 'forget'].includes(step.do);
      const isOfEngine = isOfSnapshots || isLog(step) || codes.some((code) => OF_ENGINE.includes(code ?? ''));
      if (own.code !== other.code && !isOfEngine) {
        yield { step: at, about, path: `ends otherwise: ${codes.join(' and ')}`, ours: own, judge: other };
      }
      if (own.receipt !== undefined && other.receipt !== undefined && isSame(own.sent?.given, other.sent?.given)) {
        for (const key of differing(own.receipt, other.receipt)) {
          yield { step: at, about, path: `the receipts: ${key}`, ours: own.receipt, judge: other.receipt };
        }
      }
    }
    hasSameSnapshots &&= step.do !== 'become' && step.do !== 'beside';
    isAlike &&= own?.code === other?.code && !APART.includes(step.do) && !isInterval(step);
    if (isAlike && own?.won !== undefined && other?.won !== undefined && !isSame(own.won, other.won)) {
      yield { step: at, about, path: 'the balances', ours: own.won, judge: other.won };
    }
  }
}

function isInterval(step: Step): boolean {
  return step.do === 'mode' && step.mode === 'interval';
}

function differing(a: unknown, b: unknown): string[] {
  const [first, second] = [a, b] as Record<string, unknown>[];
  return Object.keys(first ?? {}).filter((key) => !isSame(first?.[key], second?.[key]));
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
