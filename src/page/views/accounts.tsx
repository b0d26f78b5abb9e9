import { useSignal } from '@preact/signals';
import { useQuery } from '../api/query.js';
import type { Account } from '../api/types.js';
import { canControl } from '../live/network.js';
import { Copy } from '../parts/copy.js';
import { Id } from '../parts/id.js';
import { Empty, Heading, Loaded } from '../parts/layout.js';
import { Amount } from '../parts/values.js';
import { link } from '../router.js';
import { Faucet } from './faucet.js';

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
      <p class="muted">Test accounts. Anybody may know their keys, so never send anything of value to them.</p>
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
      <Faucet coins={['stx', 'btc', 'sbtc']} />
    </>
  );
}

function AccountCard({ account: { name, stx, btc, privateKey, mnemonic } }: { account: Account }) {
  const isOpen = useSignal(false);
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
        <div>
          <dt>Nonce</dt>
          <dd class="number">{stx.nonce}</dd>
        </div>
      </dl>
      <button
        type="button"
        class="link"
        aria-expanded={isOpen.value}
        onClick={() => {
          isOpen.value = !isOpen.value;
        }}
      >
        {isOpen.value ? 'Hide keys' : 'Keys and addresses'}
        <span class="hidden"> of {name}</span>
      </button>
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
