import { ownCommand } from '#platform/own-command.js';
import { Advice, type AdvicePart, type AdvisedOperation, type Door, partInCode } from '../../base/advice.js';
import { isCallable } from './arguments.js';
import { commandFields } from './command-fields.js';
import type { AnyOperation, CommandLine, Http } from './operation.js';
import { filledPath, placementOf } from './placement.js';
import { rows } from './table.js';

type Given = Readonly<Record<string, unknown>>;

/** Says a message or a hint to a reader, where it has advice. @param advice of its error */
export function sayTo(door: Door, text: string, advice: readonly AdvicePart[] | undefined): string {
  if (advice === undefined || door === 'code') return text;
  return text.replace(`${new Advice(advice)}`, () => advice.map((part) => partFor(door, part)).join(''));
}

function partFor(door: Door, part: AdvicePart): string {
  if (typeof part === 'string') return part;
  if ('do' in part) return operationFor(door, part);
  if ('value' in part) return `one that ${operationFor(door, { do: part.listedBy })} lists`;
  return door === 'cli' ? `"${ownCommand(part.cli)}"` : part[door];
}

/** Names an operation with its fields. One that this version does not know, of a newer gateway, has the words of code. */
function operationFor(door: Door, advised: AdvisedOperation): string {
  const row = rows.find(([name]) => name === advised.do)?.[1];
  const fields = { ...advised.with, ...advised.options };
  if (row === undefined) return partInCode(advised);
  if (door === 'mcp' && isCallable(row)) return toolCall(advised.do, row, fields);
  if (door === 'cli' && row.cli !== undefined) return `"${commandLine(row, row.cli, fields)}"`;
  return row.http === undefined ? partInCode(advised) : request(row, row.http, fields);
}

/** `POST /devnet/v1/mine {"bitcoin":1}` */
function request({ input }: AnyOperation, http: Http, fields: Given): string {
  const { method, body, fixed = {} } = http;
  const named = (name: string): unknown => fields[name] ?? `{${name}}`;
  const { inPath, restIn } = placementOf(input, http);
  const line = `${method} /devnet/v1${filledPath(http, (name) => `${named(name)}`)}`;
  const left = [...Object.entries(fixed), ...Object.keys(fields).map((name): [string, unknown] => [name, named(name)])].filter(
    ([name]) => !inPath.includes(name),
  );
  if (left.length === 0) return line;
  if (restIn === 'query') return `${line}?${left.map(([name, value]) => `${name}=${value}`).join('&')}`;
  return `${line} ${JSON.stringify(body === undefined ? Object.fromEntries(left) : fields[body])}`;
}

/** `stacks-devnet snapshot restore <id>` */
function commandLine(row: AnyOperation, cli: CommandLine, fields: Given): string {
  const { args, flags } = commandFields(row, cli);
  const shown = (field: string): string => {
    const value = fields[field] ?? `<${field}>`;
    return /^[\w.:/<>-]+$/.test(`${value}`) ? `${value}` : `'${value}'`;
  };
  const words = cli.words?.(fields) ?? [
    ...args.filter(([field]) => field in fields).map(([field]) => shown(field)),
    ...flags.filter(([, field]) => field in fields).flatMap(([flag, field]) => [`--${flag}`, shown(field)]),
  ];
  return ownCommand([cli.command, ...words].join(' '));
}

/** `the tool trace {"txid":"…"}` */
function toolCall(name: string, { tool, http }: AnyOperation, fields: Given): string {
  const named = Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, value ?? `<${field}>`]));
  const given = http?.body === undefined ? named : named[http.body];
  const isEmpty = Object.keys(fields).length === 0;
  if (tool !== undefined) return `the tool ${tool}${isEmpty ? '' : ` ${JSON.stringify(given)}`}`;
  return `the tool operation ${JSON.stringify({ name, ...(isEmpty ? {} : { arguments: given }) })}`;
}
