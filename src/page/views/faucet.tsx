import { useSignal } from '@preact/signals';
import { BTC, readUnits, SBTC, STX } from '../../units.js';
import { request } from '../api/http.js';
import { type Coin, coins as inCoins } from '../format/amount.js';
import { network } from '../live/network.js';
import { ActionForm } from '../parts/action.js';
import { Section } from '../parts/layout.js';
import { link } from '../router.js';

type FaucetCoin = 'stx' | 'btc' | 'sbtc';
const NAMES: Readonly<Record<FaucetCoin, Coin>> = { stx: 'STX', btc: 'BTC', sbtc: 'sBTC' };
const UNITS = { stx: STX, btc: BTC, sbtc: SBTC } as const;

type Payment = { txId: string; amount: string; block?: { height: number } };

/** Pays from a faucet, and waits for the block. @param amount in coins, for example `1.5`; empty for the configured one */
async function pay(coin: FaucetCoin, address: string, amount: string) {
  const units = amount.trim() === '' ? undefined : `${readUnits(`${amount.trim()}${UNITS[coin].symbol}`, UNITS[coin])}`;
  const body = { address: address.trim(), ...(units !== undefined && { amount: units }) };
  const payment = await request<Payment>(`/devnet/v1/faucets/${coin}`, { method: 'POST', body });
  const { txId, amount: paid, block } = payment;
  const where = block === undefined ? 'not in a block yet' : `in block ${block.height}`;
  return { text: `Sent ${inCoins(paid, NAMES[coin])} ${NAMES[coin]}, ${where}.`, href: link('tx', txId) };
}

/** A form that pays from the faucets. @param address is fixed where given */
export function Faucet({ address, coins }: { address?: string; coins: readonly FaucetCoin[] }) {
  const offered = coins.filter((one) => one !== 'sbtc' || network.value?.status?.sbtc !== undefined);
  const coin = useSignal<FaucetCoin>(offered[0] ?? 'stx');
  const amount = useSignal('');
  const recipient = useSignal('');
  return (
    <Section title="Faucet">
      <ActionForm label="Faucet" run={() => pay(coin.value, address ?? recipient.value, amount.value)}>
        {address === undefined && (
          <label class="grow">
            Address
            <input
              type="text"
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
