import { Cl, type ClarityAbiType } from '@stacks/transactions';
import type { Dice } from '../../clarity/generate/dice.js';
import type { Mode } from './compare.js';
import type { ContractsOfPlay } from './contracts.js';
import { groupAddresses, LIBRARIAN } from './keys.js';

/** What a read can ask about. */
export type Context = {
  group: number;
  contracts: ContractsOfPlay;
  /** Of the play's transactions that are in blocks. */
  txids: readonly string[];
  /** Of its last transaction that was signed, as bytes. */
  payload: string | undefined;
};

/** What a side knows only of itself. */
export type Own = {
  tip: string;
  consensusHash: string;
  burnHash: string;
  tipHeight: number;
  burnHeight: number;
  /** The reward cycle of the tip: two chains bring pox-4 in different ones. */
  cycle: number;
  blockOf(txid: string): string;
};

export type Request = {
  method: 'GET' | 'POST';
  path: string;
  body?: string;
  /** @default exact */
  compare?: Mode;
  headers?: Record<string, string>;
  /** Of the transactions of a block, only this one counts: the judge puts another one into the same block now and then. */
  only?: string;
};

type Read = {
  /** The route, as a table names it. */
  about: string;
  /** @returns undefined if there is nothing to ask about */
  ask(context: Context, dice: Dice): ((own: Own) => Request) | Request | undefined;
};

const NOWHERE = 'ab'.repeat(32);
const AUTH = { authorization: '12345', 'content-type': 'application/json' };

