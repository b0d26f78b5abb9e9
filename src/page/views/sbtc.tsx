import { useQuery } from '../api/query.js';
import type { Deposit, Withdrawal } from '../api/types.js';
import { network } from '../live/network.js';
import { BitcoinAddress, Id, Principal, TxId } from '../parts/id.js';
import { Empty, Facts, Heading, Loaded, Section, Table } from '../parts/layout.js';
import { Amount, StatusBadge } from '../parts/values.js';
import { link } from '../router.js';

export function Sbtc() {
  const deposits = useQuery<{ deposits: Deposit[] }>('/devnet/v1/sbtc/deposits');
  const withdrawals = useQuery<{ withdrawals: Withdrawal[] }>('/devnet/v1/sbtc/withdrawals');
  const sbtc = network.value?.status?.sbtc;
  return (
    <>
      <Heading title="sBTC" />
      {sbtc !== undefined && (
        <Facts
          facts={[
            ['Token', <Principal key="token" id={`${sbtc.deployer}.sbtc-token`} />],
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
        { name: 'Amount', class: 'right' },
        { name: 'Message', class: 'wide' },
        { name: 'Sweep', class: 'wide' },
      ]}
    >
      {deposits.map(({ txid, vout, status, amount, statusMessage, sweepTxid }) => (
        <tr key={`${txid}:${vout}`}>
          <td>
            <TxId id={txid} bare />
          </td>
          <td>
            <StatusBadge status={status} />
          </td>
          <td class="right">
            <Amount units={amount} coin="BTC" />
          </td>
          <td class="what wide">{statusMessage}</td>
          <td class="wide">{sweepTxid !== undefined && <TxId id={sweepTxid} bare />}</td>
        </tr>
      ))}
    </Table>
  );
}

function Withdrawals({ withdrawals }: { withdrawals: readonly Withdrawal[] }) {
  return (
    <Table
      label="Withdrawals"
      columns={[
        'Request',
        'Status',
        { name: 'Sender', class: 'wide' },
        'Address',
        { name: 'Amount', class: 'right' },
        { name: 'Message', class: 'wide' },
      ]}
    >
      {withdrawals.map(({ requestId, status, sender, address, amount, statusMessage, txid }) => (
        <tr key={requestId}>
          <td>{txid === undefined ? requestId : <a href={link('tx', txid)}>{requestId}</a>}</td>
          <td>
            <StatusBadge status={status} />
          </td>
          <td class="wide">
            <Principal id={sender} bare />
          </td>
          <td>
            <BitcoinAddress id={address} bare />
          </td>
          <td class="right">
            <Amount units={amount} coin="sBTC" />
          </td>
          <td class="what wide">{statusMessage}</td>
        </tr>
      ))}
    </Table>
  );
}
