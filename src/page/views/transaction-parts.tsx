import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useQuery } from '../api/query.js';
import type { PostCondition, TxEvent } from '../api/types.js';
import { plural, words } from '../format/text.js';
import { network } from '../live/network.js';
import { Copy } from '../parts/copy.js';
import { BlockLink, BurnBlockLink, Principal } from '../parts/id.js';
import { Loaded, Section } from '../parts/layout.js';
import { Amount, ClarityValue, TokenAmount, Value } from '../parts/values.js';

/** The block of a transaction, and how many came after it. */
export function MinedIn({ chain, height }: { chain: 'stacks' | 'bitcoin'; height: number }) {
  const { stacksHeight, bitcoinHeight } = network.value ?? {};
  const tip = chain === 'stacks' ? stacksHeight : bitcoinHeight;
  const after = tip === undefined ? 0 : tip - height;
  return (
    <span class="pairs">
      {chain === 'stacks' ? <BlockLink height={height} /> : <BurnBlockLink height={height} />}
      {after > 0 && <span class="muted">{plural(after, 'block')} since</span>}
    </span>
  );
}

/** The bytes of a transaction in hex, on request. @param path answers with the hex, or with `raw_tx` */
export function RawTransaction({ path }: { path: string }) {
  const isOpen = useSignal(false);
  const query = useQuery<string | { raw_tx: string }>(isOpen.value ? path : undefined, { live: false });
  return (
    <Section title="Raw transaction">
      {isOpen.value ? (
        <Loaded query={query} missing="The gateway does not have it.">
          {(answer) => <Bytes hex={typeof answer === 'string' ? answer : answer.raw_tx} />}
        </Loaded>
      ) : (
        <button
          type="button"
          onClick={() => {
            isOpen.value = true;
          }}
        >
          Show the bytes
        </button>
      )}
    </Section>
  );
}

function Bytes({ hex }: { hex: string }) {
  return (
    <>
      <p class="muted">
        {plural(hex.replace(/^0x/, '').length / 2, 'byte')} <Copy text={hex} what="raw transaction" />
      </p>
      <Value text={hex} />
    </>
  );
}

export function EventList({ events }: { events: readonly TxEvent[] }) {
  return (
    <ol class="list">
      {events.map((event) => (
        <li key={event.event_index}>
          <span class="muted number">{event.event_index}</span>
          <div>{describe(event)}</div>
        </li>
      ))}
    </ol>
  );
}

function describe({ event_type: type, asset, contract_log: log, stx_lock_event: lock }: TxEvent): ComponentChildren {
  if (log !== undefined) {
    return (
      <>
        {log.topic} of <Principal id={log.contract_id} bare />
        <ClarityValue hex={log.value.hex} />
      </>
    );
  }
  if (lock !== undefined) {
    return (
      <>
        lock <Amount units={lock.locked_amount} coin="STX" /> of <Principal id={lock.locked_address} bare /> until Bitcoin block{' '}
        {lock.unlock_height}
      </>
    );
  }
  if (asset === undefined) return words(type);
  const { asset_event_type: verb, asset_id: name = '', amount, value, sender, recipient } = asset;
  return (
    <>
      {verb}{' '}
      {type === 'stx_asset' ? (
        <Amount units={amount ?? '0'} coin="STX" />
      ) : amount !== undefined ? (
        <TokenAmount amount={amount} asset={name} />
      ) : (
        <>
          <span title={name}>{name.split('::').at(-1)}</span> {value !== undefined && <ClarityValue hex={value.hex} isInline />}
        </>
      )}
      {sender && (
        <>
          {' '}
          from <Principal id={sender} bare />
        </>
      )}
      {recipient && (
        <>
          {' '}
          to <Principal id={recipient} bare />
        </>
      )}
    </>
  );
}

const COMPARISONS: Readonly<Record<string, string>> = {
  sent_equal_to: 'sends exactly',
  sent_greater_than: 'sends more than',
  sent_greater_than_or_equal_to: 'sends at least',
  sent_less_than: 'sends less than',
  sent_less_than_or_equal_to: 'sends at most',
  sent: 'sends',
  not_sent: 'keeps',
  may_send: 'may send',
};

export function PostConditions({ conditions, mode }: { conditions: readonly PostCondition[]; mode: string }) {
  return (
    <>
      <ol class="list">
        {conditions.map((condition, index) => (
          <li key={index}>
            <span class="muted number">{index}</span>
            <div>
              <Who principal={condition.principal} /> {COMPARISONS[condition.condition_code] ?? words(condition.condition_code)}{' '}
              <What condition={condition} />
            </div>
          </li>
        ))}
      </ol>
      <p class="muted">Other transfers are {mode === 'allow' ? 'allowed' : 'not allowed'}.</p>
    </>
  );
}

function Who({ principal: { address, contract_name: name } }: Pick<PostCondition, 'principal'>) {
  if (address === undefined) return <>the sender</>;
  return <Principal id={name === undefined ? address : `${address}.${name}`} bare />;
}

function What({ condition: { type, amount = '0', asset, asset_value: value } }: { condition: PostCondition }) {
  if (type === 'stx') return <Amount units={amount} coin="STX" />;
  const name = asset === undefined ? '' : `${asset.contract_address}.${asset.contract_name}::${asset.asset_name}`;
  if (type === 'fungible') return <TokenAmount amount={amount} asset={name} />;
  return (
    <>
      <span title={name}>{asset?.asset_name}</span> {value !== undefined && <ClarityValue hex={value.hex} isInline />}
    </>
  );
}
