// The program `bitcoin-cli` of the tests: one call of the RPC, with the arguments that the framework and its scripts pass.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';

type Reply = { result: unknown; error: { code: number; message: string } | null };

/** Calls the method on the command line, and prints its result or error as bitcoin-cli does. */
export async function runBitcoinCli(): Promise<void> {
  const args = process.argv.slice(2);
  const start = args.findIndex((arg) => !arg.startsWith('-'));
  const options = start === -1 ? args : args.slice(0, start);
  const words = start === -1 ? [] : args.slice(start);
  if (options.includes('-stdin')) words.push(...readFileSync(0, 'utf8').split('\n'));
  const option = (name: string) => options.find((text) => text.startsWith(`-${name}=`))?.slice(name.length + 2);
  const [method, ...texts] = words;
  const folder = option('datadir');
  if (method === undefined || folder === undefined) return fail('Error: bitcoin-cli of these tests needs -datadir and a method');
  const port = /^rpcport=(\d+)$/m.exec(readFileSync(`${folder}/bitcoin.conf`, 'utf8'))?.[1];
  const cookie = readFileSync(`${folder}/regtest/.cookie`, 'utf8');
  const wallet = option('rpcwallet');
  const call = async (name: string, params: unknown): Promise<Reply> => {
    const path = wallet === undefined ? '/' : `/wallet/${encodeURIComponent(wallet)}`;
    // Not `fetch`: scripts start this program hundreds of times, and that takes long to load.
    const sent = request({ host: '127.0.0.1', port, path, auth: cookie, method: 'POST' });
    sent.end(JSON.stringify({ method: name, params }));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    let text = '';
    for await (const chunk of response.setEncoding('utf8')) text += chunk;
    return JSON.parse(text) as Reply;
  };
  const { result: help } = await call('help', [method]);
  const { result, error } = await call(method, cliParams(texts, usage(String(help)), options.includes('-named')));
  if (error !== null) return fail(`error code: ${error.code}\nerror message:\n${error.message}`);
  process.stdout.write(result === null ? '' : `${typeof result === 'string' ? result : JSON.stringify(result)}\n`);
}

function fail(text: string): void {
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
}

type Argument = { name: string; isText: boolean };

/**
 * Reads the arguments of a method from its help.
 * @example usage('getnewaddress ( "label" "address_type" )')[0] // → { name: 'label', isText: true }
 */
export function usage(help: string): Argument[] {
  const [line = ''] = help.split('\n');
  let depth = 0;
  const found: Argument[] = [];
  for (const [token, quoted, bare] of line.replace(/^\S+/, '').matchAll(/[[\]{}]|"(\w+)"|(\w+)/g)) {
    if (token === '[' || token === '{') {
      if (depth === 0) found.push({ name: '', isText: false });
      depth += 1;
    } else if (token === ']' || token === '}') depth -= 1;
    else if (depth === 0) found.push({ name: quoted ?? bare ?? '', isText: quoted !== undefined });
  }
  return found;
}

/** Makes parameters of texts: those that are no text to the method are JSON. With names, what has no known name has its place. */
export function cliParams(texts: readonly string[], known: readonly Argument[], isNamed: boolean): unknown {
  const positional: unknown[] = [];
  const named: Record<string, unknown> = {};
  for (const text of texts) {
    const [, name = '', rest = ''] = isNamed ? (/^(\w+)=(.*)$/s.exec(text) ?? []) : [];
    // The help shows a list by its items, without a name.
    const isList = /^[a-z_]+$/.test(name) && /^[[{]/.test(rest);
    const argument = known.find((each) => each.name === (isList ? '' : name) && name !== '');
    if (argument !== undefined) named[name] = toParameter(rest, argument);
    else positional.push(toParameter(text, known[positional.length]));
  }
  if (Object.keys(named).length === 0) return positional;
  return positional.length === 0 ? named : { ...named, args: positional };
}

function toParameter(text: string, argument: Argument | undefined): unknown {
  if (argument?.isText === true) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
