import { devnetErrorCodes } from '#dist/base/error.js';
import { describeForPeople, isCallable } from '#dist/network/operations/arguments.js';
import type { AnyCodec, Fields } from '#dist/network/operations/codec.js';
import { commandFields, flagOf } from '#dist/network/operations/command-fields.js';
import type { AnyOperation } from '#dist/network/operations/operation.js';
import { placementOf } from '#dist/network/operations/placement.js';
import { answeredBy, type Rows } from '#dist/network/operations/table.js';
import type { Docstring } from './docstrings.js';
import { markdownTable } from './markdown-table.js';

const HEAD = `# Operations

<!-- \`npm run generate\` makes this page from the rows in src/network/operations and their docstrings. -->

Everything that a network can do, and how each client asks for it: code, HTTP, the command line, and agents over MCP.

\`\`\`ts
import { startDevnet } from 'stacks-devnet';

await using devnet = await startDevnet();
await devnet.faucet.stx('wallet_1', { amount: 1_000_000n });
\`\`\`

- Code passes the fields with a position as arguments, in this order. The others are properties of one object, the last argument.
- Amounts are bigints in code and digits in JSON.
- A Clarity value is a JavaScript value of its type in code, and \`{"hex":"0x…"}\` or source text elsewhere.
- Each operation may also fail with \`INVALID_INPUT\`, \`NOT_READY\`, \`NOT_REACHABLE\` or \`FORBIDDEN\`.
- An operation that needs a capability fails with \`UNSUPPORTED\` on a network without it: \`status\` lists the capabilities of a network.
- The examples assume a network \`devnet\` with a contract \`vault\`, the address \`owner\` of an account, and \`readFile\` and
  \`writeFile\` of \`node:fs/promises\`.
- Schemas of all requests and answers: [openapi.json](openapi.json). The rest of the API in code: [code.md](code.md).
- The command line: [cli.md](cli.md). Agents: [agents.md](agents.md).
`;

/** Makes the page of all operations. @param docs their docstrings by name */
export function operationsPage(rows: Rows, docs: ReadonlyMap<string, Docstring>): string {
  const sections = rows.map(([name, row]) => section(name, row, docs.get(name)));
  return `${[HEAD, ...sections].join('\n')}`;
}

