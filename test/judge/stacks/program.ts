import type { ClarityVersion } from '#dist/clarity/version.js';
import { generateContract } from '../../clarity/generate/contract.js';
import { Dice } from '../../clarity/generate/dice.js';
import { blocks } from '../../clarity/generate/families/blocks.js';
import { keywords } from '../../clarity/generate/families/keywords.js';
import { FAMILIES } from '../../clarity/generate/families.js';
import { literalOf } from '../../clarity/generate/literals.js';
import type { GeneratedContract } from '../../clarity/generate/writer.js';
import { Session } from '../../clarity/session.js';
import { chain } from './chain.js';
import { groupAddresses, LIBRARIAN } from './keys.js';

/** Programs are written for the accounts of this group. Steps that another group plays get its addresses instead. */
export const ACCOUNTS = groupAddresses(0).slice(0, 3);
const NEWEST: ClarityVersion = 6;
const families = [...FAMILIES.filter((family) => family !== blocks && family !== keywords), chain];

let session: Session | undefined;
let contracts: readonly GeneratedContract[] | undefined;

/** A chain on which the library is deployed, to see which programs can be. */
function ownSession(): Session {
  if (session !== undefined) return session;
  session = new Session({ epoch: '4.0' });
  for (const account of [...ACCOUNTS, LIBRARIAN.address]) session.fund(account, 1_000_000n);
  return session;
}

/** Contracts that each network has: one of each version of Clarity, always the same. Programs call them. */
export function library(): readonly GeneratedContract[] {
  if (contracts !== undefined) return contracts;
  const own = ownSession();
  const made: GeneratedContract[] = [];
  for (let version = 1; version <= NEWEST; version++) {
    const id = `${LIBRARIAN.address}.lib-${version}`;
    for (let seed = version * 100; ; seed++) {
      const contract = write(new Dice(seed), id, version as ClarityVersion, made);
      if (contract.functions.filter(({ access }) => access !== 'private').length < 3) continue;
      if (own.deploy({ contract: id, version: contract.version, source: contract.source }).failure !== undefined) continue;
      made.push(contract);
      break;
    }
  }
  contracts = made;
  return made;
}

function write(dice: Dice, id: string, version: ClarityVersion, others: readonly GeneratedContract[]): GeneratedContract {
  const accepts = (source: string) => ownSession().accepts({ contract: id, version, source });
  return generateContract(dice, { id, version, others, accounts: ACCOUNTS, accepts, families });
}

/** Writes a program that calls its own functions when it is deployed. @param name of the contract */
export function writeProgram(dice: Dice, name: string): { version: ClarityVersion; source: string } {
  const version = (dice.chance(0.5) ? NEWEST : 1 + dice.below(NEWEST)) as ClarityVersion;
  const id = `${ACCOUNTS[0]}.${name}`;
  const others = library();
  const { source, functions } = write(dice, id, version, others);
  const names = {
    principals: [...ACCOUNTS, id, ...others.map((other) => other.id)].map((text) => `'${text}`),
    implementers: (trait: string) => others.filter((other) => other.implements.includes(trait)).map((other) => `'${other.id}`),
  };
  const forms = [source];
  for (const { name: fn, parameters } of functions) {
    dice.times(0, 2, () => {
      const args = parameters.map(({ type }) => literalOf(type, dice, names));
      if (args.includes(undefined)) return;
      const call = `(print (${[fn, ...args].join(' ')}))`;
      const fails = !ownSession().accepts({ contract: id, version, source: [...forms, call].join('\n') });
      if (!fails || dice.chance(0.03)) forms.push(call);
    });
  }
  return { version, source: forms.join('\n') };
}
