import { isRecord } from '../../json.js';
import type { Client } from '../client.js';
import { type Output, table } from '../output.js';
import { formatUnits } from '../units.js';

/** `accounts`: lists the funded accounts; private keys and mnemonics only with `--json`. */
export async function accounts(client: Client, output: Output): Promise<void> {
  const { body } = await client('GET', '/devnet/v1/accounts');
  if (output.json) {
    output.object(body);
    return;
  }
  const list = Array.isArray(body['accounts']) ? body['accounts'].filter(isRecord) : [];
  const rows = list.map(({ name, stx, btc }) => {
    const { address: stxAddress, balance: microStx, nonce } = isRecord(stx) ? stx : {};
    const { address: btcAddress, balance: sats } = isRecord(btc) ? btc : {};
    return [
      String(name),
      String(stxAddress),
      `${formatUnits(String(microStx), 6)} STX`,
      `nonce ${nonce}`,
      String(btcAddress),
      `${formatUnits(String(sats), 8)} BTC`,
    ];
  });
  for (const line of table(rows)) output.line(line);
  output.note('For private keys and mnemonics run: stacks-devnet accounts --json');
}
