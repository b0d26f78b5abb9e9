import { formatUnits } from '../../base/units.js';
import type { ListedAccount } from '../../network/devnet.js';
import { type Output, table } from '../output.js';
import { wrap } from '../printed/line.js';

/** Prints the funded accounts with their balances, keys and mnemonics. */
export function sayAccounts({ accounts }: { accounts: readonly ListedAccount[] }, output: Output): void {
  for (const line of table(accounts.flatMap((account) => rowsOf(account, output)))) output.line(line);
  for (const line of mnemonicLines(accounts, output)) output.line(line);
}

/** Accounts of one mnemonic have one line. */
function mnemonicLines(accounts: readonly ListedAccount[], output: Output): string[] {
  const names = new Map<string, string[]>();
  for (const { name, mnemonic } of accounts) if (mnemonic !== undefined) names.set(mnemonic, [...(names.get(mnemonic) ?? []), name]);
  if (names.size === 0) return [];
  const entries = [...names].map(([mnemonic, [first = '', ...others]]) => ({
    mnemonic,
    title: others.length === 0 ? first : `${first} … ${others.at(-1)}`,
  }));
  const gap = '  ';
  const longest = Math.max(...entries.map(({ title }) => title.length));
  const width = output.paper().columns - longest - gap.length;
  const rows = entries.flatMap(({ mnemonic, title }) =>
    wrap(mnemonic, width).map((part, row) => [row === 0 ? title : '', output.dim(part)]),
  );
  return ['', output.bold('mnemonics'), ...table(rows)];
}

function rowsOf({ name, stx, btc, privateKey }: ListedAccount, output: Output): string[][] {
  return [
    [name, 'STX', stx.address],
    ['', 'BTC', btc.address],
    ['', 'key', output.dim(privateKey)],
    ['', 'has', `${formatUnits(stx.balance, 6)} STX, ${formatUnits(btc.balance, 8)} BTC, nonce ${stx.nonce}`],
  ];
}
