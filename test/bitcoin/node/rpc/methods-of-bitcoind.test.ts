import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { categoriesOf, type Method, recordedMethods } from '../conversation/methods.js';
import { type RpcNode, startRpcNode } from '../harness.js';
import { WALLET_NOT_OFFERED, WALLET_OTHER_USAGE } from '../wallet/real/not-offered.js';
import { HIDDEN_NOT_OFFERED, NOT_OFFERED, ONLY_CORE, OTHER_USAGE } from './real/not-offered.js';

/** The methods of a bitcoind without wallets, and those that one with wallets has, too. */
const METHODS = recordedMethods('rpc');
const WALLET_METHODS = recordedMethods('wallet').filter(({ name }) => METHODS.every((method) => method.name !== name));

describe('the methods of a real bitcoind', () => {
  let rpc: RpcNode;
  let categories: Map<string, string>;
  beforeAll(async () => {
    rpc = await startRpcNode();
    categories = categoriesOf(await rpc.call('help'));
  });
  afterAll(() => rpc[Symbol.asyncDispose]());

  const helpOf = async (name: string): Promise<string> => (await rpc.call('help', name)).split('\n')[0];
  const missing = async (methods: Method[]) => {
    const lines = await Promise.all(methods.map(({ name }) => helpOf(name)));
    return methods.flatMap(({ name }, index) => (lines[index] === `help: unknown command: ${name}` ? [name] : [])).sort();
  };
  const otherUsage = async (methods: Method[]) => {
    const different: string[] = [];
    for (const { name, usage } of methods) {
      const ours = await helpOf(name);
      if (ours !== usage && !ours.startsWith('help: unknown command')) different.push(name);
    }
    return different.sort();
  };

  test('behavior: each one exists, or is listed with a reason', async () => {
    expect(await missing(METHODS)).toEqual(Object.keys({ ...NOT_OFFERED, ...HIDDEN_NOT_OFFERED }).sort());
    expect(await missing(WALLET_METHODS)).toEqual(
      Object.keys(WALLET_NOT_OFFERED)
        .filter((name) => !(name in NOT_OFFERED))
        .sort(),
    );
  });

  test('behavior: those that help lists are in the same category', () => {
    const theirs = new Map([...METHODS, ...WALLET_METHODS].map(({ name, category }) => [name, category]));
    const others = [...categories].filter(([name, category]) => !ONLY_CORE.includes(name) && theirs.get(name) !== category);
    expect(others).toEqual([['fundrawtransaction', 'Wallet']]);
  });

  test('behavior: the help of each one begins with its usage', async () => {
    expect(await otherUsage(METHODS)).toEqual(OTHER_USAGE);
    expect(await otherUsage(WALLET_METHODS)).toEqual(WALLET_OTHER_USAGE);
  });
});
