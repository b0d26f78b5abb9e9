import { useSignal } from '@preact/signals';
import { useQuery } from '../api/query.js';
import type { Account, CursorPage } from '../api/types.js';
import { canControl, sbtcToken } from '../live/network.js';
import { Action } from '../parts/action.js';
import { Copy } from '../parts/copy.js';
import { Id } from '../parts/id.js';
import { Empty, Heading, Loaded } from '../parts/layout.js';
import { Toggle } from '../parts/toggle.js';
import { Amount } from '../parts/values.js';
import { link } from '../router.js';
import { Faucet, type FaucetCoin, isOffered, NAMES, pay } from './faucet.js';

const COINS: readonly FaucetCoin[] = ['stx', 'btc', 'sbtc'];

export function Accounts() {
  const query = useQuery<{ accounts: Account[] }>(canControl.value ? '/devnet/v1/accounts' : undefined);
  if (canControl.value === false) {
    return (
      <>
        <Heading title="Accounts" />
        <Empty>This network shows its accounts only to programs on its own machine.</Empty>
      </>
    );
  }
  return (
    <>
      <Heading title="Accounts" />
      <p class="muted">These are test accounts. Their keys are not secret, so never send anything of value to them.</p>
      <Loaded query={query}>
        {({ accounts }) =>
          accounts.length === 0 ? (
            <Empty>This network has no accounts of its own.</Empty>
          ) : (
            <div class="cards">
              {accounts.map((account) => (
                <AccountCard key={account.name} account={account} />
              ))}
            </div>
          )
        }
      </Loaded>
      <Faucet coins={COINS} />
    </>
  );
}

function AccountCard({ account: { name, stx, btc, privateKey, mnemonic } }: { account: Account }) {
  const isOpen = useSignal(false);
  const tokens = useQuery<CursorPage<{ asset_identifier: string; balance: string }>>(
    isOffered('sbtc') ? `/extended/v3/principals/${stx.address}/balances/ft` : undefined,
  );
  const sbtc = tokens.data?.results.find(({ asset_identifier: asset }) => asset === sbtcToken.value)?.balance;
  return (
    <article class="card" aria-label={name}>
      <h2>
        <a href={link('address', stx.address)}>{name}</a>
      </h2>
      <dl>
        <div>
          <dt>STX</dt>
          <dd>
            <Id what={`STX address of ${name}`} id={stx.address} href={link('address', stx.address)} />
          </dd>
          <dd class="right">
            <Amount units={stx.balance} coin="STX" />
          </dd>
        </div>
        <div>
          <dt>BTC</dt>
          <dd>
            <Id what={`BTC address of ${name}`} id={btc.address} href={link('address', btc.address)} />
          </dd>
          <dd class="right">
            <Amount units={btc.balance} coin="BTC" />
          </dd>
        </div>
        {isOffered('sbtc') && (
          <div>
            <dt>sBTC</dt>
            <dd class="muted">on the STX address</dd>
            <dd class="right">{tokens.data !== undefined && <Amount units={sbtc ?? '0'} coin="sBTC" />}</dd>
          </div>
        )}
        <div>
          <dt>Nonce</dt>
          <dd class="number">{stx.nonce}</dd>
        </div>
      </dl>
      <div class="actions">
        {COINS.filter(isOffered).map((coin) => (
          <Action key={coin} quiet label={`Send ${NAMES[coin]} to ${name}`} run={() => pay(coin, name)}>
            + {NAMES[coin]}
          </Action>
        ))}
      </div>
      <Toggle isOpen={isOpen}>
        {isOpen.value ? 'Hide keys' : 'Keys and addresses'}
        <span class="hidden"> of {name}</span>
      </Toggle>
      {isOpen.value && (
        <dl class="keys">
          <Secret name="Private key" text={privateKey} of={name} />
          {mnemonic !== undefined && <Secret name="Mnemonic" text={mnemonic} of={name} />}
          {Object.entries(btc.addresses).map(([kind, address]) => (
            <Secret key={kind} name={kind} text={address} of={name} />
          ))}
        </dl>
      )}
    </article>
  );
}

function Secret({ name, text, of }: { name: string; text: string; of: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <code>{text}</code> <Copy text={text} what={`${name.toLowerCase()} of ${of}`} />
      </dd>
    </div>
  );
}
