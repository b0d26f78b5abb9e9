import type { RpcClient } from '../rpc/real/client.js';
import { HIDDEN_METHODS } from '../rpc/real/not-offered.js';
import { METHODS, recordedText } from './recordings.js';

/** A method of bitcoind, with the first line of its help. The category is `hidden` for what the list of `help` leaves out. */
export type Method = { category: string; name: string; usage: string };

const HIDDEN = 'hidden';

/** Writes all methods of a node, one a line. */
export async function methodsOf(node: RpcClient): Promise<string> {
  const categories = categoriesOf(await node.call('help'));
  for (const name of HIDDEN_METHODS) categories.set(name, HIDDEN);
  const lines: string[] = [];
  for (const [name, category] of categories) {
    const [usage = ''] = (await node.call('help', name)).split('\n');
    if (usage.startsWith('help: unknown command')) throw new Error(`bitcoind has no method ${name}`);
    lines.push(`${category}\t${name}\t${usage}\n`);
  }
  return lines.join('');
}

/** The methods of the bitcoind of a conversation. */
export function recordedMethods(conversation: string): Method[] {
  const lines = recordedText(conversation, METHODS).trimEnd().split('\n');
  return lines.map((line) => {
    const [category = '', name = '', usage = ''] = line.split('\t');
    return { category, name, usage };
  });
}

/** The category of each method in a list of `help`. */
export function categoriesOf(help: string): Map<string, string> {
  let category = '';
  const methods = new Map<string, string>();
  for (const line of help.split('\n')) {
    const heading = /^== (\w+) ==$/.exec(line)?.[1];
    if (heading !== undefined) category = heading;
    else if (line !== '') methods.set(line.split(' ')[0] ?? '', category);
  }
  return methods;
}