export const READS: readonly Read[] = [
  {
    about: 'GET /v2/accounts',
    ask: ({ group, contracts }, dice) => {
      const who = dice.chance(0.7) ? dice.pick(groupAddresses(group)) : contracts.principal(dice.below(24), group);
      return get(`/v2/accounts/${dice.pick([who, who, LIBRARIAN.address, `${who.split('.')[0]}.nobody`])}${query(dice)}`);
    },
  },
  {
    about: 'POST /v2/contracts/call-read',
    ask: (context, dice) => called(context, dice, '/v2/contracts/call-read'),
  },
  {
    about: 'POST /v2/contracts/call-read',
    ask: (context, dice) => called(context, dice, '/v2/contracts/call-read'),
  },
  {
    about: 'POST /v3/contracts/fast-call-read',
    ask: (context, dice) => called(context, dice, '/v3/contracts/fast-call-read'),
  },
  {
    about: 'GET /v2/contracts/interface',
    ask: ({ contracts }, dice) => get(`/v2/contracts/interface/${place(contracts, dice)}${query(dice)}`),
  },
  {
    about: 'GET /v2/contracts/source',
    ask: ({ contracts }, dice) => get(`/v2/contracts/source/${place(contracts, dice)}${query(dice)}`),
  },
  {
    about: 'GET /v2/data_var',
    ask: ({ contracts }, dice) => {
      const shape = contracts.pick(dice.below(24));
      const names = (shape?.variables ?? []).filter(({ access }) => access === 'variable').map(({ name }) => name);
      return get(`/v2/data_var/${shape?.id.replace('.', '/')}/${oneOf(names, dice)}${query(dice)}`);
    },
  },
  {
    about: 'GET /v2/constant_val',
    ask: ({ contracts }, dice) => {
      const shape = contracts.pick(dice.below(24));
      const names = (shape?.variables ?? []).filter(({ access }) => access !== 'variable').map(({ name }) => name);
      return get(`/v2/constant_val/${shape?.id.replace('.', '/')}/${oneOf(names, dice)}${query(dice)}`);
    },
  },
  {
    about: 'POST /v2/map_entry',
    ask: ({ contracts, group }, dice) => {
      const shape = contracts.pick(dice.below(24));
      const map = shape?.maps[dice.below(Math.max(1, shape.maps.length))];
      const name = map === undefined || dice.chance(0.05) ? 'not-there' : map.name;
      const type: ClarityAbiType = map === undefined || dice.chance(0.1) ? 'uint128' : map.key;
      const key = Cl.serialize(contracts.value(type, dice.below(100_000), group));
      return post(
        `/v2/map_entry/${shape?.id.replace('.', '/')}/${name}${query(dice)}`,
        JSON.stringify(dice.chance(0.9) ? key : `0x${key}`),
      );
    },
  },
  {
    about: 'GET /v2/traits',
    ask: ({ contracts }, dice) => {
      const trait = dice.pick([
        `${LIBRARIAN.address}/lib-4/trait-lib-4-0`,
        `${LIBRARIAN.address}/lib-6/trait-lib-6-0`,
        `${LIBRARIAN.address}/lib-4/nope`,
      ]);
      return get(`/v2/traits/${place(contracts, dice)}/${trait}${query(dice)}`);
    },
  },
  { about: 'GET /v2/info', ask: () => ({ ...get('/v2/info'), compare: 'shape' }) },
  { about: 'GET /v2/pox', ask: () => ({ ...get('/v2/pox'), compare: 'shape' }) },
  { about: 'GET /v2/neighbors', ask: () => ({ ...get('/v2/neighbors'), compare: 'status' }) },
  { about: 'GET /v3/health', ask: () => ({ ...get('/v3/health'), compare: 'shape' }) },
  { about: 'GET /v2/fees/transfer', ask: () => ({ ...get('/v2/fees/transfer'), compare: 'fees' }) },
  {
    about: 'POST /v2/fees/transaction',
    ask: ({ payload }, dice) => {
      const fields = {
        transaction_payload: dice.chance(0.8) ? payload : dice.pick(['', 'zz', '00']),
        estimated_len: dice.pick([undefined, 0, 350]),
      };
      return payload === undefined ? undefined : { ...post('/v2/fees/transaction', JSON.stringify(fields)), compare: 'fees' };
    },
  },
  {
    about: 'GET /v3/transaction',
    ask: ({ txids }, dice) => {
      const txid = dice.chance(0.1) ? NOWHERE : txids[dice.below(Math.max(1, txids.length))];
      return txid === undefined ? undefined : { ...get(`/v3/transaction/${txid}`), compare: 'exact' };
    },
  },
  {
    about: 'GET /v2/transactions/unconfirmed',
    ask: ({ txids }, dice) => get(`/v2/transactions/unconfirmed/${dice.pick([...txids, NOWHERE])}`),
  },
  {
    about: 'GET /v3/blocks/replay',
    ask: ({ txids }, dice) => {
      const txid = txids[dice.below(Math.max(1, txids.length))];
      if (txid === undefined) return undefined;
      return (own) => ({ method: 'GET', path: `/v3/blocks/replay/${own.blockOf(txid)}`, headers: AUTH, compare: 'exact', only: txid });
    },
  },
  {
    about: 'GET /v2/clarity/metadata',
    ask: ({ contracts }, dice) => {
      const shape = contracts.pick(dice.below(24));
      const variable = shape?.variables.find(({ access }) => access === 'variable')?.name ?? 'not-there';
      const key = dice.pick([`vm-metadata::6::${variable}`, 'vm-metadata::9::contract-size', 'vm-metadata::9::not-there', 'analysis']);
      return get(`/v2/clarity/metadata/${place(contracts, dice)}/${key}`);
    },
  },
  {
    about: 'POST /v2/stackerdb/chunks',
    ask: (_, dice) => {
      const chunk = { slot_id: dice.below(3), slot_version: dice.below(3), sig: '00'.repeat(65), data: 'ab' };
      return { ...post('/v2/stackerdb/ST000000000000000000002AMW42H/signers-0-0/chunks', JSON.stringify(chunk)), compare: 'status' };
    },
  },
  { about: 'POST /v2/mempool/query', ask: () => ({ ...post('/v2/mempool/query', ''), compare: 'status' }) },
  { about: 'GET /v2/clarity/marf', ask: () => get(`/v2/clarity/marf/${NOWHERE}`) },
  ...(
    [
      ['GET /v3/blocks', ({ tip }) => `/v3/blocks/${tip}`, 'status'],
      ['GET /v3/blocks/height', ({ tipHeight }) => `/v3/blocks/height/${tipHeight}`, 'status'],
      ['GET /v3/blocks/height', () => '/v3/blocks/height/99999999', 'exact'],
      ['GET /v3/sortitions', () => '/v3/sortitions', 'shape'],
      ['GET /v3/sortitions', () => '/v3/sortitions/latest_and_last', 'shape'],
      ['GET /v3/sortitions', ({ consensusHash }) => `/v3/sortitions/consensus/${consensusHash}`, 'shape'],
      ['GET /v3/sortitions', ({ burnHeight }) => `/v3/sortitions/burn_height/${burnHeight}`, 'shape'],
      ['GET /v3/sortitions', ({ burnHash }) => `/v3/sortitions/burn/${burnHash}`, 'shape'],
      ['GET /v3/sortitions', () => '/v3/sortitions/nope/00', 'status'],
      ['GET /v3/tenures/info', () => '/v3/tenures/info', 'shape'],
      ['GET /v3/tenures', ({ tip }) => `/v3/tenures/${tip}`, 'status'],
      ['GET /v3/tenures/tip', ({ consensusHash }) => `/v3/tenures/tip/${consensusHash}`, 'shape'],
      ['GET /v3/tenures/tip', () => `/v3/tenures/tip/${'cd'.repeat(20)}`, 'status'],
      ['GET /v3/tenures/tip_metadata', ({ consensusHash }) => `/v3/tenures/tip_metadata/${consensusHash}`, 'shape'],
      ['GET /v3/tenures/blocks', ({ consensusHash }) => `/v3/tenures/blocks/${consensusHash}`, 'shape'],
      ['GET /v3/tenures/blocks/hash', ({ burnHash }) => `/v3/tenures/blocks/hash/${burnHash}`, 'shape'],
      ['GET /v3/tenures/blocks/height', ({ burnHeight }) => `/v3/tenures/blocks/height/${burnHeight}`, 'shape'],
      ['GET /v3/tenures/blocks/height', () => '/v3/tenures/blocks/height/99999999', 'status'],
      ['GET /v3/tenures/fork_info', ({ consensusHash }) => `/v3/tenures/fork_info/${consensusHash}/${consensusHash}`, 'shape'],
      ['GET /v3/stacker_set', ({ cycle }) => `/v3/stacker_set/${cycle}`, 'shape'],
      ['GET /v3/stacker_set', () => '/v3/stacker_set/999', 'status'],
      ['GET /v3/signer', () => `/v3/signer/${`02${'79'.repeat(32)}`}/3`, 'exact'],
      ['GET /v2/stackerdb', () => '/v2/stackerdb/ST000000000000000000002AMW42H/signers-0-0', 'status'],
      ['GET /v2/stackerdb/replicas', () => '/v2/stackerdb/ST000000000000000000002AMW42H/signers-0-0/replicas', 'status'],
      ['GET /v2/stackerdb/slot', () => '/v2/stackerdb/ST000000000000000000002AMW42H/signers-0-0/999', 'status'],
      ['GET /v2/nothing', () => '/v2/nothing', 'exact'],
      ['GET /v3/blocks/not-hex', () => '/v3/blocks/xyz', 'exact'],
    ] as [string, (own: Own) => string, Request['compare']][]
  ).map(([about, path, compare = 'exact']): Read => ({ about, ask: () => (own) => ({ ...get(path(own)), compare }) })),
];

