import fc, { type Arbitrary } from 'fast-check';
import { Dice } from '../../clarity/generate/dice.js';
import { mutateText, mutateTree, randomOf } from '../../clarity/mutate.js';
import { AUTHS, type Auth } from './keys.js';
import { AGAINS, type Again } from './names.js';
import { writeProgram } from './program.js';
import { READS } from './reads.js';
import { type Tree, treesOf } from './tree.js';

export type Payload =
  /** `text` is a source that is no list of forms. Version 0 leaves the version to the epoch. */
  | { kind: 'program'; version: number; trees?: Tree[]; text?: string }
  /** `to` counts addresses of the group, then contracts. */
  | { kind: 'transfer'; amount: number; to: number; memo?: string }
  /** `seed` makes the arguments. */
  | { kind: 'call'; contract: number; fn: number; seed: number; flaw?: 'private' | 'type' | 'fewer' | 'function' | 'contract' | 'mainnet' }
  | { kind: 'coinbase' }
  | { kind: 'nakamoto-coinbase' }
  | { kind: 'poison' }
  | { kind: 'tenure-change' };

export type Condition = {
  type: 'stx' | 'ft' | 'nft' | 'staking' | 'pox';
  who: number;
  code: number;
  amount: number;
  contract: number;
  asset: number;
};

export type Sent = {
  payload: Payload;
  by?: number;
  auth?: Auth;
  /** Who pays instead. */
  sponsor?: { by: number; auth: Auth; nonce?: number };
  /** What is added to the right nonce. */
  nonce?: number;
  fee?: number;
  mode?: 'allow' | 'deny' | 'originator';
  conditions?: Condition[];
  anchor?: number;
  flaw?: 'signature' | 'fewer-signatures' | 'all-signatures' | 'chain' | 'mainnet' | 'unsigned' | 'cut' | 'byte';
  /** Where a flawed byte is, from 0 to 999 of the length. */
  place?: number;
};

export type Step =
  /** Executes transactions in the place of those of the tip, without the block. */
  | { do: 'simulate'; sent: Sent[] }
  /** Executes one on top of the tip. */
  | { do: 'try'; sent: Sent }
  /** Goes through the mempool into a block; then, perhaps, again. */
  | { do: 'send'; sent: Sent; again?: Again }
  | { do: 'read'; route: number; seed: number }
  /** A Bitcoin block, and with it a tenure. */
  | { do: 'mine' }
  /** Restarts, copies or forks the judge, if it is our own node. */
  | { do: 'twist'; how: 'snapshot' | 'state' | 'copy' | 'fork' };

/** Any step, made from a number. */
export const step: Arbitrary<Step> = fc.integer({ min: 0, max: 0x7fffffff }).map((seed) => anyStep(new Dice(seed)));

function anyStep(dice: Dice): Step {
  const kind = dice.below(100);
  if (kind < 44) return { do: 'simulate', sent: dice.times(1, 4, (at) => anySent(dice, `p${at}`)) };
  if (kind < 50) return { do: 'try', sent: anySent(dice, 'p0') };
  const again = (): { again?: Again } => (dice.chance(0.3) ? { again: dice.pick(AGAINS) } : {});
  if (kind < 56) return { do: 'send', sent: anySent(dice, `q${dice.below(3)}`), ...again() };
  if (kind < 70) return { do: 'send', sent: { ...anySent(dice, 'q0'), ...refusal(dice) }, ...again() };
  if (kind < 93) return { do: 'read', route: dice.below(READS.length), seed: dice.below(1_000_000) };
  if (kind < 95) return { do: 'mine' };
  return { do: 'twist', how: dice.pick(['snapshot', 'state', 'copy', 'fork'] as const) };
}

