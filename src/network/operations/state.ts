import { DevnetError, invalid } from '../../base/error.js';
import type { Json } from '../../base/json.js';
import { STX } from '../../base/units.js';
import { parseValueHex, serializedHex } from '../../clarity/values.js';
import { STACKS_BODY_LIMIT } from '../../stacks/body-limit.js';
import type { StateChange } from '../../stacks/state-change.js';
import { accountNamed } from '../devnet/account-named.js';
import { type ClarityLiteral, clarity, literalOf, literalValue } from '../devnet/contract/literal.js';
import { createState, seconds } from '../devnet/state/create.js';
import type { StateCalls } from '../devnet/state/types.js';
import { amount, type Codec, nullable, type People, text } from './codec.js';
import { contract, principal } from './fields.js';
import type { Naming } from './network.js';
import { operation } from './operation.js';
import { stacksReceipt } from './receipts.js';

/** A principal, or the name of an account whose it is. */
const who: Codec<string> = {
  ...principal,
  people: 'an account by its name, or an address or contract of any network',
  word: 'who',
  resolve: addressOf,
};
const asset = text('a contract and its token, such as ST….name::token');
const name = text('its name');

const serialized = {
  properties: { hex: { type: 'string', pattern: '^(0x)?([0-9a-fA-F]{2})+$', description: 'a serialized Clarity value as hex' } },
  required: ['hex'],
  additionalProperties: false,
  description: 'a value as Clarity writes it, such as u5 or { id: u1 }, or {"hex": "0x…"} with a serialized one',
} as const;

/**
 * A Clarity value: in code a JavaScript value of the type that the contract says, or `clarity('…')`. It travels as its
 * serialization, because a value may have characters that sources cannot write; people may write it as source text.
 */
const clarityValue: Codec<unknown> = {
  schema: {
    type: ['string', 'object'],
    ...serialized,
  },
  encode: (value) => ({ hex: hexOf(value) }),
  decode: (given: string | { hex: string }, field) =>
    typeof given === 'string' ? clarity(given, { field }) : deserialized(given.hex, field),
  async resolve(words, field, people) {
    const { deployer } = (await people.accounts()) as Partial<Awaited<ReturnType<People['accounts']>>>;
    return { hex: hexOf(clarity(words, { account: deployer?.stx.address, field })) };
  },
};

/** That an entry is to be deleted, which null says in JSON. */
const DELETED = Symbol('deleted');
const entry: Codec<unknown> = {
  ...clarityValue,
  schema: { type: ['string', 'object', 'null'], ...serialized },
  isNullable: true,
  encode: (value) => (value === DELETED ? null : { hex: hexOf(value) }),
  decode: (given: string | { hex: string } | null, field) => (given === null ? DELETED : clarityValue.decode?.(given as never, field)),
};

/** Seconds since 1970; in code also a date, and people may write one. */
const time: Codec<Date | number> = {
  schema: { type: 'integer', description: 'seconds since 1970' },
  encode: seconds,
  resolve: (words) => (/^\d+$/.test(words) ? Number(words) : seconds(new Date(words))),
};

/** What the rows have in common. */
const sets = {
  effect: 'changes',
  output: stacksReceipt,
  errors: ['NOT_FOUND', 'TIMEOUT', 'ROLLED_BACK', 'UNSUPPORTED'],
  needs: 'state',
} as const;
const route = (path: string) => ({ method: 'POST', path: `/state/${path}`, bodyLimit: STACKS_BODY_LIMIT }) as const;

/**
 * Sets what no transaction could. Each change is a call of `devnet-state`, a contract of the boot address that only this network has, in a
 * Stacks block of its own. Its events are those of the tokens, or what that contract prints. A restore undoes it; after a Bitcoin
 * reorganisation it is made again. All reject with UNSUPPORTED on other engines than the embedded one, and before epoch 3.0.
 */
