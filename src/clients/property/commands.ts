import fc from 'fast-check';
import { invalid } from '../../base/error.js';
import { unknownName } from '../../base/unknown-name.js';
import type { FunctionAbi } from '../../clarity/contract-abi.js';
import { accountNamed } from '../../network/devnet.js';
import type { Devnet } from '../../network/types.js';
import { type CalledContract, type CallsOptions, callsOf, readContract } from './calls.js';
import * as chain from './chain-commands.js';
import type { Command } from './types.js';

/** What commands use. */
export type CommandsOptions = {
  /** The contracts that are called, as for `devnet.contract`. @default those of the project */
  contracts?: readonly string[] | undefined;
  /** The names of the accounts that act. @default the first four of the network */
  accounts?: readonly string[] | undefined;
};

/** Arbitraries of commands. Each shrinks: amounts to the least, accounts to the first. */
export type Commands = {
  /**
   * Calls of public functions, each in a Stacks block of its own. A call that aborts is a step, too.
   * @param contract one of the contracts @default all
   * @param fn one function, or several @default all
   * @throws DevnetError INVALID_INPUT
   */
  call(contract?: string, fn?: string | readonly string[], options?: CallsOptions): fc.Arbitrary<Command>;
  /** Transfers of micro-STX between accounts. @param amount @default up to 1,000 STX */
  transfer(amount?: fc.Arbitrary<bigint>): fc.Arbitrary<Command>;
  /** Payments of the faucets to accounts. @param coins @default BTC, STX and sBTC */
  pay(coins?: readonly ('btc' | 'stx' | 'sbtc')[]): fc.Arbitrary<Command>;
  /** Blocks of Bitcoin, with the Stacks tenures that follow, or of Stacks. @param most how many @default 3 */
  mine(most?: number): fc.Arbitrary<Command>;
  /** Reorganisations of Bitcoin, with which Stacks goes. @param deepest in Bitcoin blocks, at most 6 @default 3 */
  reorg(deepest?: number): fc.Arbitrary<Command>;
  /** Restores of the state before the last steps of the run. @param most how many steps @default 4 */
  restore(most?: number): fc.Arbitrary<Command>;
  /** Deposits of Bitcoin for sBTC. @param amount in sats @default up to 1,000,000 */
  deposit(amount?: fc.Arbitrary<bigint>): fc.Arbitrary<Command>;
  /** Withdrawals of sBTC for Bitcoin. @param amount in sats @default up to 1,000,000 */
  withdraw(amount?: fc.Arbitrary<bigint>): fc.Arbitrary<Command>;
  /** Faults of `devnet.chaos`: lost and late transactions, empty tenures, Bitcoin blocks without a tenure. */
  fault(): fc.Arbitrary<Command>;
  /** All of them, calls most often. */
  any(): fc.Arbitrary<Command>;
};

/**
 * Reads the interfaces of contracts and returns arbitraries of commands.
 * @throws DevnetError INVALID_INPUT, NOT_FOUND for an unknown contract
 * @example
 * const on = await createCommands(devnet, { contracts: ['pool'] });
 * const commands = fc.oneof(on.call('pool', 'deposit', { args: { amount: fc.bigInt(1n, 100n) } }), on.mine(), on.reorg());
 */
export async function createCommands(
  devnet: Devnet,
  { contracts: given, accounts: names = firstAccounts(devnet) }: CommandsOptions = {},
): Promise<Commands> {
  const listed = given ?? devnet.project?.contracts.filter(({ requirement }) => !requirement).map(({ id }) => id) ?? [];
  const contracts = await Promise.all(listed.map((name) => readContract(devnet, name)));
  const accounts = names.map((name) => {
    const known = Object.keys(devnet.accounts);
    const account = accountNamed(devnet.accounts, name);
    if (account === undefined) throw unknownName(name, 'account', known, `The accounts are ${known.join(', ')}.`);
    return account.stx.address;
  });
  const principals = { names, accounts, contracts: contracts.map(({ id }) => id) };
  const hasSbtc = (await devnet.status()).sbtc !== undefined;
  const commands: Commands = {
    call(contract, fn, options = {}) {
      const chosen = contract === undefined ? contracts : [oneNamed(contract, contracts)];
      const calls = chosen.flatMap((one) => functionsOf(one, fn).map((called) => callsOf(one, called, principals, options)));
      if (calls.length === 0)
        throw invalid('contracts', 'at least one contract with a public function', listed, 'Pass createCommands(devnet, { contracts }).');
      return fc.oneof(...calls);
    },
    transfer: (amount) => chain.transfers(names, amount),
    pay: (coins = hasSbtc ? ['btc', 'stx', 'sbtc'] : ['btc', 'stx']) => chain.payments(names, coins),
    mine: chain.blocks,
    reorg: chain.reorganisations,
    restore: chain.restores,
    deposit: (amount) => chain.deposits(names, amount),
    withdraw: (amount) => chain.withdrawals(names, amount),
    fault: chain.faults,
    any: () =>
      fc.oneof(
        ...(principals.contracts.length === 0 ? [] : [{ weight: 10, arbitrary: commands.call() }]),
        ...(names.length < 2 ? [] : [{ weight: 2, arbitrary: commands.transfer() }]),
        { weight: 2, arbitrary: commands.pay() },
        { weight: 3, arbitrary: commands.mine() },
        { weight: 2, arbitrary: commands.reorg() },
        { weight: 2, arbitrary: commands.restore() },
        { weight: 1, arbitrary: commands.fault() },
        ...(hasSbtc
          ? [
              { weight: 1, arbitrary: commands.deposit() },
              { weight: 1, arbitrary: commands.withdraw() },
            ]
          : []),
      ),
  };
  return commands;
}

/** The accounts of a network that meet each other: more of them hide what depends on the same account. */
function firstAccounts(devnet: Devnet): readonly string[] {
  return Object.keys(devnet.accounts).slice(0, 4);
}

function oneNamed(name: string, contracts: readonly CalledContract[]): CalledContract {
  const found = contracts.find(({ id }) => id === name || id.endsWith(`.${name}`));
  if (found !== undefined) return found;
  const known = contracts.map(({ id }) => id.slice(id.indexOf('.') + 1));
  throw unknownName(name, 'contract', known, `Name it in createCommands(devnet, { contracts: ['${name}'] }).`);
}

function functionsOf({ id, functions }: CalledContract, fn: string | readonly string[] | undefined): readonly FunctionAbi[] {
  if (fn === undefined) return functions;
  return [fn].flat().map((name) => {
    const found = functions.find((one) => one.name === name);
    if (found !== undefined) return found;
    const known = functions.map((one) => one.name);
    throw unknownName(name, `public function of ${id}`, known, `It has ${known.join(', ') || 'none'}.`);
  });
}
