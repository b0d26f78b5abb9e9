import type { Account, Devnet, DevnetProject } from '../devnet/types.js';
import { type Output, table } from './output.js';
import { wrap } from './story/line.js';

export type SummaryOptions = {
  bitcoin: { rpcUser: string; rpcPassword: string };
  output: Output;
  /** Whether to leave out the accounts and what to try next. */
  quiet: boolean;
};

const NEXT = [
  ['stacks-devnet faucet stx <address>', 'send STX, and wait for the block'],
  ['stacks-devnet mine', 'mine a Bitcoin block and a Stacks tenure'],
  ['stacks-devnet snapshot save', 'save the state; snapshot restore returns to it'],
  ['stacks-devnet help', 'all commands'],
];

/** What a person needs of a network that is ready: URLs, accounts with their keys, and what to try next. At most 80 columns wide. */
export function summary(devnet: Devnet, { bitcoin: { rpcUser, rpcPassword }, output, quiet }: SummaryOptions): string[] {
  const { gateway, stacks, bitcoin } = devnet.urls;
  const urls = [
    ...(gateway === undefined ? [] : [['gateway', gateway, 'faucets, node info, control']]),
    ['stacks', stacks, 'node RPC'],
    ['bitcoin', bitcoin, `node RPC, user ${rpcUser}, password ${rpcPassword}`],
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

/** The addresses and the key of each account. */
function accountLines(accounts: readonly Account[], output: Output): string[] {
  const rows = accounts.flatMap(({ name, stx, btc, privateKey }) => [
    [name, 'STX', stx.address],
    ['', 'BTC', btc.address],
    ['', 'key', output.dim(privateKey)],
  ]);
  return [output.bold('accounts'), ...table(rows, '  ')];
}

/** Accounts of one mnemonic have one line. */
function mnemonicLines(accounts: readonly Account[], output: Output): string[] {
  const names = new Map<string, string[]>();
  for (const { name, mnemonic } of accounts) if (mnemonic !== undefined) names.set(mnemonic, [...(names.get(mnemonic) ?? []), name]);
  if (names.size === 0) return [];
  const { columns } = output.paper();
  const entries = [...names].flatMap(([mnemonic, [first = '', ...others]]) => {
    const title = others.length === 0 ? first : `${first} … ${others.at(-1)}`;
    return wrap(mnemonic, columns - 2 - 10).map((part, row) => [row === 0 ? title : '', output.dim(part)]);
  });
  return [output.bold('mnemonics'), ...table(entries, '  ')];
}

/** `3 contracts, 2 requirements` */
export function contractCounts({ contracts }: DevnetProject): string {
  const required = contracts.filter(({ requirement }) => requirement).length;
  const own = contracts.length - required;
  return `${own} ${own === 1 ? 'contract' : 'contracts'}${required === 0 ? '' : `, ${required} ${required === 1 ? 'requirement' : 'requirements'}`}`;
}
