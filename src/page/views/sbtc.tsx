import { useQuery } from '../api/query.js';
import type { Deposit, Withdrawal } from '../api/types.js';
import { plural } from '../format/text.js';
import { network, sbtcToken } from '../live/network.js';
import { BitcoinAddress, Id, Principal, TxId } from '../parts/id.js';
import { Empty, Facts, Heading, Loaded, Section, Table } from '../parts/layout.js';
import { Amount, StatusBadge } from '../parts/values.js';
import { link } from '../router.js';

export function Sbtc() {
  const deposits = useQuery<{ deposits: Deposit[] }>('/devnet/v1/sbtc/deposits');
  const withdrawals = useQuery<{ withdrawals: Withdrawal[] }>('/devnet/v1/sbtc/withdrawals');
  const sbtc = network.value?.status?.sbtc;
  const token = sbtcToken.value;
  const supply = useQuery<{ total: number; total_supply: string }>(
    token === undefined ? undefined : `/extended/v1/tokens/ft/${encodeURIComponent(token)}/holders?limit=1`,
  );
  return (
    <>
      <Heading title="sBTC" />
      {sbtc !== undefined && (
        <Facts
          facts={[
            ['Token', <Principal key="token" id={`${sbtc.deployer}.sbtc-token`} />],
            supply.data !== undefined && [
              'Supply',
              <span key="supply">
                <Amount units={supply.data.total_supply} coin="sBTC" />
                <span class="muted">, {plural(supply.data.total, 'owner')}</span>
              </span>,
            ],
            [
              'Signers',
              <Id key="signers" what="address of the signers" id={sbtc.signersAddress} href={link('address', sbtc.signersAddress)} />,
            ],
          ]}
        />
      )}
      <Section title="Deposits">
        <Loaded query={deposits} missing="This network has no bridge.">
          {({ deposits: all }) => (all.length === 0 ? <Empty>No deposits yet.</Empty> : <Deposits deposits={all.toReversed()} />)}
        </Loaded>
      </Section>
      <Section title="Withdrawals">
        <Loaded query={withdrawals} missing="This network has no bridge.">
          {({ withdrawals: all }) =>
            all.length === 0 ? <Empty>No withdrawals yet.</Empty> : <Withdrawals withdrawals={all.toReversed()} />
          }
        </Loaded>
      </Section>
    </>
  );
}

function Deposits({ deposits }: { deposits: readonly Deposit[] }) {
  return (
    <Table
      label="Deposits"
      columns={[
        'Transaction',
        'Status',
        'Recipient',
        { name: 'Amount', class: 'right' },
        { name: 'Message', class: 'wide' },
        { name: 'Sweep', class: 'wide' },
        { name: 'Mint', class: 'wide' },
      ]}
    >
      {deposits.map(({ txid, vout, status, recipient, amount, statusMessage, sweepTxid, fulfillment }) => (
        <tr key={`${txid}:${vout}`}>
          <td>
            <TxId id={txid} bare />
          </td>
          <td>
            <StatusBadge status={status} />
          </td>
          <td class="what">
            <Principal id={recipient} bare />
          </td>
          <td class="right">
            <Amount units={amount} coin="BTC" />
          </td>
          <td class="what wide">{statusMessage}</td>
          <OtherTx id={sweepTxid} />
          <OtherTx id={fulfillment?.stacksTxid} />
        </tr>
      ))}
    </Table>
  );
}

/** A cell with a later transaction of a deposit or a withdrawal, if there is one yet. */
function OtherTx({ id }: { id: string | undefined }) {
  return <td class="wide">{id === undefined ? <span class="muted">–</span> : <TxId id={id} bare />}</td>;
}

function Withdrawals({ withdrawals }: { withdrawals: readonly Withdrawal[] }) {
  return (
    <Table
      label="Withdrawals"
      columns={[
        'Request',
        'Status',
        { name: 'Sender', class: 'wide' },
        'Recipient',
        { name: 'Amount', class: 'right' },
        { name: 'Message', class: 'wide' },
        { name: 'Sweep', class: 'wide' },
      ]}
    >
      {withdrawals.map(({ requestId, status, sender, address, amount, statusMessage, txid, sweepTxid }) => (
        <tr key={requestId}>
          <td>{txid === undefined ? requestId : <a href={link('tx', txid)}>{requestId}</a>}</td>
          <td>
            <StatusBadge status={status} />
          </td>
          <td class="wide">
            <Principal id={sender} bare />
          </td>
          <td class="what">
            <BitcoinAddress id={address} bare />
          </td>
          <td class="right">
            <Amount units={amount} coin="sBTC" />
          </td>
          <td class="what wide">{statusMessage}</td>
          <OtherTx id={sweepTxid} />
        </tr>
      ))}
    </Table>
  );
}
