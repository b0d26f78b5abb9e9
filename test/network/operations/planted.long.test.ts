import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest';
import { completionScript } from '#dist/cli/completion.js';
import { createProgram } from '#dist/cli/create-program.js';
import { createApp } from '#dist/gateway/app.js';
import { assemble } from '#dist/gateway/assemble.js';
import { createNetwork } from '#dist/gateway/mcp/network.js';
import { createMcpServer } from '#dist/gateway/mcp/server.js';
import { createOpenApi } from '#dist/gateway/openapi.js';
import { createConnectedDevnet } from '#dist/network/devnet/connected/create.js';
import { functionsOf } from '#dist/network/operations/bind.js';
import { amount, object, oneOf, optional, whole } from '#dist/network/operations/codec.js';
import { type ApiOf, operation } from '#dist/network/operations/operation.js';
import { flatten, type Rows, rows } from '#dist/network/operations/table.js';
import type { LocalDevnet, OperableDevnet } from '#dist/network/types.js';
import { readDocstrings, readFunctionDocs } from '../../../scripts/docstrings.js';
import { operationsPage } from '../../../scripts/operations-page.js';
import { silentContext } from '../../cli/in-process.js';
import { bootDevnet } from '../../devnet.js';
import { FAUCET_AMOUNTS } from '../../gateway/support/gateway.js';

/** An operation is this row, and nothing else: see "Add an operation" in CONTRIBUTING.md. */
const planted = {
  /**
   * Returns how many blocks a chain has above a height.
   * @param chain which one
   * @example
   * const blocks = await devnet.blocksAbove('bitcoin', { height: 100 });
   */
  blocksAbove: operation({
    summary: 'How many blocks a chain has above a height',
    effect: 'reads',
    input: {
      chain: oneOf(['bitcoin', 'stacks'], '"bitcoin" or "stacks"'),
      /** The height to count from. @default 0 */
      height: optional(whole('a whole number')),
    },
    positional: ['chain'],
    output: object({ blocks: amount('how many') }, 'The blocks above the height.'),
    value: ({ blocks }) => blocks,
    errors: ['UNSUPPORTED'],
    http: { method: 'GET', path: '/chains/:chain/above' },
    cli: { command: 'blocks above' },
    tool: 'blocks_above',
    run: async (network, chain, { height = 0 } = {}) => ({ blocks: BigInt((await network.status())[chain].height - height) }),
  }),
};

const all: Rows = [...rows, ...flatten(planted)];

let devnet: LocalDevnet;
let connected: OperableDevnet;
let url = '';
/** The planted operation in code. */
let api: ApiOf<typeof planted>;
const closers: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  devnet = (await bootDevnet({ gateway: true, electrum: false })) as LocalDevnet;
  closers.push(() => devnet.close());
  const parts = await assemble({ devnet, faucetAmounts: FAUCET_AMOUNTS, version: '1.2.3' });
  const app = await createApp(parts.settings, () => parts.services, { operations: all });
  closers.push(() => parts.close(() => app.close()));
  url = await app.listen({ host: '127.0.0.1', port: 0 });
  connected = await createConnectedDevnet({ url });
  closers.push(() => connected.close());
});
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

/** The Bitcoin blocks above height 100. */
const expected = async (): Promise<number> => (await devnet.status()).bitcoin.height - 100;

/** Runs a command line of a program with the planted operation. */
async function commandLine(...args: string[]): Promise<string> {
  let printed = '';
  const write = (text: string): void => {
    printed += text;
  };
  const context = { ...silentContext({}), stdout: { write, isTTY: false } };
  await createProgram(context, { args, operations: all })
    .parseAsync(args, { from: 'user' })
    .catch((error: { exitCode?: number }) => {
      // Help ends the program.
      if (error.exitCode !== 0) throw error;
    });
  return printed;
}