export const state = {
  /**
   * Sets what an account or contract can spend; locked STX stay. What is missing is minted, what is too much is burned.
   * @param amount micro-STX @throws DevnetError INVALID_INPUT
   * @example await devnet.state.setStxBalance(`${devnet.accounts.deployer.stx.address}.vault`, 5_000_000n);
   */
  setStxBalance: operation({
    ...sets,
    summary: 'Set what an account or contract can spend, in micro-STX',
    input: { principal: who, amount: amount('a whole number, in base units', STX) },
    positional: ['principal', 'amount'],
    prepare: prepared<{ principal: string; amount: bigint }>((calls, { principal: holder, amount: units }) =>
      calls.setStxBalance(holder, units),
    ),
    http: route('stx-balance'),
    cli: { command: 'state stx' },
    run: (network, principal, amount) => network.state.setStxBalance(principal, amount),
  }),
  /**
   * Sets a balance of a fungible token; the supply follows.
   * @param asset `ST….contract::token`, or `contract::token` for a contract of the project or of `deployer`
   * @param amount base units of the token @throws DevnetError INVALID_INPUT, NOT_FOUND
   * @example
   * await devnet.state.setFtBalance('vault::share', devnet.accounts.wallet_1.stx.address, 100n);
   */
  setFtBalance: operation({
    ...sets,
    summary: 'Set a balance of a fungible token',
    input: { asset, principal: who, amount: amount('a whole number, in base units') },
    positional: ['asset', 'principal', 'amount'],
    prepare: prepared<{ asset: string; principal: string; amount: bigint }>((calls, { asset: token, principal: holder, amount: units }) =>
      calls.setFtBalance(token, holder, units),
    ),
    http: route('ft-balance'),
    cli: { command: 'state ft' },
    run: (network, asset, principal, amount) => network.state.setFtBalance(asset, principal, amount),
  }),
  /**
   * Sets who owns a non-fungible token, which then exists. Without an owner, it does not exist any more.
   * @param asset as in `setFtBalance` @param id in the type of the token @throws DevnetError INVALID_INPUT, NOT_FOUND
   * @example
   * await devnet.state.setNftOwner('vault::ticket', 7n, devnet.accounts.wallet_1.stx.address);
   */
  setNftOwner: operation({
    ...sets,
    summary: 'Set who owns a non-fungible token; null removes the token',
    input: { asset, id: clarityValue, owner: nullable(who) },
    positional: ['asset', 'id', 'owner'],
    prepare: prepared<{ asset: string; id: unknown; owner?: string }>((calls, { asset: token, id, owner }) =>
      calls.setNftOwner(token, id, owner),
    ),
    http: route('nft-owner'),
    cli: { command: 'state nft' },
    run: (network, asset, id, owner) => network.state.setNftOwner(asset, id, owner),
  }),
  /**
   * Sets a data variable.
   * @param contract as for `devnet.contract` @param value in the type of the variable @throws DevnetError INVALID_INPUT, NOT_FOUND
   * @example await devnet.state.setDataVar('vault', 'paused', true);
   */
  setDataVar: operation({
    ...sets,
    summary: 'Set a data variable of a contract',
    input: { contract, name, value: clarityValue },
    positional: ['contract', 'name', 'value'],
    prepare: prepared<{ contract: string; name: string; value: unknown }>((calls, { contract: id, name: variable, value }) =>
      calls.setDataVar(id, variable, value),
    ),
    http: route('data-var'),
    cli: { command: 'state var' },
    run: (network, contract, name, value) => network.state.setDataVar(contract, name, value),
  }),
  /**
   * Sets an entry of a map. @throws DevnetError INVALID_INPUT, NOT_FOUND
   * @example
   * await devnet.state.setMapEntry('vault', 'shares', 1n, { of: 9n });
   */
  setMapEntry: operation({
    ...sets,
    summary: 'Set an entry of a map; null deletes it',
    input: { contract, map: name, key: clarityValue, value: entry },
    positional: ['contract', 'map', 'key', 'value'],
    prepare: prepared<{ contract: string; map: string; key: unknown; value: unknown }>((calls, { contract: id, map, key, value }) =>
      calls.setMapEntry(id, map, key, value),
    ),
    http: route('map-entry'),
    cli: { command: 'state map' },
    run: (network, contract, map, key, value) =>
      value === DELETED ? network.state.deleteMapEntry(contract, map, key) : network.state.setMapEntry(contract, map, key, value),
  }),
  /**
   * Deletes an entry of a map; one that is not there stays so. @throws DevnetError INVALID_INPUT, NOT_FOUND
   * @example
   * await devnet.state.deleteMapEntry('vault', 'shares', 1n);
   */
  deleteMapEntry: operation({
    ...sets,
    summary: 'Delete an entry of a map; one that is not there stays so',
    input: { contract, map: name, key: clarityValue },
    positional: ['contract', 'map', 'key'],
    prepare: prepared<{ contract: string; map: string; key: unknown }>((calls, { contract: id, map, key }) =>
      calls.deleteMapEntry(id, map, key),
    ),
    http: { ...route('map-entry'), shared: true, fixed: { value: null } },
    run: (network, contract, map, key) => network.state.deleteMapEntry(contract, map, key),
  }),
  /**
   * Sets the nonce of the next transaction of an account. Pending ones with lower nonces are dropped.
   * @param nonce at least that of today: the chain has the transactions before @throws DevnetError INVALID_INPUT
   * @example
   * await devnet.state.setNonce(devnet.accounts.wallet_1.stx.address, 50);
   */
  setNonce: operation({
    ...sets,
    summary: "Set the nonce of an account's next transaction",
    input: { principal: who, nonce: amount('a whole number') },
    positional: ['principal', 'nonce'],
    prepare: prepared<{ principal: string; nonce: bigint }>((calls, { principal: account, nonce }) => calls.setNonce(account, nonce)),
    http: route('nonce'),
    cli: { command: 'state nonce' },
    run: (network, principal, nonce) => network.state.setNonce(principal, nonce),
  }),
  /**
   * Sets when the next Bitcoin block is, and with it the tenure that follows. It mines none. Blocks after it go on from there.
   * @param time a date, or seconds since 1970; later than the median time of the last 11 Bitcoin blocks @throws DevnetError INVALID_INPUT
   * @example
   * await devnet.state.setNextBlockTime(new Date('2030-01-01'));
   * await devnet.bitcoin.mine();
   */
  setNextBlockTime: operation({
    ...sets,
    summary: 'Set when the next Bitcoin block is',
    input: { time },
    positional: ['time'],
    prepare: async (_naming: Naming, given: { time: Date | number }) => ({ time: seconds(given.time) }),
    output: undefined,
    errors: ['UNSUPPORTED'],
    http: route('next-block-time'),
    cli: { command: 'state time' },
    run: (network, time) => network.state.setNextBlockTime(time),
  }),
};

