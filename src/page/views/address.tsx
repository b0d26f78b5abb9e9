import type { ComponentChildren } from 'preact';
import { useQuery } from '../api/query.js';
import type { BtcAddress, CursorPage, Repr, TxSummary } from '../api/types.js';
import { accountOf, canControl } from '../live/network.js';
import { BitcoinAddress, Id, Principal } from '../parts/id.js';
import { Facts, Heading, Loaded, Pager, Section, Table } from '../parts/layout.js';
import { TransactionTable } from '../parts/transactions.js';
import { Amount, ClarityValue, TokenAmount } from '../parts/values.js';
import { link, route } from '../router.js';
import { AddressTransactions } from './bitcoin-lists.js';
import { Faucet } from './faucet.js';
import { cursorLink } from './lists.js';

type Balances = { stx: string; btc: string };

/** An address of either chain. */
export function AddressView({ id }: { id: string }) {
  return /^S[A-Z0-9]{20,}/.test(id) ? <StacksAddress id={id} /> : <BitcoinAddressView id={id} />;
}

function StacksAddress({ id }: { id: string }) {
  const stx = useQuery<{ balance: string; locked: { amount: string } | null }>(`/extended/v3/principals/${id}/balances/stx`);
  const nonces = useQuery<{ possible_next_nonce: number }>(`/extended/v1/address/${id}/nonces`);
  const account = accountOf(id);
  const both = useQuery<Balances>(account === undefined ? undefined : `/devnet/v1/balances/${id}`);
  return (
    <>
      <Heading title={account?.name ?? id} kind={account === undefined ? 'Stacks address' : 'Account'}>
        {account?.name ?? <AddressTitle id={id} />}
      </Heading>
      <Loaded query={stx} missing="This is not an address of a test network.">
        {({ balance, locked }) => (
          <Facts
            facts={[
              ['Address', <Id key="address" what="address" id={id} whole />],
              ['Balance', <Amount key="balance" units={balance} coin="STX" />],
              locked !== null && ['Locked', <Amount key="locked" units={locked.amount} coin="STX" />],
              account !== undefined && [
                'On Bitcoin',
                <OnOtherChain key="bitcoin" units={both.data?.btc} coin="BTC">
                  <Id what="Bitcoin address" id={account.btc.address} href={link('address', account.btc.address)} whole />
                </OnOtherChain>,
              ],
              nonces.data !== undefined && ['Next nonce', nonces.data.possible_next_nonce],
            ]}
          />
        )}
      </Loaded>
      {canControl.value && <Faucet address={id} coins={['stx', 'sbtc']} />}
      <Tokens id={id} />
      <History id={id} />
    </>
  );
}

/** A name of the network's own, such as the faucet's, or the address. */
function AddressTitle({ id }: { id: string }) {
  return id.startsWith('S') ? <Principal id={id} bare linked={false} /> : <BitcoinAddress id={id} bare linked={false} />;
}

type OtherChainProps = { units: string | undefined; coin: 'STX' | 'BTC'; children: ComponentChildren };

/** What an account has on the other chain, and its address there. */
function OnOtherChain({ units, coin, children }: OtherChainProps) {
  return (
    <span class="pairs">
      {units !== undefined && <Amount units={units} coin={coin} />} {children}
    </span>
  );
}

/** The tokens that a principal owns. */
export function Tokens({ id }: { id: string }) {
  const fungible = useQuery<CursorPage<{ asset_identifier: string; balance: string }>>(`/extended/v3/principals/${id}/balances/ft`);
  const others = useQuery<CursorPage<{ asset_identifier: string; value: Repr }>>(`/extended/v3/principals/${id}/balances/nft?limit=50`);
  const tokens = fungible.data?.results ?? [];
  const unique = others.data?.results ?? [];
  if (tokens.length + unique.length === 0) return null;
  return (
    <Section title="Tokens">
      <Table label="Tokens" columns={['Token', { name: 'Contract', class: 'wide' }, { name: 'Amount or id', class: 'right' }]}>
        {tokens.map(({ asset_identifier: asset, balance }) => (
          <tr key={asset}>
            <Asset asset={asset} />
            <td class="right">
              <TokenAmount amount={balance} asset={asset} />
            </td>
          </tr>
        ))}
        {unique.map(({ asset_identifier: asset, value }) => (
          <tr key={`${asset}${value.hex}`}>
            <Asset asset={asset} />
            <td class="right">
              <ClarityValue hex={value.hex} isInline />
            </td>
          </tr>
        ))}
      </Table>
      {others.data !== undefined && others.data.total > unique.length && (
        <p class="muted">{(others.data.total - unique.length).toLocaleString('en')} more non-fungible tokens are not shown.</p>
      )}
    </Section>
  );
}

