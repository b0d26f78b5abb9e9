import { isRecord } from '../../json.js';
import { formatUnits } from '../../units.js';
import type { Client } from '../client.js';
import { type Output, table } from '../output.js';

/** `accounts`: lists the funded accounts with their balances; mnemonics only with `--json`. */
export async function accounts(client: Client, output: Output): Promise<void> {
  const { body } = await client('GET', '/devnet/v1/accounts');
  if (output.json) {
    output.object(body);
    return;
  }
  const list = Array.isArray(body['accounts']) ? body['accounts'].filter(isRecord) : [];
  for (const line of table(list.flatMap((account) => rowsOf(account, output)))) output.line(line);
  output.note('For mnemonics run: stacks-devnet accounts --json');
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
