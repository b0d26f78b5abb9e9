import { useSignal } from '@preact/signals';
import { useQuery } from '../../../src/page/api/query.js';
import type { Tx } from '../../../src/page/api/types.js';
import { fromRepr } from '../../../src/page/clarity/repr.js';
import { coins } from '../../../src/page/format/amount.js';
import { costText } from '../../../src/page/format/text.js';
import { names } from '../../../src/page/live/network.js';
import { BlockLink, Principal, TxId } from '../../../src/page/parts/id.js';
import { Empty, Facts, Heading, Loaded, Section } from '../../../src/page/parts/layout.js';
import { ClarityValue, StatusBadge } from '../../../src/page/parts/values.js';
import { link } from '../../../src/page/router.js';
import { TraceSection } from '../../../src/page/views/trace.js';
import { duration, failure, lines, networks, state, stop, txids } from './session.js';

/** What the code has written and done. */
export function Output() {
  return (
    <>
      <Heading title="Output" />
      <State />
      <Console />
      {networks.value > 0 && <Receipts />}
    </>
  );
}

const WORDS = { ready: '', running: 'Running…', finished: 'Finished', failed: 'Failed', stopped: 'Stopped' } as const;

function State() {
  const { message, line } = failure.value ?? {};
  const isRunning = state.value === 'running';
  return (
    <div class="state">
      <p role="status">
        <strong class={state.value === 'failed' ? 'bad' : ''}>{WORDS[state.value]}</strong>
        {duration.value > 0 && ` after ${(duration.value / 1_000).toFixed(1)} s`}
        {line !== undefined && `, line ${line}`}
      </p>
      {isRunning && (
        <button type="button" onClick={stop}>
          Stop
        </button>
      )}
      {message !== undefined && <pre class="bad failure">{message}</pre>}
    </div>
  );
}

function Console() {
  if (lines.value.length === 0) return state.value === 'finished' ? <Empty>The code wrote nothing.</Empty> : null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section class="console" aria-label="Console" tabIndex={0}>
      {lines.value.map(({ isError, text }, index) => (
        <pre key={index} class={isError ? 'bad' : ''}>
          {text}
        </pre>
      ))}
    </section>
  );
}

/** The most receipts that are listed. */
const SHOWN = 50;

function Receipts() {
  return (
    <Section title="Transactions">
      {txids.value.length === 0 && <Empty>No Stacks transactions so far. The other views show both chains.</Empty>}
      {txids.value.length > SHOWN && <Empty>The last {SHOWN}: the view Transactions has all.</Empty>}
      {txids.value.slice(-SHOWN).map((txid) => (
        <Receipt key={txid} txid={txid} />
      ))}
    </Section>
  );
}

function Receipt({ txid }: { txid: string }) {
  const query = useQuery<Tx>(`/extended/v1/tx/${txid}`, { live: false });
  // Miners add them to their blocks.
  const isOfMiner = query.data?.tx_type === 'coinbase' || query.data?.tx_type === 'tenure_change';
  return isOfMiner ? null : <Loaded query={query}>{(tx) => <ReceiptOf tx={tx} />}</Loaded>;
}

function ReceiptOf({ tx }: { tx: Tx }) {
  const isFailure = tx.tx_status !== 'success';
  const isOpen = useSignal(isFailure);
  const contract = tx.contract_call?.contract_id ?? tx.smart_contract?.contract_id;
  const trace = contract !== undefined && <TraceSection id={tx.tx_id} isFailure={isFailure} vmError={tx.vm_error} />;
  return (
    <div class="receipt">
      <details
        open={isOpen.value}
        onToggle={({ currentTarget }) => {
          isOpen.value = currentTarget.open;
        }}
      >
        <summary>
          <code>{deedOf(tx)}</code> <StatusBadge status={tx.tx_status} />{' '}
          <span class="muted">
            {isFailure && tx.tx_result !== undefined && `${names.value.inText(fromRepr(tx.tx_result.repr))}, `}
            {contract !== undefined && `runtime ${(tx.execution_cost_runtime ?? 0).toLocaleString('en')}`}
          </span>
        </summary>
        {isOpen.value && (
          <>
            {isFailure && trace}
            <Facts
              facts={[
                ['Transaction', <TxId key="id" id={tx.tx_id} />],
                contract !== undefined && ['Contract', <Principal key="contract" id={contract} />],
                ['Sender', <Principal key="sender" id={tx.sender_address} />],
                tx.block_height !== undefined && ['Block', <BlockLink key="block" height={tx.block_height} />],
                tx.tx_result !== undefined && ['Result', <ClarityValue key="result" hex={tx.tx_result.hex} />],
                contract !== undefined && ['Cost', costText(tx)],
              ]}
            />
            {!isFailure && trace}
          </>
        )}
      </details>
      {tx.smart_contract !== undefined && !isFailure && <a href={link('contract', tx.smart_contract.contract_id)}>Call its functions</a>}
    </div>
  );
}

/** What a transaction is for, in a few words. */
function deedOf({
  contract_call: call,
  smart_contract: deploy,
  token_transfer: transfer,
  tx_type: type,
  sender_address: sender,
}: Tx): string {
  const nameOf = (principal: string): string => names.value.stacks(principal);
  if (call !== undefined) {
    const args = call.function_args?.map(({ repr }) => names.value.inText(fromRepr(repr))) ?? [];
    const text = [call.function_name, ...args].join(' ');
    return `${call.contract_id.split('.')[1]} (${text.length > 60 ? `${text.slice(0, 60)}…` : text})`;
  }
  if (deploy !== undefined) return `deploy ${deploy.contract_id.split('.')[1]}`;
  if (transfer !== undefined)
    return `${nameOf(sender)} sends ${coins(transfer.amount, 'STX')} STX to ${nameOf(transfer.recipient_address)}`;
  return type;
}
