import { useQuery } from '../api/query.js';
import type { BtcTx } from '../api/types.js';
import { BitcoinAddress, BurnBlockLink, TxId } from '../parts/id.js';
import { Empty, Pager, Section, Table } from '../parts/layout.js';
import { Amount, Change, Sats, StatusBadge } from '../parts/values.js';
import { route } from '../router.js';
import { offsetOf, offsetPages } from './lists.js';

/** The rows of a page of Esplora. */
const ROWS = 25;

type BlockProps = { hash: string; height: number; count?: number | undefined };

/** The transactions of a Bitcoin block, where the gateway lists them. */
export function BitcoinBlockTransactions({ hash, height, count = 0 }: BlockProps) {
  const offset = offsetOf(route.value.query, 'tx');
  const { data } = useQuery<BtcTx[]>(`/api/block/${hash}/txs${offset === 0 ? '' : `/${offset}`}`);
  if (!Array.isArray(data)) return null;
  return (
    <Section title="Bitcoin transactions">
      <BitcoinTransactions transactions={data} inBlock />
      <Pager label="Bitcoin transactions" {...offsetPages('burn-block', `${height}`, offset, count, ROWS, 'tx')} />
    </Section>
  );
}

/** The transactions of a Bitcoin address, where the gateway lists them: pending ones and the newest. */
export function AddressTransactions({ address, count }: { address: string; count: number | undefined }) {
  const { data } = useQuery<BtcTx[]>(`/api/address/${encodeURIComponent(address)}/txs`);
  if (!Array.isArray(data)) return null;
  const mined = data.filter(({ status }) => status.confirmed).length;
  return (
    <Section title="Transactions">
      <BitcoinTransactions transactions={data} address={address} />
      {count !== undefined && count > mined && (
        <p class="muted">
          The newest {mined} of {count.toLocaleString('en')}.
        </p>
      )}
    </Section>
  );
}

/** What a transaction adds to an address, in sats. */
function changeOf({ vin, vout }: BtcTx, address: string): number {
  const received = vout.reduce((sum, output) => sum + (output.scriptpubkey_address === address ? output.value : 0), 0);
  return vin.reduce((sum, { prevout }) => sum - (prevout?.scriptpubkey_address === address ? prevout.value : 0), received);
}

/** Outputs of a list's row that are named; the rest is counted. */
const NAMED = 2;

type ListProps = { transactions: readonly BtcTx[]; inBlock?: boolean; address?: string };

/** @param address whose change is shown */
function BitcoinTransactions({ transactions, inBlock = false, address: own }: ListProps) {
  if (transactions.length === 0) return <Empty>No transactions.</Empty>;
  return (
    <Table
      label="Bitcoin transactions"
      columns={[
        'Transaction',
        { name: 'Pays', class: own === undefined ? '' : 'wide' },
        ...(own === undefined ? [] : [{ name: 'Change', class: 'right' }]),
        { name: 'Fee', class: 'right wide' },
        ...(inBlock ? [] : [{ name: 'Block', class: 'right' }]),
      ]}
    >
      {transactions.map((tx) => {
        const { txid, vin, vout, fee, status } = tx;
        const isCoinbase = vin[0]?.is_coinbase === true;
        const paid = vout.filter(({ value }) => value > 0);
        return (
          <tr key={txid}>
            <td>
              <TxId id={txid} bare />
            </td>
            <td class={own === undefined ? 'what' : 'what wide'}>
              {isCoinbase && <div>coinbase</div>}
              {paid.slice(0, NAMED).map(({ value, scriptpubkey_address: address, scriptpubkey_type: type }, index) => (
                <div key={index}>
                  <Amount units={value} coin="BTC" /> to {address === undefined ? type : <BitcoinAddress id={address} bare />}
                </div>
              ))}
              {paid.length > NAMED && <div class="muted">and {paid.length - NAMED} more</div>}
            </td>
            {own !== undefined && (
              <td class="right">
                <Change units={changeOf(tx, own)} coin="BTC" />
              </td>
            )}
            <td class="right wide">{isCoinbase ? <span class="muted">–</span> : <Sats sats={fee} />}</td>
            {!inBlock && (
              <td class="right">
                {status.block_height === undefined ? <StatusBadge status="pending" /> : <BurnBlockLink height={status.block_height} />}
              </td>
            )}
          </tr>
        );
      })}
    </Table>
  );
}
