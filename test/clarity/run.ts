import { displayValue } from '#dist/clarity/values/display.js';
import type { Value } from '#dist/clarity/values/value.js';
import type { ClarityVersion } from '#dist/clarity/version.js';
import { type Call, type Outcome, Session, type SessionOptions } from './session.js';

export const DEPLOYER = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM';
export const OTHER = 'ST2JHG361ZXG51QTKY2NQCVBPPRRE2KZB1HR05NNC';

type Options = Partial<SessionOptions> & {
  /** @default the epoch's */
  readonly version?: ClarityVersion | undefined;
  /** Contracts of {@link DEPLOYER} that are there, by name. */
  readonly contracts?: Readonly<Record<string, string>> | undefined;
};

/** Returns a session with contracts in it, in epoch 4.0 unless told otherwise. @throws Error if one cannot be deployed */
export function sessionWith({ contracts = {}, version, ...options }: Options = {}): Session {
  const session = new Session({ epoch: '4.0', ...options });
  session.fund(DEPLOYER, 1_000_000n);
  for (const [name, source] of Object.entries(contracts)) {
    const { failure } = session.deploy({ contract: `${DEPLOYER}.${name}`, source, version });
    if (failure !== undefined) throw new Error(`${name}: ${JSON.stringify(failure)}`);
  }
  return session;
}

/** Calls a function of a contract of {@link DEPLOYER}, and returns the result as Clarity writes it, or the failure. */
export function call(session: Session, contract: string, fn: string, args: readonly Value[] = [], more: Partial<Call> = {}): string {
  return shown(session.call({ contract: `${DEPLOYER}.${contract}`, fn, args, sender: DEPLOYER, ...more }));
}

/** Returns the result of an outcome as Clarity writes it, or its failure. */
export function shown(outcome: Outcome): string {
  if (outcome.failure !== undefined) return failureText(outcome);
  return outcome.result === undefined ? 'deployed' : displayValue(outcome.result);
}

function failureText({ failure }: Outcome): string {
  if (failure === undefined) return 'no failure';
  return failure.type === 'aborted' ? failure.vmError : `${failure.type}: ${failure.reason}`;
}

/** Runtime, reads and their bytes, writes and their bytes. */
export function costOf({ cost: { runtime, readCount, readLength, writeCount, writeLength } }: Outcome): number[] {
  return [runtime, readCount, readLength, writeCount, writeLength];
}
