import type { EpochName } from '#dist/clarity/epoch.js';
import { parsePrincipal } from '#dist/clarity/values/principal.js';
import { type ClarityVersion, defaultVersion } from '#dist/clarity/version.js';
import { callStep, openSession, runStep, type Scenario, type Step } from '../scenario.js';
import type { Session } from '../session.js';
import { generateContract } from './contract.js';
import { Dice } from './dice.js';
import { randomValue } from './values.js';
import type { GeneratedContract } from './writer.js';

const ACCOUNTS = [
  'ST000000000000000000002AMW42H',
  'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM',
  'ST2JHG361ZXG51QTKY2NQCVBPPRRE2KZB1HR05NNC',
  'SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE',
] as const;
const FUNDED = ACCOUNTS.slice(0, 3);
const SPONSOR = ACCOUNTS[2];

type Options = {
  readonly epoch: EpochName;
  /** How many contracts there are, and how often one of them is called after each deploy. */
  readonly contracts: number;
  readonly calls: number;
};

/** Generates contracts that know each other, calls of them, and blocks between them; some with a sponsor or a limit of costs. */
export function generateScenario(seed: number, { epoch, contracts, calls }: Options): Scenario {
  const dice = new Dice(seed);
  const chain = { epoch, isMainnet: dice.chance(0.1), funds: Object.fromEntries(FUNDED.map((account) => [account, 100])) };
  const writer = new ScenarioWriter(dice, openSession({ ...chain, steps: [] }));
  for (let at = 0; at < contracts; at++) {
    writer.deploy(`${ACCOUNTS[at % 2]}.${['cc', 'dd', 'ee', 'ff', 'gg'][at]}`);
    for (let call = 0; call < calls; call++) writer.call();
  }
  return { ...chain, steps: writer.steps };
}

class ScenarioWriter {
  readonly steps: Step[] = [];
  readonly #dice: Dice;
  readonly #session: Session;
  readonly #contracts: GeneratedContract[] = [];

  constructor(dice: Dice, session: Session) {
    this.#dice = dice;
    this.#session = session;
  }

  deploy(contract: string): void {
    const dice = this.#dice;
    const newest = defaultVersion(this.#session.rules.epoch);
    const version = (dice.chance(0.6) ? newest : 1 + dice.below(newest)) as ClarityVersion;
    const accepts = (source: string) => this.#session.accepts({ contract, version, source });
    const generated = generateContract(dice, { id: contract, version, others: this.#contracts, accounts: ACCOUNTS, accepts });
    if (this.#add({ deploy: contract, version, source: generated.source, ...this.#limits(0.03) })) this.#contracts.push(generated);
  }

  call(): void {
    const dice = this.#dice;
    const contract = dice.pick(this.#contracts);
    const all = contract?.functions ?? [];
    const callable = all.filter(({ access }) => access !== 'private');
    const fn = dice.pick(dice.chance(0.01) ? all : callable);
    if (contract === undefined || fn === undefined) return;
    const ids = this.#contracts.map(({ id }) => parsePrincipal(id));
    const parts = { principals: [...ACCOUNTS.map(parsePrincipal), ...ids], contracts: ids };
    const args = fn.parameters.map(({ type }) => randomValue(dice.chance(0.01) ? dice.pick(all).returns : type, dice, parts));
    if (dice.chance(0.01)) args.pop();
    this.#add(callStep({ contract: contract.id, fn: fn.name, args, sender: dice.pick(ACCOUNTS.slice(0, 2)), ...this.#limits(0.04) }));
    if (dice.chance(0.1)) this.#add({ mine: dice.chance(0.7) ? 'tenure' : 'block' });
  }

  /** Returns whether the step succeeds. */
  #add(step: Step): boolean {
    this.steps.push(step);
    const answer = runStep(this.#session, step);
    return answer !== undefined && answer.failure === undefined;
  }

  #limits(probability: number) {
    const dice = this.#dice;
    const kind = dice.pick(['runtime', 'readCount', 'readLength', 'writeCount', 'writeLength'] as const);
    return {
      ...(dice.chance(0.1) && { sponsor: SPONSOR }),
      ...(dice.chance(probability) && { limit: { [kind]: dice.below(dice.pick([5, 500, 50_000, 500_000])) } }),
    };
  }
}
