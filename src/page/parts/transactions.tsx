import type { TxSummary } from '../api/types.js';
import { words } from '../format/text.js';
import { BlockLink, Principal, TxId } from './id.js';
import { Empty, Table } from './layout.js';
import { Amount, StatusBadge, Time } from './values.js';

/** What a transaction is for, in a few words. */
function Deed({ tx }: { tx: TxSummary }) {
  const { contract_call: call, smart_contract: deploy, token_transfer: transfer } = tx;
  if (call !== undefined) {
    return (
      <>
        <Principal id={call.contract_id} bare /> <code>{call.function_name}</code>
      </>
    );
  }
  if (deploy !== undefined) {
    return (
      <>
        deploys <Principal id={deploy.contract_id} bare />
      </>
    );
  }
  if (transfer !== undefined) {
    const recipient = transfer.recipient ?? transfer.recipient_address ?? '';
    return (
      <>
        <Amount units={transfer.amount} coin="STX" /> to <Principal id={recipient} bare />
      </>
    );
  }
  return <>{words(tx.type)}</>;
}

type Props = { label: string; transactions: readonly TxSummary[]; empty: string; inBlock?: boolean };

export function TransactionTable({ label, transactions, empty, inBlock = false }: Props) {
  if (transactions.length === 0) return <Empty>{empty}</Empty>;
  const place = inBlock
    ? []
    : [
        { name: 'Block', class: 'right' },
        { name: 'Time', class: 'right wide' },
      ];
  return (
    <Table label={label} columns={['Transaction', { name: 'Sender', class: 'wide' }, 'What', 'Status', ...place]}>
      {transactions.map((tx) => (
        <tr key={tx.tx_id}>
          <td>
            <TxId id={tx.tx_id} bare />
          </td>
          <td class="wide">
            <Principal id={tx.sender.address} bare />
          </td>
          <td class="what">
            <Deed tx={tx} />
          </td>
          <td>
            <StatusBadge status={tx.status} />
          </td>
          {!inBlock && (
            <>
              <td class="right">{tx.block === undefined ? <span class="muted">–</span> : <BlockLink height={tx.block.height} />}</td>
              <td class="right wide">
                <Time seconds={tx.block?.time ?? tx.receipt_time} />
              </td>
            </>
          )}
        </tr>
      ))}
    </Table>
  );
}
