import { toJson } from '../base/json.js';
import type { Context, GlobalOptions, Sink } from './context.js';
import type { Paper } from './printed/line.js';
import { type Style, styled } from './style.js';

/** Writes results to stdout and everything else to stderr. */
export type Output = {
  json: boolean;
  /** Writes one line of a result. */
  line(text: string): void;
  /** Writes one JSON object as a line of a result; bigints become decimal strings. */
  object(value: unknown): void;
  /** Writes a line that belongs to no result. */
  note(text: string): void;
  warn(text: string): void;
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  /** How wide stdout is, and its styles. */
  paper(): Paper;
};

/** The width of a terminal that does not say its own, and of files. */
const COLUMNS = 80;

export function createOutput(context: Context, options: GlobalOptions): Output {
  const { env, stdout, stderr } = context;
  const style = (sink: Sink, name: Style) => (text: string) => styled(text, name, sink, env, options);
  return {
    json: options.json ?? false,
    line: (text) => stdout.write(`${text}\n`),
    object: (value) => stdout.write(`${toJson(value)}\n`),
    note: (text) => stderr.write(`${style(stderr, 'dim')(text)}\n`),
    warn: (text) => stderr.write(`${style(stderr, 'yellow')('warning:')} ${text}\n`),
    bold: style(stdout, 'bold'),
    dim: style(stdout, 'dim'),
    red: style(stdout, 'red'),
    paper: () => ({ columns: stdout.columns?.() ?? COLUMNS, style: (text, name) => styled(text, name, stdout, env, options) }),
  };
}

/** Formats rows as lines; every column is as wide as its widest cell. */
export function table(rows: readonly (readonly string[])[], indent = ''): string[] {
  const widths: number[] = [];
  for (const row of rows) for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length);
  return rows.map((row) => `${indent}${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd());
}
