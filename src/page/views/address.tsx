import { useQuery } from '../api/query.js';
import type { BtcAddress, CursorPage, Repr, TxSummary } from '../api/types.js';
import { grouped } from '../format/amount.js';
import { accounts, canControl, sbtcToken } from '../live/network.js';
import { Id, Principal } from '../parts/id.js';
import { Empty, Facts, Heading, Loaded, Pager, Section, Table } from '../parts/layout.js';
import { TransactionTable } from '../parts/transactions.js';
import { Amount, ClarityValue } from '../parts/values.js';
import { route } from '../router.js';
import { AddressTransactions } from './bitcoin-lists.js';
import { Faucet } from './faucet.js';
import { cursorLink } from './lists.js';

/** An address of either chain. */
export function AddressView({ id }: { id: string }) {
  return /^S[A-Z0-9]{20,}/.test(id) ? <StacksAddress id={id} /> : <BitcoinAddressView id={id} />;
}

function nameOf(id: string): string | undefined {
  return accounts.value.find(({ stx, btc }) => stx.address === id || Object.values(btc.addresses).includes(id))?.name;
}

function StacksAddress({ id }: { id: string }) {
  const stx = useQuery<{ balance: string; locked: { amount: string } | null }>(`/extended/v3/principals/${id}/balances/stx`);
  const nonces = useQuery<{ possible_next_nonce: number }>(`/extended/v1/address/${id}/nonces`);
  const name = nameOf(id);
  return (
    <>
      <Heading title={id} kind={name === undefined ? 'Stacks address' : 'Account'}>
        {name ?? <Id what="address" id={id} />}
      </Heading>
      <Loaded query={stx} missing="This is no address of a test network.">
        {({ balance, locked }) => (
          <Facts
            facts={[
              ['Address', <Id key="address" what="address" id={id} whole />],
              ['Balance', <Amount key="balance" units={balance} coin="STX" />],
              locked !== null && ['Locked', <Amount key="locked" units={locked.amount} coin="STX" />],
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

export function Tokens({ id }: { id: string }) {
  const fungible = useQuery<CursorPage<{ asset_identifier: string; balance: string }>>(`/extended/v3/principals/${id}/balances/ft`);
  const others = useQuery<CursorPage<{ asset_identifier: string; value: Repr }>>(`/extended/v3/principals/${id}/balances/nft?limit=50`);
  const tokens = fungible.data?.results ?? [];
  const unique = others.data?.results ?? [];
  if (tokens.length + unique.length === 0) return null;
  return (
    <Section title="Tokens">
      <Table label="Tokens" columns={['Token', 'Contract', { name: 'Amount or id', class: 'right' }]}>
        {tokens.map(({ asset_identifier: asset, balance }) => (
          <tr key={asset}>
            <Asset asset={asset} />
            <td class="right">
              {asset === sbtcToken.value ? <Amount units={balance} coin="sBTC" /> : <span class="number">{grouped(balance)}</span>}
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
      <td class="text">{name}</td>
      <td>
        <Principal id={contract} bare />
      </td>
    </>
  );
}

export function History({ id }: { id: string }) {
  const cursor = route.value.query.get('cursor');
  const query = useQuery<CursorPage<{ transaction: TxSummary }>>(
    `/extended/v3/principals/${id}/transactions?limit=25${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
  );
  const pending = useQuery<CursorPage<TxSummary>>(`/extended/v3/principals/${id}/mempool/transactions?limit=25`);
  const view = id.includes('.') ? 'contract' : 'address';
  return (
    <>
      {(pending.data?.results.length ?? 0) > 0 && (
        <Section title="Pending">
          <TransactionTable label="Pending transactions" transactions={pending.data?.results ?? []} empty="" inBlock />
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
  const name = nameOf(id);
  return (
    <>
      <Heading title={id} kind={name === undefined ? 'Bitcoin address' : 'Account'}>
        {name ?? <Id what="address" id={id} />}
      </Heading>
      <Loaded query={query} missing="This is no address of this network, or this gateway does not index Bitcoin.">
        {({ chain_stats: chain, mempool_stats: mempool }) => (
          <Facts
            facts={[
              ['Address', <Id key="address" what="address" id={id} whole />],
              ['Balance', <Amount key="balance" units={chain.funded_txo_sum - chain.spent_txo_sum} coin="BTC" />],
              mempool.tx_count > 0 && ['Pending', <Amount key="pending" units={pendingSats(mempool)} coin="BTC" />],
              ['Received', <Amount key="received" units={chain.funded_txo_sum} coin="BTC" />],
              ['Unspent outputs', chain.funded_txo_count - chain.spent_txo_count],
              ['Transactions', chain.tx_count],
            ]}
          />
        )}
      </Loaded>
      {canControl.value && <Faucet address={id} coins={['btc']} />}
      <AddressTransactions address={id} />
      {query.error !== undefined && <Empty>Bitcoin addresses need the index of the gateway.</Empty>}
    </>
  );
}

/** What the mempool adds or takes; Amount shows no sign, so what leaves is 0. */
function pendingSats({ funded_txo_sum: funded, spent_txo_sum: spent }: BtcAddress['mempool_stats']): number {
  return Math.max(0, funded - spent);
}