test('default: it is in code, locally and over a connection', async () => {
  type Parameter = Parameters<typeof api.blocksAbove>;
  expectTypeOf<Parameter[0]>().toEqualTypeOf<'bitcoin' | 'stacks'>();
  expectTypeOf<NonNullable<Parameter[1]>>().toExtend<{ height?: number | undefined }>();
  expectTypeOf<{ height?: number | undefined }>().toExtend<NonNullable<Parameter[1]>>();
  expectTypeOf<Parameter['length']>().toEqualTypeOf<1 | 2>();
  expectTypeOf<ReturnType<typeof api.blocksAbove>>().toEqualTypeOf<Promise<bigint>>();
  for (const network of [devnet, connected]) {
    api = functionsOf(planted, network.perform);
    expect(await api.blocksAbove('bitcoin', { height: 100 })).toBe(BigInt(await expected()));
    await expect(api.blocksAbove('bitcoin', { hight: 1 } as object)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  }
});

test('default: editors show its docstring', () => {
  expect(readFunctionDocs(import.meta.filename, 'api').get('blocksAbove')).toBe('Returns how many blocks a chain has above a height.');
});

test('default: it is a route', async () => {
  const answer = await fetch(`${url}/devnet/v1/chains/bitcoin/above?height=100`);
  expect(await answer.json()).toEqual({ blocks: `${await expected()}` });
  const wrong = await fetch(`${url}/devnet/v1/chains/litecoin/above`);
  expect([wrong.status, await wrong.json()]).toMatchObject([400, { field: 'chain', expected: '"bitcoin" or "stacks"' }]);
});

test('default: it is in the OpenAPI document', async () => {
  const { paths } = (await createOpenApi('1.2.3', all)) as { paths: Record<string, Record<string, object>> };
  expect(paths['/devnet/v1/chains/{chain}/above']?.['get']).toMatchObject({
    operationId: 'blocksAbove',
    summary: 'How many blocks a chain has above a height',
    parameters: [
      { in: 'query', name: 'height', required: false },
      { in: 'path', name: 'chain', required: true },
    ],
  });
});

test('default: it is a command, with help and completion', async () => {
  expect(JSON.parse(await commandLine('blocks', 'above', 'bitcoin', '--height', '100', '--json', '--url', url))).toEqual({
    blocks: `${await expected()}`,
  });
  const help = await commandLine('blocks', 'above', '--help');
  expect(help).toContain('how many blocks a chain has above a height');
  expect(help).toMatch(/chain +"bitcoin" or "stacks"/);
  expect(help).toMatch(/--height <height> +a whole number/);
  for (const shell of ['bash', 'zsh', 'fish']) {
    const lines = completionScript(createProgram(silentContext({}), { operations: all }), shell).split('\n');
    expect(lines.some((line) => /\babove\b.*\bheight\b/.test(line))).toBe(true);
  }
});

test('default: it is a tool of agents, and one of the operations', async () => {
  const source = {
    find: async () => url,
    connect: async () => createConnectedDevnet({ url }),
    start: () => Promise.reject(new Error('no start')),
  };
  const network = createNetwork(source, '/');
  const server = createMcpServer(network, '1.2.3', all);
  const client = new Client({ name: 'test', version: '1' });
  const [ofClient, ofServer] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(ofServer), client.connect(ofClient)]);
  const { tools } = await client.listTools();
  expect(tools.find(({ name }) => name === 'blocks_above')).toMatchObject({
    description: 'How many blocks a chain has above a height.',
    inputSchema: { properties: { chain: { enum: ['bitcoin', 'stacks'] }, height: { type: 'integer' } }, required: ['chain'] },
    annotations: { readOnlyHint: true },
  });
  const fields = { chain: 'bitcoin', height: 100 };
  for (const call of [
    { name: 'blocks_above', arguments: fields },
    { name: 'operation', arguments: { name: 'blocksAbove', arguments: fields } },
  ]) {
    const { content } = await client.callTool(call);
    expect(JSON.parse((content as { text: string }[])[0]?.text ?? '')).toEqual({ blocks: `${await expected()}` });
  }
  await client.close();
  await network.close();
});

test('default: it is on the reference page', () => {
  const page = operationsPage(flatten(planted), readDocstrings(import.meta.filename, ['planted']));
  expect(page.slice(page.indexOf('## '))).toMatchInlineSnapshot(`
    "## \`blocksAbove\`

    Returns how many blocks a chain has above a height.

    | field    | position | type                    | unit | default  | value                                     |
    | -------- | -------- | ----------------------- | ---- | -------- | ----------------------------------------- |
    | \`chain\`  | 1        | \`"bitcoin" \\| "stacks"\` |      | required | Which one. "bitcoin" or "stacks".         |
    | \`height\` | option   | \`number\`                |      | 0        | The height to count from. A whole number. |

    - answer: \`bigint\`: the blocks above the height.
    - errors: \`UNSUPPORTED\`
    - code: \`devnet.blocksAbove(chain, options?)\`
    - HTTP: \`GET /devnet/v1/chains/{chain}/above\`; path: \`chain\`; query: \`height\`
    - command line: \`stacks-devnet blocks above <chain> [--height <height>]\`
    - agents: \`blocks_above\`, or \`operation {"name":"blocksAbove"}\`

    \`\`\`ts
    const blocks = await devnet.blocksAbove('bitcoin', { height: 100 });
    \`\`\`
    "
  `);
});
