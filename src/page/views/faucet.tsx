import { useSignal } from '@preact/signals';
import { BTC, readUnits, SBTC, STX } from '../../base/units.js';
import { request } from '../api/http.js';
import { type Coin, coins as inCoins } from '../format/amount.js';
import { accounts, network } from '../live/network.js';
import { ActionForm } from '../parts/action.js';
import { Section } from '../parts/layout.js';
import { link } from '../router.js';

export type FaucetCoin = 'stx' | 'btc' | 'sbtc';
export const NAMES: Readonly<Record<FaucetCoin, Coin>> = { stx: 'STX', btc: 'BTC', sbtc: 'sBTC' };
const UNITS = { stx: STX, btc: BTC, sbtc: SBTC } as const;

type Payment = { txId: string; amount: string; block?: { height: number } };

/**
 * Pays from a faucet, and waits for the block.
 * @param who an address, or the name of an account @param amount in coins, for example `1.5`; empty for the configured one
 */
export async function pay(coin: FaucetCoin, who: string, amount = '') {
  const units = amount.trim() === '' ? undefined : `${readUnits(`${amount.trim()}${UNITS[coin].symbol}`, UNITS[coin])}`;
  const account = accounts.value.find(({ name }) => name === who.trim());
  const address = account?.[coin === 'btc' ? 'btc' : 'stx'].address ?? who.trim();
  const body = { address, ...(units !== undefined && { amount: units }) };
  const payment = await request<Payment>(`/devnet/v1/faucets/${coin}`, { method: 'POST', body });
  const { txId, amount: paid, block } = payment;
  const where = block === undefined ? 'not in a block yet' : `in block ${block.height}`;
  const to = account === undefined ? '' : ` to ${account.name}`;
  return { text: `Sent ${inCoins(paid, NAMES[coin])} ${NAMES[coin]}${to}, ${where}.`, href: link('tx', txId) };
}

/** Whether the network has the coin. */
export function isOffered(coin: FaucetCoin): boolean {
  return coin !== 'sbtc' || network.value?.status?.sbtc !== undefined;
}

/** A form that pays from the faucets. @param address is fixed where given */
export function Faucet({ address, coins }: { address?: string; coins: readonly FaucetCoin[] }) {
  const offered = coins.filter(isOffered);
  const coin = useSignal<FaucetCoin>(offered[0] ?? 'stx');
  const amount = useSignal('');
  const recipient = useSignal('');
  return (
    <Section title="Faucet">
      <ActionForm label="Faucet" run={() => pay(coin.value, address ?? recipient.value, amount.value)}>
        {address === undefined && (
          <label class="grow">
            Address or name
            <input
              type="text"
              list="account-names"
              required
              spellcheck={false}
              autocomplete="off"
              value={recipient.value}
              onInput={({ currentTarget }) => {
                recipient.value = currentTarget.value;
              }}
            />
          </label>
        )}
        {address === undefined && (
          <datalist id="account-names">
            {accounts.value.map(({ name }) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        )}
        <label>
          Coin
          <select
            value={coin.value}
            onChange={({ currentTarget }) => {
              coin.value = currentTarget.value as FaucetCoin;
            }}
          >
            {offered.map((one) => (
              <option key={one} value={one}>
                {NAMES[one]}
              </option>
            ))}
          </select>
        </label>
        <label>
          Amount
          <input
            type="text"
            inputMode="decimal"
            placeholder="default"
            value={amount.value}
            onInput={({ currentTarget }) => {
              amount.value = currentTarget.value;
            }}
          />
        </label>
        <button type="submit">Send</button>
      </ActionForm>
    </Section>
  );
}
