import { memoText } from '../../tools/story.js';
import { useQuery } from '../api/query.js';
import type { Tx } from '../api/types.js';
import { fromRepr } from '../clarity/repr.js';
import { costText, words } from '../format/text.js';
import { canControl } from '../live/network.js';
import { BurnBlockLink, Principal, TxId } from '../parts/id.js';
import { Empty, type Fact, Facts, Heading, Loaded, Pager, Section } from '../parts/layout.js';
import { Amount, ClarityValue, StatusBadge, Time, Value } from '../parts/values.js';
import { route } from '../router.js';
import { BitcoinTransaction } from './bitcoin-transaction.js';
import { useBridgeFacts } from './bridge-facts.js';
import { offsetOf, offsetPages } from './lists.js';
import { ProfileSection } from './profile.js';
import { SourceSection } from './source.js';
import { TraceSection } from './trace.js';
import { EventList, MinedIn, PostConditions, RawTransaction } from './transaction-parts.js';

const EVENTS = 50;

/** A transaction of either chain: Stacks ids have 0x. */
export function TransactionView({ id }: { id: string }) {
  return /^0x/i.test(id) ? <StacksTransaction id={id} /> : <BitcoinTransaction id={id} />;
}

function StacksTransaction({ id }: { id: string }) {
  const offset = offsetOf(route.value.query);
  const query = useQuery<Tx>(`/extended/v1/tx/${encodeURIComponent(id)}?event_limit=${EVENTS}&event_offset=${offset}`);
  const bridge = useBridgeFacts(id);
  return (
    <>
      <Heading title={id} kind="Stacks transaction">
        <TxId id={id} linked={false} bare />
      </Heading>
      <Loaded query={query} missing="No node has seen this transaction.">
        {(tx) => (
          <>
            <Facts facts={[...factsOf(tx), ...bridge]} />
            {isTraced(tx) && tx.tx_status !== 'success' && <TraceSection id={id} isFailure vmError={tx.vm_error} />}
            <Arguments tx={tx} />
            {tx.tx_result !== undefined && tx.tx_type !== 'token_transfer' && (
              <Section title="Result">
                <ClarityValue hex={tx.tx_result.hex} copy="result" />
              </Section>
            )}
            {(tx.event_count ?? 0) > 0 && (
              <Section title="Events">
                <EventList events={tx.events ?? []} />
                <Pager label="events" {...offsetPages('tx', id, offset, tx.event_count ?? 0, EVENTS)} />
              </Section>
            )}
            {isTraced(tx) && tx.tx_status === 'success' && <TraceSection id={id} isFailure={false} />}
            {isTraced(tx) && <ProfileSection id={id} />}
            {hasPostConditions(tx) && (
              <Section title="Post-conditions">
                {tx.post_conditions.length === 0 ? (
                  <Empty>
                    {tx.post_condition_mode === 'allow' ? 'None: any transfer is allowed.' : 'None: no transfer of the sender is allowed.'}
                  </Empty>
                ) : (
                  <PostConditions conditions={tx.post_conditions} mode={tx.post_condition_mode} />
                )}
              </Section>
            )}
            {tx.smart_contract !== undefined && <SourceSection text={tx.smart_contract.source_code} />}
            <RawTransaction path={`/extended/v1/tx/${encodeURIComponent(id)}/raw`} />
          </>
        )}
      </Loaded>
    </>
  );
}

/** A trace needs the control API, and a transaction that ran a contract. */
function isTraced({ block_height: height, tx_status: status, tx_type: type }: Tx): boolean {
  return canControl.value === true && height !== undefined && status !== 'pending' && ['contract_call', 'smart_contract'].includes(type);
}

/** Transfers, coinbases and changes of tenures have none. */
function hasPostConditions({ tx_type: type }: Tx): boolean {
  return type === 'contract_call' || type === 'smart_contract';
}

function factsOf(tx: Tx): (Fact | false | undefined)[] {
  const { contract_call: call, smart_contract: deploy, token_transfer: transfer } = tx;
  const memo = transfer === undefined ? undefined : memoText(Buffer.from(transfer.memo.replace(/^0x/, ''), 'hex'));
  return [
    ['Id', <TxId key="id" id={tx.tx_id} linked={false} whole />],
    ['Status', <StatusBadge key="status" status={tx.tx_status} />],
    tx.block_height !== undefined && ['Block', <MinedIn key="block" chain="stacks" height={tx.block_height} />],
    tx.burn_block_height !== undefined &&
      tx.block_height !== undefined && ['Bitcoin block', <BurnBlockLink key="burn" height={tx.burn_block_height} />],
    ['Time', <Time key="time" seconds={tx.block_time ?? tx.receipt_time} />],
    ['Type', words(tx.tx_type)],
    ['Sender', <Principal key="sender" id={tx.sender_address} />],
    tx.sponsor_address !== undefined && ['Sponsor', <Principal key="sponsor" id={tx.sponsor_address} />],
    call !== undefined && ['Contract', <Principal key="contract" id={call.contract_id} />],
    call !== undefined && ['Function', <code key="function">{call.function_name}</code>],
    deploy !== undefined && ['Contract', <Principal key="contract" id={deploy.contract_id} />],
    transfer !== undefined && ['Amount', <Amount key="amount" units={transfer.amount} coin="STX" />],
    transfer !== undefined && ['Recipient', <Principal key="recipient" id={transfer.recipient_address} />],
    memo !== undefined && ['Memo', <Value key="memo" text={memo} />],
    ['Nonce', tx.nonce],
    ['Fee', <Amount key="fee" units={tx.fee_rate} coin="STX" />],
    (tx.execution_cost_runtime ?? 0) > 0 && ['Cost', costText(tx)],
  ];
}

function Arguments({ tx: { contract_call: call } }: { tx: Tx }) {
  const args = call?.function_args ?? [];
  if (call === undefined) return null;
  return (
    <Section title="Arguments">
      {args.length === 0 ? (
        <Empty>The function takes none.</Empty>
      ) : (
        <Facts
          facts={args.map(({ name, type, hex }, index) => [
            name === '' ? `${index + 1}` : name,
            <div key={name} class="pairs">
              <ClarityValue hex={hex} copy={name === '' ? 'argument' : name} />
              <span class="muted type">{fromRepr(type)}</span>
            </div>,
          ])}
        />
      )}
    </Section>
  );
}