function section(name: string, row: AnyOperation, doc: Docstring | undefined): string {
  const about = sentence(doc?.text || row.summary);
  const parts = [
    `## \`${name}\``,
    about,
    fieldTable(row, doc),
    [
      `- answer: ${answerOf(row, doc)}`,
      `- errors: ${row.errors.length === 0 ? 'only those of every operation' : codes(row.errors)}`,
      ...(row.needs === undefined ? [] : [`- needs the capability: \`${row.needs}\``]),
      `- code: ${inCode(name, row)}`,
      `- HTTP: ${overHttp(row)}`,
      `- command line: ${onCommandLine(row)}`,
      `- agents: ${byAgents(name, row)}`,
    ].join('\n'),
    ...(doc?.examples ?? []).map((code) => `\`\`\`ts\n${code}\n\`\`\``),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

function fieldTable({ input, positional }: AnyOperation, doc: Docstring | undefined): string {
  const all: Fields = input;
  const places: readonly string[] = positional;
  const names = [...places, ...Object.keys(all).filter((name) => !places.includes(name))];
  if (names.length === 0) return '';
  const rows = names.map((name) => {
    const codec = all[name] as AnyCodec;
    const said = doc?.fields.get(name);
    const place = places.includes(name) ? `${places.indexOf(name) + 1}` : 'option';
    const words = [said?.text ?? '', codec.local ? 'in code alone' : describeForPeople(codec)].map(sentence);
    return [`\`${name}\``, place, typeOf(codec, said?.type), codec.unit ?? '', defaultOf(codec, said?.byDefault), words.join(' ').trim()];
  });
  return markdownTable([['field', 'position', 'type', 'unit', 'default', 'value'], ...rows]);
}

/** Types of code, which tables of Markdown show as code. */
function typeOf({ schema }: AnyCodec, inCode: string | undefined): string {
  const travels = 'type' in schema ? [schema.type].flat().join(' or ') : '';
  return `\`${(inCode || travels || 'unknown').replace(/ \| undefined$/, '')}\``;
}

function defaultOf({ optional, isNullable, schema }: AnyCodec, said: string | undefined): string {
  if (said !== undefined) return said;
  if ('default' in schema && schema.default !== undefined) return `${schema.default}`;
  return optional || isNullable ? 'none' : 'required';
}

function answerOf(row: AnyOperation, doc: Docstring | undefined): string {
  const output = row.output as AnyCodec | undefined;
  const { output: sent } = answeredBy(row) as { output: AnyCodec | undefined };
  const returned = doc?.returns ? `\`${doc.returns}\`` : 'none in code';
  const about = (output ?? sent)?.about ?? (output ?? sent)?.schema.description;
  const kind = output?.isStream ? `a stream, \`${output.media}\`` : output?.media === undefined ? returned : `a file: ${returned}`;
  if (about === undefined) return kind;
  return output === undefined ? `${kind}, elsewhere ${lower(about)}` : `${kind}: ${lower(about)}`;
}

function inCode(name: string, row: AnyOperation): string {
  if (row.inCode === false) return 'none';
  if (row.inCode !== undefined)
    return row.inCode
      .split(' or ')
      .map((call) => `\`${call}\``)
      .join(' or ');
  const { input, positional } = row as { input: Fields; positional: readonly string[] };
  const isOptional = (field: string): boolean => input[field]?.optional === true || input[field]?.isNullable === true;
  const options = Object.keys(input).filter((field) => !positional.includes(field));
  const args = positional.map((field) => (isOptional(field) ? `${field}?` : field));
  if (options.length > 0) args.push(options.every(isOptional) ? 'options?' : 'options');
  return `\`devnet.${name}(${args.join(', ')})\``;
}

function overHttp({ input, http }: AnyOperation): string {
  if (http === undefined) return 'none';
  const { inPath, inHeaders, rest, restIn } = placementOf(input, http);
  const request = `\`${http.method} /devnet/v1${http.path.replace(/:(\w+)/g, '{$1}')}\``;
  const fixed = Object.entries(http.fixed ?? {}).map(([field, value]) => `${field}=${value}`);
  const parts = [
    ...(inPath.length > 0 ? [`path: ${codes(inPath)}`] : []),
    ...Object.values(inHeaders).map((header) => `header: \`${header}\``),
    ...(http.body === undefined ? [] : [`the body is \`${http.body}\``]),
    ...(http.body === undefined && rest.length + fixed.length > 0 ? [`${restIn}: ${codes([...rest, ...fixed])}`] : []),
  ];
  return [request, ...parts].join('; ');
}

function onCommandLine(row: AnyOperation): string {
  const { cli } = row;
  if (cli === undefined) return 'none';
  if (cli.byHand) return `\`stacks-devnet ${cli.command}\`; its flags: \`stacks-devnet help ${cli.command}\``;
  const { args, flags } = commandFields(row, cli);
  const words = [
    ...args.map(([field, { word = field, optional, isNullable }]) => (optional || isNullable ? `[${word}]` : `<${word}>`)),
    ...flags.map(([flag, , codec]) => (codec.optional ? `[${flagOf(flag, codec)}]` : flagOf(flag, codec))),
  ];
  return `\`${['stacks-devnet', cli.command, ...words].join(' ')}\``;
}

function byAgents(name: string, row: AnyOperation): string {
  if (!isCallable(row)) return 'none: a conversation has no files and no streams';
  const { tool } = row;
  const any = `\`operation {"name":"${name}"}\``;
  return tool === undefined ? any : `\`${tool}\`, or ${any}`;
}

function codes(words: readonly string[]): string {
  return words.map((word) => `\`${word}\``).join(', ');
}

/** Codes of errors in prose, and what is code already. RPC is also a word. */
const CODES = new RegExp(`\`[^\`]*\`|\\b(${devnetErrorCodes.filter((code) => code !== 'RPC').join('|')})\\b`, 'g');

function sentence(text: string): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  const whole = text === '' || /[.!?]$/.test(text) ? begun : `${begun}.`;
  return whole.replace(CODES, (words, code: string | undefined) => (code === undefined ? words : `\`${code}\``));
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
