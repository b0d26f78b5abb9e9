import { cut, type StoryLine, type Topic } from '../../tools/story.js';
import type { Style } from '../style.js';

/** The terminal: its columns, and how it shows a style. */
export type Paper = { columns: number; style(text: string, style: Style): string };

const TOPIC_STYLES: Record<Topic, Style> = {
  bitcoin: 'yellow',
  stacks: 'magenta',
  faucet: 'green',
  sbtc: 'cyan',
  network: 'bold',
  request: 'dim',
};
/** The longest topic and a gap. */
const TOPIC_LENGTH = 8;
/** A whole txid fits beside it into 80 columns. */
const DETAIL_INDENT = 11;

/** Formats a line for a terminal: `12:01:07 stacks   block 41 …`, at most as wide as it. */
export function formatLine(
  { topic, text, end = '', tone, isDetail = false }: StoryLine,
  time: string,
  { columns, style }: Paper,
): string[] {
  const toned = (part: string): string => (tone === 'bad' ? style(part, 'red') : tone === 'quiet' ? style(part, 'dim') : part);
  if (isDetail) {
    const indent = ' '.repeat(DETAIL_INDENT);
    // Code keeps its indent and stays on one line, so that a caret below it is at its place.
    const parts = text.startsWith(' ') ? [cut(clean(text), columns - indent.length)] : wrap(clean(text), columns - indent.length);
    return parts.map((part) => `${indent}${toned(part)}`);
  }
  const start = topic === undefined ? '' : `${style(topic.padEnd(TOPIC_LENGTH), TOPIC_STYLES[topic])} `;
  const margin = time.length + 1 + (topic === undefined ? 0 : TOPIC_LENGTH + 1);
  return [`${style(time, 'dim')} ${start}${toned(cut(clean(text), columns - margin - end.length) + clean(end))}`];
}

/** Control characters would change the terminal. */
function clean(text: string): string {
  return text.replace(/\p{Cc}|\p{Cf}/gu, ' ');
}

/** Breaks a text into lines, between words where possible. */
export function wrap(text: string, columns: number): string[] {
  const length = Math.max(columns, 1);
  const lines: string[] = [];
  let rest = text.trim();
  while (rest.length > length) {
    const space = rest.lastIndexOf(' ', length);
    const end = space > 0 ? space : length;
    lines.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return [...lines, rest];
}
