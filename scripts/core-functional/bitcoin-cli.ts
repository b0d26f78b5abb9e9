// The program `bitcoin-cli` of the tests: one call of the RPC, with the arguments that the framework and its scripts pass.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { cliParams, usage } from './cli-arguments.js';

type Reply = { result: unknown; error: { code: number; message: string } | null };

await runBitcoinCli();

/** Calls the method on the command line, and prints its result or error as bitcoin-cli does. */
async function runBitcoinCli(): Promise<void> {
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
