import { signal, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { valueText } from '../../tools/story.js';
import { type Coin, coins, scaled } from '../format/amount.js';
import { absoluteTime, relativeTime } from '../format/time.js';
import { tokenOf } from '../live/tokens.js';
import { Copy } from './copy.js';
import { Named } from './id.js';
import { Toggle } from './toggle.js';

export function Amount({ units, coin }: { units: string | number | bigint; coin: Coin }) {
  return (
    <span class="amount">
      {coins(units, coin)} <span class="unit">{coin}</span>
    </span>
  );
}

/** A fee on Bitcoin: too small to be read in BTC. */
export function Sats({ sats }: { sats: number }) {
  return (
    <span class="amount">
      {sats.toLocaleString('en')} <span class="unit">{sats === 1 ? 'sat' : 'sats'}</span>
    </span>
  );
}

/** What a transaction pays for each virtual byte. */
export function FeeRate({ sats, vsize }: { sats: number; vsize: number }) {
  return (
    <span class="amount">
      {(sats / vsize).toLocaleString('en', { maximumFractionDigits: 1 })} <span class="unit">sat/vB</span>
    </span>
  );
}

/** What a transaction adds to a balance, or takes from it. */
export function Change({ units, coin }: { units: string | number; coin: Coin }) {
  const text = `${units}`;
  if (text === '0') return <span class="muted">–</span>;
  const isLess = text.startsWith('-');
  return (
    <span class={isLess ? 'amount' : 'amount good'}>
      {isLess ? '−' : '+'}
      {coins(text.replace('-', ''), coin)} <span class="unit">{coin}</span>
    </span>
  );
}

/** An amount of a token in its smallest unit, which is shown with the decimals and the symbol of the token, if it says them. */
export function TokenAmount({ amount, asset }: { amount: string; asset: string }) {
  const { decimals = 0, symbol = asset.split('::').at(-1) } = tokenOf(asset) ?? {};
  return (
    <span class="amount" title={decimals === 0 ? asset : `${amount} units of ${asset}`}>
      {scaled(amount, decimals)} <span class="unit">{symbol}</span>
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

type ClarityValueProps = {
  hex: string;
  /** Whether a short value stays in the sentence. @default false */
  isInline?: boolean;
  /** What a button copies, for a screen reader: `result`. The copy has addresses instead of names. @default no button */
  copy?: string;
};

/** A serialized value in the syntax of Clarity sources, as the command line writes it, with the names of accounts. */
export function ClarityValue({ hex, isInline = false, copy }: ClarityValueProps) {
  const text = useMemo(() => valueText(hex), [hex]);
  if (isInline && text.length <= SHORT) {
    return (
      <code>
        <Named text={text} />
      </code>
    );
  }
  return <Value text={text} copy={copy} />;
}

/** Text from the chain, however long, with the names of accounts. */
export function Value({ text, copy }: { text: string; copy?: string | undefined }) {
  const isOpen = useSignal(false);
  const isLong = text.length > LONGEST;
  return (
    <div class="value">
      <code>
        <Named text={isLong && !isOpen.value ? `${text.slice(0, LONGEST)}…` : text} />
      </code>
      {copy !== undefined && <Copy text={text} what={copy} />}
      {isLong && <Toggle isOpen={isOpen}>{isOpen.value ? 'Show less' : `Show all ${text.length.toLocaleString('en')} characters`}</Toggle>}
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

/** A status in a word and a sign. The style sheet draws the sign, and on a phone hides the word of what went well in tables. */
export function StatusBadge({ status }: { status: string }) {
  return (
    <span class={`badge ${TONES[status] ?? 'bad'}`}>
      <span class="word">{STATUS_WORDS[status] ?? status.replaceAll('_', ' ')}</span>
    </span>
  );
}
