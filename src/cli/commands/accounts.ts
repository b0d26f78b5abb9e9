import { isRecord } from '../../json.js';
import { formatUnits } from '../../units.js';
import type { Client } from '../client.js';
import { type Output, table } from '../output.js';
import { wrap } from '../printed/line.js';

/** `accounts`: lists the funded accounts with their balances, keys and mnemonics. */
export async function accounts(client: Client, output: Output): Promise<void> {
  const { body } = await client('GET', '/devnet/v1/accounts');
  if (output.json) {
    output.object(body);
    return;
  }
  const list = Array.isArray(body['accounts']) ? body['accounts'].filter(isRecord) : [];
  for (const line of table(list.flatMap((account) => rowsOf(account, output)))) output.line(line);
  for (const line of mnemonicLines(list, output)) output.line(line);
}

/** Accounts of one mnemonic have one line. */
function mnemonicLines(accounts: readonly Record<string, unknown>[], output: Output): string[] {
  const names = new Map<string, string[]>();
  for (const { name, mnemonic } of accounts) {
    if (typeof mnemonic === 'string') names.set(mnemonic, [...(names.get(mnemonic) ?? []), String(name)]);
  }
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

function rowsOf({ name, stx, btc, privateKey }: Record<string, unknown>, output: Output): string[][] {
  const { address: stxAddress, balance: microStx, nonce } = isRecord(stx) ? stx : {};
  const { address: btcAddress, balance: sats } = isRecord(btc) ? btc : {};
  return [
    [String(name), 'STX', String(stxAddress)],
    ['', 'BTC', String(btcAddress)],
    ['', 'key', output.dim(String(privateKey))],
    ['', 'has', `${formatUnits(String(microStx), 6)} STX, ${formatUnits(String(sats), 8)} BTC, nonce ${nonce}`],
  ];
}
