import { without0x } from '../../base/hex.js';
import { isRecord } from '../../base/json.js';
import type { StacksTxReceipt } from '../../network/data.js';
import { memoText, valueText } from './value-text.js';

/** An event with its serialized values in Clarity's syntax, for example `print of ST….counter: {n: u1}`. */
export function eventText(event: StacksTxReceipt['events'][number]): string {
  const { type } = event;
  const detail = event[type];
  const { contract_identifier: contract, topic, raw_value: raw, value: _, memo, ...facts } = isRecord(detail) ? detail : {};
  const value = raw === undefined ? undefined : valueText(String(raw));
  if (type === 'contract_event') return `${topic} of ${contract}: ${value}`;
  const shown = Object.entries({
    ...facts,
    value,
    memo: typeof memo === 'string' ? memoText(Buffer.from(without0x(memo), 'hex')) : undefined,
  })
    .filter(([, fact]) => fact !== undefined && fact !== null && typeof fact !== 'object')
    .map(([name, fact]) => `${name} ${fact}`);
  return `${type.replace(/_event$/, '')}: ${shown.join(', ')}`;
}