/** What a mempool refuses, mostly. */
function refusal(dice: Dice): Partial<Sent> {
  const flaw = (name: NonNullable<Sent['flaw']>) => ({ flaw: name, place: dice.below(1000) });
  return dice.pick<() => Partial<Sent>>([
    () => ({ nonce: dice.pick([-1, 20, 20, 26, 27, 1000]), fee: dice.pick([40_000, 20_000]) }),
    () => ({ fee: dice.pick([0, 1, 100, 180, 10 ** 12, 10 ** 15]) }),
    () => ({ auth: dice.pick(AUTHS), ...flaw(dice.pick(['signature', 'fewer-signatures', 'all-signatures', 'unsigned'])) }),
    () => flaw(dice.pick(['chain', 'mainnet', 'cut', 'byte', 'byte', 'byte'])),
    () => ({ sponsor: { by: 1, auth: dice.pick(AUTHS), nonce: dice.pick([-1, 20, 27, 0]) }, fee: dice.pick([0, 3000, 10 ** 15]) }),
    () => ({
      payload: dice.pick<Payload>([{ kind: 'coinbase' }, { kind: 'nakamoto-coinbase' }, { kind: 'poison' }, { kind: 'tenure-change' }]),
    }),
    () => ({ payload: { kind: 'transfer', amount: dice.pick([0, 1, 10 ** 9, 10 ** 15]), to: dice.pick([0, 1, 100, 101]) } }),
    () => ({ payload: { ...anyCall(dice), flaw: dice.pick(['private', 'type', 'fewer', 'function', 'contract', 'mainnet'] as const) } }),
  ])();
}

function anySent(dice: Dice, name: string): Sent {
  const sent: Sent = { payload: anyPayload(dice, name) };
  if (dice.chance(0.3)) sent.by = dice.below(3);
  if (dice.chance(0.25)) sent.auth = dice.pick(AUTHS);
  if (dice.chance(0.15)) sent.sponsor = { by: dice.below(3), auth: dice.pick(AUTHS) };
  if (dice.chance(0.3)) sent.mode = dice.pick(['allow', 'deny', 'originator'] as const);
  if (dice.chance(0.4)) sent.conditions = dice.times(1, 3, () => anyCondition(dice));
  if (dice.chance(0.02)) sent.nonce = dice.pick([-1, 20]);
  if (dice.chance(0.03)) sent.fee = dice.pick([0, 10 ** 9, 10 ** 15]);
  if (dice.chance(0.05)) sent.anchor = dice.pick([1, 2]);
  return sent;
}

function anyPayload(dice: Dice, name: string): Payload {
  const kind = dice.below(10);
  if (kind < 5) return anyProgram(dice, name);
  if (kind < 6) {
    const amount = dice.pick([1, dice.below(1_000_000), 10 ** 9]);
    return {
      kind: 'transfer',
      amount,
      to: dice.below(14),
      ...(dice.chance(0.5) && { memo: dice.pick(['', 'hi', 'é🚀', 'm'.repeat(34)]) }),
    };
  }
  return { ...anyCall(dice), ...(dice.chance(0.05) && { flaw: dice.pick(['private', 'type', 'fewer', 'function'] as const) }) };
}

function anyCall(dice: Dice): Payload & { kind: 'call' } {
  return { kind: 'call', contract: dice.below(24), fn: dice.below(24), seed: dice.below(1_000_000) };
}

function anyProgram(dice: Dice, name: string): Payload {
  const written = writeProgram(dice, name);
  const version = dice.chance(0.1) ? dice.below(7) : written.version;
  const seed = dice.below(1_000_000);
  if (dice.chance(0.08)) return { kind: 'program', version, text: mutateText(written.source, randomOf(seed)) };
  const source = dice.chance(0.25) ? mutateTree(written.source, randomOf(seed)) : written.source;
  return { kind: 'program', version, trees: treesOf(source) };
}

function anyCondition(dice: Dice): Condition {
  const type = dice.pick(['stx', 'stx', 'ft', 'ft', 'nft', 'nft', 'staking', 'pox'] as const);
  return {
    type,
    who: dice.below(14),
    code: dice.below(5),
    amount: dice.pick([0, 1, 5, 1000]),
    contract: dice.below(12),
    asset: dice.below(3),
  };
}
