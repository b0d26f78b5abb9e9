import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Contract } from '#dist/clarity/contract.js';
import { parsePrincipal } from '#dist/clarity/values/principal.js';
import type { ClarityVersion } from '#dist/clarity/version.js';
import { FULL_LENGTH } from '../../full-length.js';
import { type Answer, answerOf } from '../answer.js';
import { generateContract } from '../generate/contract.js';
import { Dice } from '../generate/dice.js';
import { blocks } from '../generate/families/blocks.js';
import { FAMILIES } from '../generate/families.js';
import { randomValue } from '../generate/values.js';
import type { GeneratedContract } from '../generate/writer.js';
import { Session } from '../session.js';
import { EPOCHS, type TestedEpoch, type WasmAnswer, WasmSession } from './session.js';

// What is not compared, and why:
// - blocks: this chain is not visible from outside of that VM;
// - costs of failures and of analysis: that VM reports none;
// - the bytes of constants when a contract is loaded: that VM counts the source alone;
// - calls of a contract that a constant names: that VM charges for copies of the constant in another way.

const CALLS = FULL_LENGTH ? 200_000 : 400;
const CALLS_OF_A_CONTRACT = 40;
/** A session of that VM becomes slower. */
const CONTRACTS_OF_A_SESSION = 40;
const ACCOUNTS = [
  'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM',
  'ST2JHG361ZXG51QTKY2NQCVBPPRRE2KZB1HR05NNC',
  'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG',
] as const;

// That VM writes errors to the console.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(() => void vi.restoreAllMocks());

test.each(EPOCHS)(
  'generated contracts and calls in epoch %s: results, errors, events and costs of the WebAssembly VM',
  {
    timeout: 3_600_000,
  },
  async (epoch, newest) => {
    let calls = 0;
    for (let seed = 1; calls < CALLS; seed += CONTRACTS_OF_A_SESSION) {
      using theirs = await WasmSession.open(epoch, ACCOUNTS[0]);
      const pair = new Pair(theirs, epoch, newest);
      for (let at = seed; at < seed + CONTRACTS_OF_A_SESSION && calls < CALLS; at++) calls += pair.run(at);
    }
  },
);

/** Both VMs, with the same contracts. */
class Pair {
  readonly #theirs: WasmSession;
  readonly #ours: Session;
  readonly #newest: number;

  constructor(theirs: WasmSession, epoch: TestedEpoch, newest: number) {
    this.#theirs = theirs;
    this.#newest = newest;
    this.#ours = new Session({ epoch, chain: () => theirs.chain() });
    for (const account of ACCOUNTS.slice(0, 2)) {
      theirs.fund(account, 100_000n);
      this.#ours.fund(account, 100_000n);
    }
  }

  /** Deploys contracts that know each other, and calls them. @returns how many calls there were */
  run(seed: number): number {
    const dice = new Dice(seed);
    const contracts: GeneratedContract[] = [];
    let calls = 0;
    for (const name of ['cc', 'dd', 'ee']) {
      this.#deploy(dice, `${ACCOUNTS[dice.below(2)]}.${name}${seed}`, contracts);
      if (contracts.length === 0) continue;
      for (let call = 0; call < CALLS_OF_A_CONTRACT; call++) calls += this.#call(dice, contracts);
    }
    return calls;
  }

  #deploy(dice: Dice, contract: string, contracts: GeneratedContract[]): void {
    const version = (dice.chance(0.6) ? this.#newest : 1 + dice.below(this.#newest)) as ClarityVersion;
    const generated = generateContract(dice, {
      families: FAMILIES.filter((family) => family !== blocks),
      id: contract,
      version,
      others: contracts,
      accounts: ACCOUNTS,
      accepts: (source) => this.#ours.accepts({ contract, version, source }),
      namesTargets: false,
    });
    const theirs = this.#theirs.deploy(contract, generated.source, version);
    const ours = answerOf(this.#ours.deploy({ contract, source: generated.source, version }));
    const about = `${contract}, Clarity ${version}:\n${generated.source}`;
    expectSameEnd(theirs, ours, about);
    if (theirs.error !== undefined) return;
    expect(ours.events, about).toEqual(theirs.events);
    (this.#ours.state.contract(parsePrincipal(contract)) as Contract).dataSize = 0;
    contracts.push(generated);
  }

  #call(dice: Dice, contracts: readonly GeneratedContract[]): number {
    const contract = dice.pick(contracts);
    const fn = dice.pick(contract.functions.filter(({ access }) => access !== 'private'));
    if (fn === undefined) return 0;
    const ids = contracts.map(({ id }) => parsePrincipal(id));
    const parts = { principals: [...ACCOUNTS.map(parsePrincipal), ...ids], contracts: ids };
    const args = fn.parameters.map(({ type }) => randomValue(type, dice, parts));
    const sender = dice.pick(ACCOUNTS.slice(0, 2));
    const theirs = this.#theirs.call(contract.id, fn.name, args, { sender, isPublic: fn.access === 'public' });
    const ours = answerOf(this.#ours.call({ contract: contract.id, fn: fn.name, args, sender }));
    const about = `${fn.name} of ${contract.id} by ${sender}:\n${contract.source}`;
    expectSameEnd(theirs, ours, about);
    if (theirs.error !== undefined) return 1;
    const { result, events, cost, memory } = ours;
    expect({ result, events, cost: [...cost, memory] }, about).toEqual(theirs);
    return 1;
  }
}

/** Both VMs succeed, or both fail with the same error. That VM writes more around it. */
function expectSameEnd({ error }: WasmAnswer, { failure }: Answer, about: string): void {
  if (error === undefined) return void expect(failure, about).toBeUndefined();
  expect(failure, `${error}\n${about}`).toMatch(/^aborted /);
  const text = (failure as string).slice('aborted '.length).replace(/^(?::\d+:\d+: )/, '');
  expect(error, about).toContain(text);
}
