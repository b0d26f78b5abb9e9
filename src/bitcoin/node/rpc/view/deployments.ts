import type { ActivationHeights } from '../../chain/activation.js';
import type { HeaderEntry } from '../../chain/block-entry.js';
import {
  type Deployment,
  NEVER_ACTIVE,
  SIGNAL_PERIOD,
  SIGNAL_THRESHOLD,
  signals,
  TEST_DUMMY_BIT,
  testDummyState,
} from '../../chain/validation/version-bits.js';
import { type JsonObject, LARGEST_INT64 } from '../json/json.js';

/** Formats the deployments at a block as `getdeploymentinfo` does. */
export function deploymentsJson(entry: HeaderEntry, { bip34, dersig, cltv, csv, segwit, testdummy }: ActivationHeights): JsonObject {
  const buried = Object.entries({ bip34, bip66: dersig, bip65: cltv, csv, segwit }).map(([name, height]) => [
    name,
    { type: 'buried', active: entry.height + 1 >= height, height },
  ]);
  // As in Core, a deployment that can never be active is not shown.
  const shown = testdummy.startTime === NEVER_ACTIVE ? undefined : testDummyJson(entry, testdummy);
  return { ...Object.fromEntries(buried), testdummy: shown, taproot: TAPROOT };
}

/** Always active on regtest. Core reports it as a BIP9 deployment until release 31. */
const TAPROOT: JsonObject = {
  type: 'bip9',
  height: 0,
  active: true,
  bip9: {
    start_time: -1,
    timeout: LARGEST_INT64,
    min_activation_height: 0,
    status: 'active',
    since: 0,
    status_next: 'active',
  },
};

function testDummyJson(entry: HeaderEntry, deployment: Deployment): JsonObject {
  const current = testDummyState(entry.parent, deployment);
  const next = testDummyState(entry, deployment);
  const signalling = current.status === 'started' || current.status === 'locked_in';
  const { count, elapsed, text } = signals(entry);
  const started = current.status === 'started';
  return {
    type: 'bip9',
    height: next.status === 'active' ? next.since : undefined,
    active: next.status === 'active',
    bip9: {
      bit: signalling ? TEST_DUMMY_BIT : undefined,
      start_time: deployment.startTime,
      timeout: deployment.timeout,
      min_activation_height: deployment.minActivationHeight,
      status: current.status,
      since: current.since,
      status_next: next.status,
      statistics: signalling
        ? {
            period: SIGNAL_PERIOD,
            elapsed,
            count,
            threshold: started ? SIGNAL_THRESHOLD : undefined,
            possible: started ? SIGNAL_PERIOD - SIGNAL_THRESHOLD >= elapsed - count : undefined,
          }
        : undefined,
      signalling: signalling ? text : undefined,
    },
  };
}
