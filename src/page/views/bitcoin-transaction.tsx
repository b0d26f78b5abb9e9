import { useQuery } from '../api/query.js';
import type { BtcOutspend, BtcTx } from '../api/types.js';
import { BitcoinAddress, TxId } from '../parts/id.js';
import { Facts, Heading, Loaded, Section, Table } from '../parts/layout.js';
import { Amount, FeeRate, Sats, StatusBadge, Time, Value } from '../parts/values.js';
import { useBridgeFacts } from './bridge-facts.js';
import { Inscriptions, RunestoneOf } from './ordinals.js';
import { MinedIn, RawTransaction } from './transaction-parts.js';

export function BitcoinTransaction({ id }: { id: string }) {
  const query = useQuery<BtcTx>(`/api/tx/${encodeURIComponent(id)}`);
  const bridge = useBridgeFacts(id);
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
                tx.status.block_height !== undefined && ['Block', <MinedIn key="block" chain="bitcoin" height={tx.status.block_height} />],
                tx.status.block_time !== undefined && ['Time', <Time key="time" seconds={tx.status.block_time} />],
                !isCoinbase(tx) && [
                  'Fee',
                  <span key="fee">
                    <Sats sats={tx.fee} />, <FeeRate sats={tx.fee} vsize={Math.ceil(tx.weight / 4)} />
                  </span>,
                ],
                [
                  'Size',
                  <span key="size">
                    {Math.ceil(tx.weight / 4).toLocaleString('en')} <span class="unit">vB,</span> {tx.size.toLocaleString('en')}{' '}
                    <span class="unit">bytes</span>
                  </span>,
                ],
                ...bridge,
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
            <RawTransaction path={`/api/tx/${tx.txid}/hex`} />
          </>
        )}
      </Loaded>
    </>
  );
}

function isCoinbase({ vin }: BtcTx): boolean {
  return vin[0]?.is_coinbase === true;
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

function Outputs({ tx: { txid, vout } }: { tx: BtcTx }) {
  const spends = useQuery<BtcOutspend[]>(`/api/tx/${txid}/outspends`);
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
            <Spent by={spends.data?.[index]} />
          </td>
          <td class="right">
            <Amount units={value} coin="BTC" />
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** Where an output went. */
function Spent({ by }: { by: BtcOutspend | undefined }) {
  if (by?.txid === undefined) return null;
  return (
    <div class="muted">
      spent in <TxId id={by.txid} bare />
    </div>
  );
}
