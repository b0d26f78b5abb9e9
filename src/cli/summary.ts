import type { Account, Devnet, DevnetProject } from '../devnet/types.js';
import { type Output, table } from './output.js';
import { wrap } from './printed/line.js';

export type SummaryOptions = {
  bitcoin: { rpcUser: string; rpcPassword: string };
  output: Output;
  /** Whether to leave out the accounts and what to try next. */
  quiet: boolean;
};

const NEXT = [
  ['stacks-devnet faucet stx <address>', 'send STX, and wait for the block'],
  ['stacks-devnet mine', 'mine a Bitcoin block and a Stacks tenure'],
  ['stacks-devnet snapshot save', 'save the state for snapshot restore'],
  ['stacks-devnet help', 'all commands'],
];

/** What a person needs of a network that is ready: URLs, accounts with their keys, and what to try next. At most 80 columns wide. */
export function summary(devnet: Devnet, { bitcoin: { rpcUser, rpcPassword }, output, quiet }: SummaryOptions): string[] {
  const { page, gateway, stacks, bitcoin, electrum, dap } = devnet.urls;
  const urls = [
    ...(page === undefined ? [] : [['page', page, 'the network in a browser']]),
    ...(gateway === undefined ? [] : [['gateway', gateway, 'faucets, node info, control']]),
    ['stacks', stacks, 'node RPC'],
    ['bitcoin', bitcoin, `node RPC, user ${rpcUser}, password ${rpcPassword}`],
    ...(electrum === undefined ? [] : [['electrum', electrum, 'Electrum server, also over WebSocket']]),
    ...(dap === undefined ? [] : [['debugger', dap, 'Debug Adapter Protocol']]),
    ...(devnet.project === undefined ? [] : [['project', devnet.project.name, contractCounts(devnet.project)]]),
  ];
  if (quiet) return ['', ...table(urls), ''];
  const accounts = Object.values(devnet.accounts);
  return [
    '',
    ...table(urls),
    '',
    ...accountLines(accounts, output),
    '',
    ...mnemonicLines(accounts, output),
    '',
    output.bold('next'),
    ...table(NEXT, '  '),
    '',
  ];
}

/** The addresses and the key of each account. A key has 66 digits, so it begins below the names. */
function accountLines(accounts: readonly Account[], output: Output): string[] {
  const width = Math.max(...accounts.map(({ name }) => name.length));
  const lines = accounts.flatMap(({ name, stx, btc, privateKey }) => [
    `${name.padEnd(width)}  STX  ${stx.address}`,
    `${''.padEnd(width)}  BTC  ${btc.address}`,
    `${'key'.padStart(width)}  ${output.dim(privateKey)}`,
  ]);
  return [output.bold('accounts'), ...lines.map((line) => `  ${line}`)];
}

/** Accounts of one mnemonic have one line. */
function mnemonicLines(accounts: readonly Account[], output: Output): string[] {
  const names = new Map<string, string[]>();
  for (const { name, mnemonic } of accounts) if (mnemonic !== undefined) names.set(mnemonic, [...(names.get(mnemonic) ?? []), name]);
  if (names.size === 0) return [];
  const entries = [...names].map(([mnemonic, [first = '', ...others]]) => ({
    mnemonic,
    title: others.length === 0 ? first : `${first} … ${others.at(-1)}`,
  }));
  const [indent, gap] = ['  ', '  '];
  const longest = Math.max(...entries.map(({ title }) => title.length));
  const width = output.paper().columns - indent.length - longest - gap.length;
  const rows = entries.flatMap(({ mnemonic, title }) =>
    wrap(mnemonic, width).map((part, row) => [row === 0 ? title : '', output.dim(part)]),
  );
  return [output.bold('mnemonics'), ...table(rows, indent)];
}

/** `3 contracts, 2 requirements` */
export function contractCounts({ contracts }: DevnetProject): string {
  const required = contracts.filter(({ requirement }) => requirement).length;
  const own = contracts.length - required;
  return `${own} ${own === 1 ? 'contract' : 'contracts'}${required === 0 ? '' : `, ${required} ${required === 1 ? 'requirement' : 'requirements'}`}`;
}
