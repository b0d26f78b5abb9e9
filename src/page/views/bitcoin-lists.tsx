import { useQuery } from '../api/query.js';
import type { BtcTx } from '../api/types.js';
import { BitcoinAddress, BurnBlockLink, TxId } from '../parts/id.js';
import { Empty, Section, Table } from '../parts/layout.js';
import { Amount, StatusBadge } from '../parts/values.js';

/** The transactions of a Bitcoin block, where the gateway lists them. */
export function BitcoinBlockTransactions({ hash }: { hash: string }) {
  const { data } = useQuery<BtcTx[]>(`/api/block/${hash}/txs`);
  if (!Array.isArray(data)) return null;
  return (
    <Section title="Bitcoin transactions">
      <BitcoinTransactions transactions={data} />
    </Section>
  );
}

/** The newest transactions of a Bitcoin address, where the gateway lists them. */
export function AddressTransactions({ address }: { address: string }) {
  const { data } = useQuery<BtcTx[]>(`/api/address/${encodeURIComponent(address)}/txs`);
  if (!Array.isArray(data)) return null;
  return (
    <Section title="Transactions">
      <BitcoinTransactions transactions={data} />
    </Section>
  );
}

/** Outputs of a list's row that are named; the rest is counted. */
const NAMED = 2;

function BitcoinTransactions({ transactions }: { transactions: readonly BtcTx[] }) {
  if (transactions.length === 0) return <Empty>No transactions.</Empty>;
  return (
    <Table
      label="Bitcoin transactions"
      columns={['Transaction', 'Pays', { name: 'Fee', class: 'right wide' }, { name: 'Block', class: 'right' }]}
    >
      {transactions.map(({ txid, vin, vout, fee, status }) => {
        const paid = vout.filter(({ value }) => value > 0);
        return (
          <tr key={txid}>
            <td>
              <TxId id={txid} bare />
            </td>
            <td class="what">
              {vin[0]?.is_coinbase && <>coinbase </>}
              {paid.slice(0, NAMED).map(({ value, scriptpubkey_address: address, scriptpubkey_type: type }, index) => (
                <div key={index}>
                  <Amount units={value} coin="BTC" /> to {address === undefined ? type : <BitcoinAddress id={address} bare />}
                </div>
              ))}
              {paid.length > NAMED && <div class="muted">and {paid.length - NAMED} more</div>}
            </td>
            <td class="right wide">
              <Amount units={fee} coin="BTC" />
            </td>
            <td class="right">
              {status.block_height === undefined ? <StatusBadge status="pending" /> : <BurnBlockLink height={status.block_height} />}
            </td>
          </tr>
        );
      })}
    </Table>
  );
}
