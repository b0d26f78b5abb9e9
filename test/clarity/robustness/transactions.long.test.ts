import { expect, test } from 'vitest';
import { parsePrincipal } from '#dist/clarity/values/principal.js';
import { FALSE, NONE, UIntValue, type Value } from '#dist/clarity/values/value.js';
import type { ClarityVersion } from '#dist/clarity/version.js';
import { FULL_LENGTH } from '../../full-length.js';
import { generateContract } from '../generate/contract.js';
import { Dice } from '../generate/dice.js';
import { randomType } from '../generate/types.js';
import { randomValue } from '../generate/values.js';
import type { GeneratedContract } from '../generate/writer.js';
import { mutateText, mutateTree, type Random } from '../mutate.js';
import { Session } from '../session.js';

const TRANSACTIONS = FULL_LENGTH ? 100_000 : 600;
const OF_A_SESSION = 300;
const ACCOUNTS = ['ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM', 'ST2JHG361ZXG51QTKY2NQCVBPPRRE2KZB1HR05NNC'] as const;
const ENDS = new Set(['receipt', 'nonce', 'fee', 'invalid', 'rejected', 'balance', 'too-expensive']);

test('whatever a transaction is, it has a receipt or a reason, and no memory stays in use', { timeout: 7_200_000 }, () => {
  const begin = process.memoryUsage().heapUsed;
  const ends = new Set<string>();
  for (let done = 0; done < TRANSACTIONS; done += OF_A_SESSION) new Mutations(done + 1).run(OF_A_SESSION, ends);
  expect([...ends].filter((end) => !ENDS.has(end))).toEqual([]);
  expect(ends).toContain('receipt');
  expect(process.memoryUsage().heapUsed - begin).toBeLessThan(300 * 1024 * 1024);
});

/** Transactions of a chain: contracts and calls that were changed at random. */
class Mutations {
  readonly #dice: Dice;
  readonly #random: Random;
  readonly #session = new Session({ epoch: '4.0' });
  readonly #contracts: GeneratedContract[] = [];

  constructor(seed: number) {
    this.#dice = new Dice(seed);
    this.#random = () => this.#dice.below(2 ** 30) / 2 ** 30;
    for (const account of ACCOUNTS) this.#session.fund(account, 1_000_000n);
  }

  run(count: number, ends: Set<string>): void {
    for (let at = 0; at < count; at++) {
      const dice = this.#dice;
      const origin = parsePrincipal(dice.pick(ACCOUNTS));
      const nonce = this.#session.state.account(origin).nonce + (dice.chance(0.05) ? 1n : 0n);
      const sponsor = dice.chance(0.1) ? { principal: parsePrincipal(dice.pick(ACCOUNTS)), nonce: BigInt(dice.below(3)) } : undefined;
      const outcome = this.#session.process({
        origin,
        nonce,
        sponsor,
        fee: BigInt(dice.pick([0, 1, 100, 10_000_000])),
        payload: at % 30 < 2 ? this.#deploy(`c${at}`) : dice.chance(0.1) ? this.#transfer() : this.#call(),
        postConditionMode: dice.pick(['allow', 'deny', 'originator'] as const),
        postConditions: dice.times(0, 1, () => ({ type: 'stx', code: 'lte', amount: BigInt(dice.below(50)) }) as const),
      });
      ends.add(outcome.type);
      if (dice.chance(0.1)) this.#session.mine();
    }
  }

  #deploy(name: string) {
    const dice = this.#dice;
    const id = `${ACCOUNTS[0]}.${name}`;
    const version = (1 + dice.below(6)) as ClarityVersion;
    const accepts = (source: string) => this.#session.accepts({ contract: id, version, source });
    const generated = generateContract(dice, { id, version, others: this.#contracts.slice(-4), accounts: ACCOUNTS, accepts });
    this.#contracts.push(generated);
    const changed = dice.chance(0.5) ? mutateTree(generated.source, this.#random) : mutateText(generated.source, this.#random);
    return { type: 'deploy', name, version, source: dice.chance(0.6) ? generated.source : changed } as const;
  }

  #call() {
    const dice = this.#dice;
    const contract = dice.pick(this.#contracts);
    const fn = dice.pick(contract?.functions ?? []);
    const args = (fn?.parameters ?? []).map(({ type }) => this.#value(dice.chance(0.7) ? type : randomType(dice, 3)));
    if (dice.chance(0.05)) args.push(FALSE);
    return { type: 'call', contract: parsePrincipal(contract?.id ?? `${ACCOUNTS[0]}.none`), fn: fn?.name ?? 'none', args } as const;
  }

  #transfer() {
    const recipient = parsePrincipal(this.#dice.pick([...ACCOUNTS, `${ACCOUNTS[0]}.none`]));
    return { type: 'transfer', recipient, amount: BigInt(this.#dice.below(100)), memo: new Uint8Array(34) } as const;
  }

  #value(type: Parameters<typeof randomValue>[0]): Value {
    const principals = ACCOUNTS.map(parsePrincipal);
    const contracts = this.#contracts.map(({ id }) => parsePrincipal(id));
    if (this.#dice.chance(0.05)) return this.#dice.pick([NONE, new UIntValue(0n)]);
    return randomValue(type, this.#dice, { principals, contracts: contracts.length > 0 ? contracts : principals });
  }
}
