import { signal, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { valueText } from '../../tools/story.js';
import { type Coin, coins, grouped } from '../format/amount.js';
import { absoluteTime, relativeTime } from '../format/time.js';

export function Amount({ units, coin }: { units: string | number | bigint; coin: Coin }) {
  return (
    <span class="amount">
      {coins(units, coin)} <span class="unit">{coin}</span>
    </span>
  );
}

/** An amount of a token in its smallest unit. */
export function TokenAmount({ amount, asset }: { amount: string; asset: string }) {
  return (
    <span class="amount" title={asset}>
      {grouped(amount)} <span class="unit">{asset.split('::').at(-1)}</span>
    </span>
  );
}

/** Seconds since 1970, at this moment. */
const now = signal(Date.now() / 1_000);
setInterval(() => {
  now.value = Date.now() / 1_000;
}, 1_000);

export function Time({ seconds }: { seconds: number | undefined }) {
  if (seconds === undefined) return <span class="muted">–</span>;
  return (
    <time dateTime={new Date(seconds * 1_000).toISOString()} title={absoluteTime(seconds)}>
      {relativeTime(seconds, now.value)}
    </time>
  );
}

/** More than a screen of text waits for a click. */
const LONGEST = 1_000;
/** A value that fits into a sentence, in characters. */
const SHORT = 60;

/** A serialized value in the syntax of Clarity sources, as the command line writes it. */
export function ClarityValue({ hex, isInline = false }: { hex: string; isInline?: boolean }) {
  const text = useMemo(() => valueText(hex), [hex]);
  return isInline && text.length <= SHORT ? <code>{text}</code> : <Value text={text} />;
}

/** Text from the chain, however long. */
export function Value({ text }: { text: string }) {
  const isOpen = useSignal(false);
  const isLong = text.length > LONGEST;
  return (
    <div class="value">
      <code>{isLong && !isOpen.value ? `${text.slice(0, LONGEST)}…` : text}</code>
      {isLong && (
        <button
          type="button"
          class="link"
          aria-expanded={isOpen.value}
          onClick={() => {
            isOpen.value = !isOpen.value;
          }}
        >
          {isOpen.value ? 'Show less' : `Show all ${text.length.toLocaleString('en')} characters`}
        </button>
      )}
    </div>
  );
}

const TONES: Readonly<Record<string, string>> = {
  success: 'good',
  confirmed: 'good',
  pending: 'wait',
  accepted: 'wait',
  rbf: 'wait',
};
const STATUS_WORDS: Readonly<Record<string, string>> = {
  abort_by_response: 'aborted',
  abort_by_post_condition: 'aborted by post-condition',
  rbf: 'replaced',
};

export function StatusBadge({ status }: { status: string }) {
  return <span class={`badge ${TONES[status] ?? 'bad'}`}>{STATUS_WORDS[status] ?? status.replaceAll('_', ' ')}</span>;
}
