import { ownCommand } from '#platform/own-command.js';
import type { Account, DevnetProject } from '../network/data.js';
import type { Devnet } from '../network/types.js';
import { type Output, table } from './output.js';

export type SummaryOptions = {
  bitcoin: { rpcUser: string; rpcPassword: string };
  /** Whether to leave out the accounts and what to try next. */
  quiet: boolean;
  /** Whether keys control the network. */
  hasKeys: boolean;
};

/** As many as the standard ones, so that all lines fit a terminal of 24 rows. */
const MOST_ACCOUNTS = 9;

/**
 * What a person needs of a network that is ready: accounts, what to try next, and at the end URLs, which stay visible. At most 80 columns
 * wide, and with the line before and the cursor 24 rows high.
 */
export function summary(devnet: Devnet, options: SummaryOptions & { output: Pick<Output, 'bold'> }): string[] {
  const { bitcoin: access, quiet, hasKeys, output } = options;
  const { page, gateway, stacks, bitcoin, electrum, dap } = devnet.urls;
  const urls = [
    ...(page === undefined ? [] : [['page', page, 'the network in a browser']]),
    ...(gateway === undefined ? [] : [['gateway', gateway, 'faucets, node info, control']]),
    ['stacks', stacks, 'node RPC'],
    ['bitcoin', bitcoin, `node RPC, user ${access.rpcUser}, password ${access.rpcPassword}`],
    ...(electrum === undefined ? [] : [['electrum', electrum, 'Electrum server, also over WebSocket']]),
    ...(dap === undefined ? [] : [['debugger', dap, 'Debug Adapter Protocol']]),
    ...(devnet.project === undefined ? [] : [['project', devnet.project.name, contractCounts(devnet.project)]]),
  ];
  const keys = hasKeys ? ['press ? for keys'] : [];
  if (quiet) return ['', ...table(urls), ...keys];
  return ['', output.bold('accounts'), ...accountLines(Object.values(devnet.accounts)), '', ...table(urls), ...keys];
}

function accountLines(accounts: readonly Account[]): string[] {
  const shown = accounts.slice(0, MOST_ACCOUNTS).map(({ name, stx }) => [name, stx.address]);
  const others = accounts.length - shown.length;
  return [
    ...table(shown, '  '),
    `  ${others > 0 ? `and ${others} more; ` : ''}keys, mnemonics and Bitcoin addresses: ${ownCommand('accounts')}`,
    `  try: ${ownCommand(`faucet stx ${exampleName(accounts)}`)}, ${ownCommand('help')}`,
  ];
}

/** The name of an account of the network: a user's rather than that of the deployer, and one that fits the line. */
function exampleName(accounts: readonly Account[]): string {
  const names = accounts.map(({ name }) => name).filter((name) => /^\w{1,9}$/.test(name));
  return names.includes('wallet_1') ? 'wallet_1' : (names.find((name) => name !== 'deployer') ?? names[0] ?? '<address>');
}

/** `3 contracts, 2 requirements` */
export function contractCounts({ contracts }: DevnetProject): string {
  const required = contracts.filter(({ requirement }) => requirement).length;
  const own = contracts.length - required;
  const ownContracts = `${own} ${own === 1 ? 'contract' : 'contracts'}`;
  return required === 0 ? ownContracts : `${ownContracts}, ${required} ${required === 1 ? 'requirement' : 'requirements'}`;
}