function Asset({ asset }: { asset: string }) {
  const [contract = '', name = ''] = asset.split('::');
  return (
    <>
      <td class="text">
        <a href={link('contract', contract)} title={asset}>
          {name}
        </a>
      </td>
      <td class="wide">
        <Principal id={contract} bare />
      </td>
    </>
  );
}

type Involvement = { transaction: TxSummary; balance_changes: { stx: { net: string } } };

export function History({ id }: { id: string }) {
  const cursor = route.value.query.get('cursor');
  const query = useQuery<CursorPage<Involvement>>(
    `/extended/v3/principals/${id}/transactions?limit=25${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
  );
  const pending = useQuery<CursorPage<TxSummary>>(`/extended/v3/principals/${id}/mempool/transactions?limit=25`);
  const view = id.includes('.') ? 'contract' : 'address';
  return (
    <>
      {(pending.data?.results.length ?? 0) > 0 && (
        <Section title="Pending">
          <TransactionTable label="Pending transactions" transactions={pending.data?.results ?? []} empty="" with="fee" />
        </Section>
      )}
      <Section title="Transactions">
        <Loaded query={query} missing="No transactions.">
          {({ results, cursor: { next, previous } }) => (
            <>
              <TransactionTable
                label="Transactions"
                transactions={results.map(({ transaction }) => transaction)}
                empty="No transactions yet."
                changes={new Map(results.map(({ transaction, balance_changes: { stx } }) => [transaction.tx_id, stx.net]))}
              />
              <Pager label="transactions" newer={cursorLink(view, previous, id)} older={cursorLink(view, next, id)} />
            </>
          )}
        </Loaded>
      </Section>
    </>
  );
}

function BitcoinAddressView({ id }: { id: string }) {
  const query = useQuery<BtcAddress>(`/api/address/${encodeURIComponent(id)}`);
  const account = accountOf(id);
  const both = useQuery<Balances>(account === undefined ? undefined : `/devnet/v1/balances/${account.stx.address}`);
  return (
    <>
      <Heading title={account?.name ?? id} kind={account === undefined ? 'Bitcoin address' : 'Account'}>
        {account?.name ?? <AddressTitle id={id} />}
      </Heading>
      <Loaded query={query} missing="This is not an address of this network, or the gateway does not index Bitcoin.">
        {({ chain_stats: chain, mempool_stats: mempool }) => (
          <Facts
            facts={[
              ['Address', <Id key="address" what="address" id={id} whole />],
              ['Balance', <Amount key="balance" units={chain.funded_txo_sum - chain.spent_txo_sum} coin="BTC" />],
              mempool.tx_count > 0 && ['Pending', <Amount key="pending" units={pendingSats(mempool)} coin="BTC" />],
              account !== undefined && [
                'On Stacks',
                <OnOtherChain key="stacks" units={both.data?.stx} coin="STX">
                  <Id what="Stacks address" id={account.stx.address} href={link('address', account.stx.address)} whole />
                </OnOtherChain>,
              ],
              ['Received', <Amount key="received" units={chain.funded_txo_sum} coin="BTC" />],
              chain.spent_txo_sum > 0 && ['Sent', <Amount key="sent" units={chain.spent_txo_sum} coin="BTC" />],
              ['Unspent outputs', chain.funded_txo_count - chain.spent_txo_count],
              ['Transactions', chain.tx_count],
            ]}
          />
        )}
      </Loaded>
      {canControl.value && <Faucet address={id} coins={['btc']} />}
      <AddressTransactions address={id} count={query.data?.chain_stats.tx_count} />
    </>
  );
}

/** What the mempool adds or takes; Amount shows no sign, so what leaves is 0. */
function pendingSats({ funded_txo_sum: funded, spent_txo_sum: spent }: BtcAddress['mempool_stats']): number {
  return Math.max(0, funded - spent);
}
