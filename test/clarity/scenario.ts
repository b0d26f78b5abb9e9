import { hexOf } from '#dist/clarity/bytes.js';
import type { EpochName } from '#dist/clarity/epoch.js';
import type { ExecutionCost } from '#dist/clarity/failure.js';
import { serialize } from '#dist/clarity/values/serialize.js';
import type { ClarityVersion } from '#dist/clarity/version.js';
import { type Answer, answerOf } from './answer.js';
import { valueOfHex } from './hex.js';
import { answerOfOracle, type Oracle } from './oracle.js';
import { type Call, type Deploy, Session } from './session.js';

/** Contracts, and calls of them, on a chain of their own. It can be written as JSON. */
export type Scenario = {
  readonly epoch: EpochName;
  readonly isMainnet: boolean;
  /** Who has how many micro-STX. */
  readonly funds: Readonly<Record<string, number>>;
  readonly steps: readonly Step[];
};

export type Step = DeployStep | CallStep | { readonly mine: 'block' | 'tenure'; readonly deploy?: undefined; readonly call?: undefined };
type Limits = { readonly sponsor?: string | undefined; readonly limit?: Partial<ExecutionCost> | undefined };
type DeployStep = Limits & {
  readonly deploy: string;
  readonly version: ClarityVersion;
  readonly source: string;
  readonly call?: undefined;
};
export type CallStep = Limits & {
  readonly call: string;
  readonly fn: string;
  /** Hex. */
  readonly args: readonly string[];
  readonly sender: string;
  readonly deploy?: undefined;
};

/** Opens a session for a scenario. */
export function openSession({ epoch, isMainnet, funds }: Scenario): Session {
  const session = new Session({ epoch, isMainnet });
  for (const [account, amount] of Object.entries(funds)) session.fund(account, BigInt(amount));
  return session;
}

/** Executes a step; one that mines has no answer. */
export function runStep(session: Session, step: Step): Answer | undefined {
  if (step.deploy !== undefined) return answerOf(session.deploy(deployOf(step)));
  if (step.call !== undefined) return answerOf(session.call(callOf(step)));
  session.mine(1, { isTenure: step.mine === 'tenure' });
  return undefined;
}

function deployOf({ deploy: contract, ...step }: DeployStep): Deploy {
  return { ...step, contract };
}

function callOf({ call: contract, args, ...step }: CallStep): Call {
  return { ...step, contract, args: args.map(valueOfHex) };
}

export function callStep({ contract, args, ...call }: Call): CallStep {
  return { ...call, call: contract, args: args.map((value) => hexOf(serialize(value))) };
}

/** Executes a scenario in stacks-core. */
export async function askOracle(oracle: Oracle, { epoch, isMainnet, funds, steps }: Scenario): Promise<(Answer | undefined)[]> {
  const session = 'scenario';
  const ask = (request: object) => oracle.ask({ session, ...request });
  await ask({ op: 'open', epoch, mainnet: isMainnet, chainId: isMainnet ? 1 : 0x80000000 });
  for (const [account, amount] of Object.entries(funds)) await ask({ op: 'fund', account, amount: `${amount}` });
  const answers = await Promise.all(
    steps.map(async (step) => {
      const answer = await ask(requestOf(step));
      return step.deploy === undefined && step.call === undefined ? undefined : answerOfOracle(answer);
    }),
  );
  await ask({ op: 'close' });
  return answers;
}

function requestOf(step: Step): object {
  if (step.deploy !== undefined) return { ...step, op: 'deploy', contract: step.deploy };
  if (step.call !== undefined)
    return { ...step, op: 'call', contract: step.call, function: step.fn, args: step.args.map((arg) => `0x${arg}`) };
  return { op: 'mine', ...(step.mine === 'block' && { tenure: false }) };
}

/**
 * Returns the names of what is different. After a failure, events and assets do not count; an interface counts if both have one. In the
 * name of a cost contract, the oracle has the address of testnet on mainnet as well.
 */
export function differencesOf(expected: Answer, actual: Answer): string[] {
  const fields = ['result', 'failure', 'events', 'assets', 'cost', 'memory', 'interface'] as const;
  return fields.filter((field) => {
    if ((field === 'events' || field === 'assets') && expected.failure !== undefined) return false;
    if (field === 'interface' && (expected.interface === undefined || actual.interface === undefined)) return false;
    const [wanted, given] = [expected[field], actual[field]].map((value) => JSON.stringify(value)?.replace(BOOT_ON_MAINNET, BOOT));
    return wanted !== given;
  });
}

const BOOT_ON_MAINNET = /SP000000000000000000002Q6VF78(?=\.costs)/g;
const BOOT = 'ST000000000000000000002AMW42H';