function called({ contracts, group }: Context, dice: Dice, route: string): Request | undefined {
  const shape = contracts.pick(dice.below(24));
  const fn = shape?.functions[dice.below(Math.max(1, shape.functions.length))];
  if (shape === undefined || fn === undefined) return undefined;
  const args = fn.args.map(({ type }) => Cl.serialize(contracts.value(type, dice.below(100_000), group)));
  if (dice.chance(0.05)) args.pop();
  if (dice.chance(0.05)) args[0] = Cl.serialize(Cl.uint(1));
  const name = dice.chance(0.04) ? 'not-there' : fn.name;
  const sponsor = dice.chance(0.2) ? { sponsor: groupAddresses(group)[1] } : {};
  const body = { sender: contracts.principal(dice.below(14), group), arguments: args.map((arg) => `0x${arg}`), ...sponsor };
  const to = `${route}/${shape.id.replace('.', '/')}/${name}${dice.pick(['', '', '', '?tip=latest'])}`;
  return { ...post(to, JSON.stringify(body)), headers: AUTH };
}

function place(contracts: ContractsOfPlay, dice: Dice): string {
  const id = contracts.pick(dice.below(24))?.id ?? `${LIBRARIAN.address}.x`;
  return (dice.chance(0.1) ? `${LIBRARIAN.address}.not-there` : id).replace('.', '/');
}

function query(dice: Dice): string {
  return dice.pick(['', '?proof=0', '?proof=0', '?proof=1', '?tip=latest', `?tip=${NOWHERE}`]);
}

function oneOf(names: readonly string[], dice: Dice): string {
  return names.length === 0 || dice.chance(0.1) ? 'not-there' : dice.pick(names);
}

function get(path: string): Request {
  return { method: 'GET', path };
}

function post(path: string, body: string): Request {
  return { method: 'POST', path, body, headers: { 'content-type': 'application/json' } };
}
