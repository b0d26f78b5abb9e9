import { useQuery } from '../api/query.js';
import type { BtcTx } from '../api/types.js';
import { BitcoinAddress, BurnBlockLink, TxId } from '../parts/id.js';
import { Facts, Heading, Loaded, Section, Table } from '../parts/layout.js';
import { Amount, StatusBadge, Time, Value } from '../parts/values.js';
import { Inscriptions, RunestoneOf } from './ordinals.js';

export function BitcoinTransaction({ id }: { id: string }) {
  const query = useQuery<BtcTx>(`/api/tx/${encodeURIComponent(id)}`);
  return (
    <>
      <Heading title={id} kind="Bitcoin transaction">
        <TxId id={id} linked={false} bare />
      </Heading>
      <Loaded query={query} missing="No node has seen this transaction, or this gateway does not index Bitcoin.">
        {(tx) => (
          <>
            <Facts
              facts={[
                ['Id', <TxId key="id" id={tx.txid} linked={false} whole />],
                ['Status', <StatusBadge key="status" status={tx.status.confirmed ? 'confirmed' : 'pending'} />],
                tx.status.block_height !== undefined && ['Block', <BurnBlockLink key="block" height={tx.status.block_height} />],
                tx.status.block_time !== undefined && ['Time', <Time key="time" seconds={tx.status.block_time} />],
                ['Fee', <Amount key="fee" units={tx.fee} coin="BTC" />],
                ['Size', `${tx.size.toLocaleString('en')} bytes, weight ${tx.weight.toLocaleString('en')}`],
              ]}
            />
            <div class="columns">
              <Section title="Inputs">
                <Inputs tx={tx} />
              </Section>
              <Section title="Outputs">
                <Outputs tx={tx} />
              </Section>
            </div>
            <Inscriptions tx={tx} />
            <RunestoneOf tx={tx} />
          </>
        )}
      </Loaded>
    </>
  );
}

function Inputs({ tx: { vin } }: { tx: BtcTx }) {
  return (
    <Table label="Inputs" columns={['From', { name: 'Amount', class: 'right' }]}>
      {vin.map(({ txid, vout, is_coinbase: isCoinbase, prevout }) => (
        <tr key={`${txid}:${vout}`}>
          <td>
            {isCoinbase ? (
              'coinbase'
            ) : (
              <>
                {prevout?.scriptpubkey_address !== undefined && <BitcoinAddress id={prevout.scriptpubkey_address} bare />}
                <div class="muted">
                  <TxId id={txid} bare />:{vout}
                </div>
              </>
            )}
          </td>
          <td class="right">{prevout !== null && !isCoinbase && <Amount units={prevout.value} coin="BTC" />}</td>
        </tr>
      ))}
    </Table>
  );
}

function Outputs({ tx: { vout } }: { tx: BtcTx }) {
  return (
    <Table label="Outputs" columns={['To', { name: 'Amount', class: 'right' }]}>
      {vout.map(({ scriptpubkey_address: address, scriptpubkey_type: type, scriptpubkey_asm: script, value }, index) => (
        <tr key={index}>
          <td>
            {address === undefined ? (
              <>
                <span class="muted">{type}</span> <Value text={script} />
              </>
            ) : (
              <BitcoinAddress id={address} bare />
            )}
          </td>
          <td class="right">
            <Amount units={value} coin="BTC" />
          </td>
        </tr>
      ))}
    </Table>
  );
}
