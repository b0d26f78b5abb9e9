import { isKeyword } from '#dist/clarity/keywords.js';
import { isNative } from '#dist/clarity/natives/native-names.js';
import { optionalType, responseType } from '#dist/clarity/types/construct.js';
import { AsciiType, BOOL, BufferType, INT, PRINCIPAL, type Type, UINT, Utf8Type } from '#dist/clarity/types/type.js';
import type { ClarityVersion } from '#dist/clarity/version.js';
import { generateContract } from '../../clarity/generate/contract.js';
import { Dice } from '../../clarity/generate/dice.js';
import { blocks } from '../../clarity/generate/families/blocks.js';
import { keywords } from '../../clarity/generate/families/keywords.js';
import { FAMILIES } from '../../clarity/generate/families.js';
import { literalOf } from '../../clarity/generate/literals.js';
import { randomType } from '../../clarity/generate/types.js';
import { type GeneratedContract, Writer } from '../../clarity/generate/writer.js';
import { Session } from '../../clarity/session.js';
import { chain } from './chain.js';
import { groupAddresses, LIBRARIAN } from './keys.js';
import { NATIVE_NAMES } from './names.js';
import { wordsOf } from './tree.js';

/** Programs are written for the accounts of this group. Steps that another group plays get its addresses instead. */
export const ACCOUNTS = groupAddresses(0).slice(0, 3);
const NEWEST: ClarityVersion = 6;
/** How many forms are written to have one with a certain native. */
const AIMS = 150;
const families = [...FAMILIES.filter((family) => family !== blocks && family !== keywords), chain];

let session: Session | undefined;
let contracts: readonly GeneratedContract[] | undefined;

/** A chain on which the library is deployed, to see which programs can be. */
function ownSession(): Session {
  if (session !== undefined) return session;
  session = new Session({ epoch: '4.0' });
  session.mine(5);
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

/** Writes a program: definitions, and calls of them when it is deployed, or expressions alone. @param name of the contract */
export function writeProgram(dice: Dice, name: string): { version: ClarityVersion; source: string } {
  const version = (dice.chance(0.3) ? NEWEST : 1 + dice.below(NEWEST)) as ClarityVersion;
  return { version, source: dice.chance(0.5) ? expressions(dice, version) : definitions(dice, version, name) };
}

/** What the natives give that a random type is rarely. */
const GIVEN: readonly Type[] = [
  ...[BOOL, UINT, INT, PRINCIPAL],
  ...[20, 32, 33, 65].map((length) => new BufferType(length)),
  new AsciiType(40),
  new Utf8Type(40),
  ...[INT, UINT, PRINCIPAL, new BufferType(32), new BufferType(100)].map(optionalType),
  ...[BOOL, UINT, PRINCIPAL, new BufferType(32), new BufferType(33), new BufferType(65), new AsciiType(100)].map((type) =>
    responseType(type, UINT),
  ),
];

function expressions(dice: Dice, version: ClarityVersion): string {
  const writer = new Writer(dice, families, { id: `${ACCOUNTS[0]}.p0`, version, others: library(), accounts: ACCOUNTS });
  const form = () => {
    if (dice.chance(0.3)) return writer.statement({ locals: [], canWrite: true, depth: 1 + dice.below(3) });
    const type = dice.chance(0.7) ? dice.pick(GIVEN) : randomType(dice, 2);
    return `(print ${writer.expression(type, { locals: [], canWrite: true, depth: 1 + dice.below(4) })})`;
  };
  const aimed = aimedAt(dice.pick(wordsIn(version)), form);
  const forms = dice.times(3, 12, form).concat(aimed ?? []);
  const accepts = (form: string) => ownSession().accepts({ contract: `${ACCOUNTS[0]}.p0`, version, source: form });
  return forms.filter((form) => accepts(form) || dice.chance(0.02)).join('\n');
}

const wordsIn = (version: ClarityVersion) => NATIVE_NAMES.filter((name) => isNative(name, version) || isKeyword(name, version));

/** Chance alone seldom writes some of the natives. @returns a form with this one, if one of many has it */
function aimedAt(native: string, form: () => string): string | undefined {
  for (let attempt = 0; attempt < AIMS; attempt++) {
    const made = form();
    if (wordsOf(made).has(native)) return made;
  }
  return undefined;
}

function definitions(dice: Dice, version: ClarityVersion, name: string): string {
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
  return forms.join('\n');
}
