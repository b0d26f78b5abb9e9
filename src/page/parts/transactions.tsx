import type { Tx, TxSummary } from '../api/types.js';
import { words } from '../format/text.js';
import { BlockLink, Principal, TxId } from './id.js';
import { Empty, Table } from './layout.js';
import { Amount, Change, StatusBadge, Time } from './values.js';

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

/** What the network itself sends: the others are what people look for. */
const USER_TYPES = ['contract_call', 'smart_contract', 'token_transfer'];
/** The query for transactions without coinbases and changes of tenures, in the words of the Stacks API. */
export const ONLY_USERS = USER_TYPES.map((type) => `type=${type}`).join('&');

/** A transaction as lists have it. */
export function summaryOf({
  tx_id,
  sender_address,
  nonce,
  fee_rate,
  block_height,
  block_time = 0,
  tx_status,
  tx_type,
  ...deed
}: Tx): TxSummary {
  return {
    tx_id,
    sender: { address: sender_address, nonce },
    fee_rate,
    ...(block_height !== undefined && { block: { height: block_height, time: block_time } }),
    status: tx_status,
    type: tx_type,
    ...deed,
  };
}

type Props = {
  label: string;
  transactions: readonly TxSummary[];
  empty: string;
  /** What the list has besides: the block, or what a pending transaction waits with; nothing in a block. @default 'block' */
  with?: 'block' | 'fee' | 'nothing';
  /** What each transaction added to the STX of an address, in micro-STX, by transaction id. @default no such column */
  changes?: ReadonlyMap<string, string> | undefined;
};

export function TransactionTable({ label, transactions, empty, with: extra = 'block', changes }: Props) {
  if (transactions.length === 0) return <Empty>{empty}</Empty>;
  const wide = (name: string) => ({ name, class: 'right wide' });
  const columns = [
    'Transaction',
    { name: 'Sender', class: 'wide' },
    'What',
    { name: 'Status', class: extra === 'fee' ? 'wide' : '' },
    ...(changes === undefined ? [] : [wide('Change')]),
    ...(extra === 'block' ? [{ name: 'Block', class: 'right' }, wide('Time')] : []),
    ...(extra === 'fee' ? [wide('Nonce'), { name: 'Fee', class: 'right' }, wide('Time')] : []),
  ];
  return (
    <Table label={label} columns={columns}>
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
          <td class={extra === 'fee' ? 'wide' : ''}>
            <StatusBadge status={tx.status} />
          </td>
          {changes !== undefined && (
            <td class="right wide">
              <Change units={changes.get(tx.tx_id) ?? '0'} coin="STX" />
            </td>
          )}
          {extra === 'block' && (
            <td class="right">{tx.block === undefined ? <span class="muted">–</span> : <BlockLink height={tx.block.height} />}</td>
          )}
          {extra === 'fee' && (
            <>
              <td class="right wide number">{tx.sender.nonce}</td>
              <td class="right">
                <Amount units={tx.fee_rate} coin="STX" />
              </td>
            </>
          )}
          {extra !== 'nothing' && (
            <td class="right wide">
              <Time seconds={tx.block?.time ?? tx.receipt_time} />
            </td>
          )}
        </tr>
      ))}
    </Table>
  );
}
