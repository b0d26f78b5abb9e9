import type { ComponentChildren } from 'preact';
import { useQuery } from '../api/query.js';
import type { Deposit, Withdrawal } from '../api/types.js';
import { network } from '../live/network.js';
import { BitcoinAddress, Principal, TxId } from '../parts/id.js';
import type { Fact } from '../parts/layout.js';
import { Amount } from '../parts/values.js';

/** What the bridge of sBTC used a transaction of either chain for, with links to the other chain. */
export function useBridgeFacts(txid: string): Fact[] {
  const hasBridge = network.value?.status?.sbtc !== undefined;
  const { data: deposits } = useQuery<{ deposits: Deposit[] }>(hasBridge ? '/devnet/v1/sbtc/deposits' : undefined);
  const { data: withdrawals } = useQuery<{ withdrawals: Withdrawal[] }>(hasBridge ? '/devnet/v1/sbtc/withdrawals' : undefined);
  const others = (ids: readonly (string | undefined)[]) => ids.filter((id): id is string => id !== undefined && id !== txid);
  return [
    ...(deposits?.deposits ?? []).flatMap(({ txid: paid, vout, amount, recipient, sweepTxid, fulfillment }): Fact[] => {
      const ids = [paid, sweepTxid, fulfillment?.stacksTxid];
      if (!ids.includes(txid)) return [];
      const words = (
        <>
          <Amount units={amount} coin="BTC" /> to <Principal id={recipient} bare />
        </>
      );
      return [[`Deposit ${paid.slice(0, 6)}:${vout}`, <Step key={paid} what={words} others={others(ids)} />]];
    }),
    ...(withdrawals?.withdrawals ?? []).flatMap(({ requestId, amount, address, txid: asked, sweepTxid, fulfillment }): Fact[] => {
      const ids = [asked, sweepTxid, fulfillment?.stacksTxid];
      if (!ids.includes(txid)) return [];
      const words = (
        <>
          <Amount units={amount} coin="sBTC" /> to <BitcoinAddress id={address} bare />
        </>
      );
      return [[`Withdrawal ${requestId}`, <Step key={requestId} what={words} others={others(ids)} />]];
    }),
  ];
}

/** A deposit or a withdrawal, and its other transactions on both chains. */
function Step({ what, others }: { what: ComponentChildren; others: readonly string[] }) {
  return (
    <span class="words">
      {what}
      {others.map((id) => (
        <span key={id} class="muted">
          , {id.startsWith('0x') ? 'Stacks' : 'Bitcoin'} <TxId id={id} bare />
        </span>
      ))}
    </span>
  );
}
