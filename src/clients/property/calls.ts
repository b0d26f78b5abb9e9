import fc from 'fast-check';
import { invalid } from '../../base/error.js';
import { unknownName } from '../../base/unknown-name.js';
import type { ContractAbi, FunctionAbi } from '../../clarity/contract-abi.js';
import type { PostCondition } from '../../clarity/stacks-js.js';
import type { CallReceipt, ContractInternals } from '../../network/contract.js';
import type { Account } from '../../network/data.js';
import { accountNamed } from '../../network/devnet.js';
import type { Devnet } from '../../network/types.js';
import { createCommand, unlessRefused } from './command.js';
import type { Command, Outcome, Session } from './types.js';
import { type Principals, valuesOf } from './values.js';

/** A contract whose functions are called. */
export type CalledContract = { id: string; functions: readonly FunctionAbi[] };

/** How calls are made. */
export type CallsOptions = {
  /** Arguments that are not generated from their types, by name. @example { amount: fc.bigInt(1n, 100n) } */
  args?: Readonly<Record<string, fc.Arbitrary<unknown>>> | undefined;
  /** The names of the accounts that call. @default those of `createCommands` */
  as?: readonly string[] | undefined;
  /** The post-conditions of a call. @default none */
  postConditions?: ((args: Readonly<Record<string, unknown>>, sender: Account) => readonly (PostCondition | string)[]) | undefined;
  /** @default as `devnet.contract(…).call()` */
  postConditionMode?: 'allow' | 'deny' | undefined;
};

/** Reads the interface of a contract. @param name as for `devnet.contract` @throws DevnetError INVALID_INPUT, NOT_FOUND */
export async function readContract(devnet: Devnet, name: string): Promise<CalledContract> {
  // The command line uses it, too: both kinds of devnet have it.
  const contract = devnet.contract(name) as unknown as { id: string } & ContractInternals;
  const { functions }: ContractAbi = await contract.abi();
  const isPublic = ({ access }: FunctionAbi): boolean => access === 'public';
  return { id: contract.id, functions: functions.filter(isPublic) };
}

/**
 * Returns calls of a public function: it is called by one of the accounts, and mined in a Stacks block of its own.
 * @throws DevnetError INVALID_INPUT for an unknown argument, and for a type of which there are no values
 */
export function callsOf(
  { id }: CalledContract,
  { name: fn, args: parameters }: FunctionAbi,
  principals: Principals & { names: readonly string[] },
  options: CallsOptions,
): fc.Arbitrary<Command> {
  const { args: given = {}, as = principals.names, postConditions, postConditionMode } = options;
  const names = parameters.map(({ name }) => name);
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown !== undefined) throw unknownName(unknown, `argument of ${fn}`, names, `The arguments are ${names.join(', ') || 'none'}.`);
  if (as.length === 0) throw invalid('as', 'at least one name of an account', as);
  const values = parameters.map(({ name, type }) => [name, given[name] ?? valuesOf(type, principals)] as const);
  return fc.tuple(fc.constantFrom(...as), fc.record(Object.fromEntries(values))).map(([sender, args]) =>
    createCommand(`${id.slice(id.indexOf('.') + 1)}.${fn}(${shown(args)}) as ${sender}`, async (session: Session) => {
      const account = accountOf(session.devnet, sender, 'as');
      const conditions = postConditions && { postConditions: postConditions(args, account) };
      return callAndMine(session.devnet, id, fn, args, { as: sender, postConditionMode, ...conditions });
    }),
  );
}

/** Returns an account of the network. @param field that names it @throws DevnetError INVALID_INPUT */
export function accountOf({ accounts }: Devnet, name: string, field: string): Account {
  const account = accountNamed(accounts, name);
  if (account === undefined) throw invalid(field, 'the name of an account', name);
  return account;
}

type Sending = { as: string; postConditionMode?: 'allow' | 'deny' | undefined; postConditions?: readonly (PostCondition | string)[] };

/** Calls a function and mines one Stacks block. */
export function callAndMine(
  devnet: Devnet,
  id: string,
  fn: string,
  args: Readonly<Record<string, unknown>>,
  options: Sending,
): Promise<Outcome> {
  return unlessRefused(async () => {
    const txid = await devnet.contract(id).call(fn, args, { ...options, wait: false });
    await devnet.stacks.mine();
    const receipt = await devnet.stacks.receipt(txid);
    return { txid, receipt: receipt as CallReceipt | undefined };
  });
}

function shown(args: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(args).map(([name, value]) => `${name}: ${fc.stringify(value)}`);
  return entries.length === 0 ? '' : `{ ${entries.join(', ')} }`;
}