/** Checks the values of a call, and converts them by the types of its contract, as a network in this process does it. */
function prepared<Input>(call: (calls: StateCalls<StateChange>, input: Input) => Promise<StateChange>) {
  return async (naming: Naming, input: Input): Promise<Record<string, unknown>> => {
    const calls = createState<StateChange>({ ...naming, change: async (change) => change, setNextBlockTime: async () => undefined });
    return fieldsOf(await call(calls, input));
  };
}

/** The fields of a row, for a change with serialized values. */
function fieldsOf(change: StateChange): Record<string, unknown> {
  switch (change.type) {
    case 'ft-balance':
      return { asset: `${change.contract}::${change.token}` };
    case 'nft-owner':
      return { asset: `${change.contract}::${change.token}`, id: deserialized(change.id, 'id'), owner: change.owner };
    case 'data-var':
      return { contract: change.contract, value: deserialized(change.value, 'value') };
    case 'map-entry': {
      const { contract: id, key, entry: value } = change;
      return { contract: id, key: deserialized(key, 'key'), ...(value !== undefined && { value: deserialized(value, 'value') }) };
    }
    default:
      return {};
  }
}

function hexOf(value: unknown): string {
  const literal = literalValue(value);
  if (literal === undefined) throw new DevnetError('INTERNAL', 'a value was not converted by the types of its contract');
  return `0x${serializedHex(literal)}`;
}

function deserialized(hex: string, field: string): ClarityLiteral {
  const value = parseValueHex(hex);
  if (value === undefined) throw invalid(`${field}.hex`, 'a serialized Clarity value as hex', hex);
  return literalOf(value);
}

async function addressOf(words: string, _field: string, people: People): Promise<Json> {
  return accountNamed(await people.accounts(), words)?.stx.address ?? words;
}
