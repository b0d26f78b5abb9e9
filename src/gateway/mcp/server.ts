import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, type CallToolResult, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { once } from '../../base/async.js';
import { DevnetError, messageOf } from '../../base/error.js';
import { toJson } from '../../base/json.js';
import { unknownName } from '../../base/unknown-name.js';
import type { Effect } from '../../network/operations.js';
import { type Rows, rows, sayTo } from '../../network/operations.js';
import { compileSchema } from '../validator.js';
import type { Network } from './network.js';
import { withoutSecrets } from './secrets.js';
import { createTools } from './tools.js';

const HINTS: Readonly<Record<Effect, object>> = {
  reads: { readOnlyHint: true, openWorldHint: false },
  changes: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  destroys: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
};

const INSTRUCTIONS =
  'A local Bitcoin regtest and Stacks network for tests. Call "start" first. Accounts: deployer, wallet_1 to wallet_8. ' +
  'Amounts are micro-STX and sats. Transactions wait for their block. If a call aborts, "trace" says why.';

/** Creates a server of the Model Context Protocol with the tools of this package. @param operations what it reaches @default all */
export function createMcpServer(network: Network, version: string, operations: Rows = rows): Server {
  const tools = createTools(operations);
  const server = new Server({ name: 'stacks-devnet', version }, { capabilities: { tools: {} }, instructions: INSTRUCTIONS });
  const answer = (text: string, { withSecrets = false } = {}): CallToolResult => {
    const { accounts = {} } = network.known()?.devnet ?? {};
    return { content: [{ type: 'text', text: withSecrets ? text : withoutSecrets(text, accounts) }] };
  };
  const known = new Map(tools.map((tool) => [tool.name, { tool, check: once(() => compileSchema(tool.input)) }]));
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ name, description, kind, input }) => ({
      name,
      description,
      annotations: HINTS[kind],
      inputSchema: { ...input, required: [...(input.required ?? [])] },
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: args = {} } }): Promise<CallToolResult> => {
    const found = known.get(name);
    try {
      if (found === undefined) throw unknownName(name, 'tool', [...known.keys()], `The tools are ${[...known.keys()].join(', ')}.`);
      const wrong = (await found.check())(args, 'arguments');
      if (wrong !== undefined) throw wrong;
      const result = await found.tool.run(args, network);
      return answer(typeof result === 'string' ? result : toJson(result), {
        withSecrets: found.tool.name === 'accounts' && args['keys'] === true,
      });
    } catch (error) {
      return { ...answer(errorText(error)), isError: true };
    }
  });
  return server;
}

function errorText(error: unknown): string {
  const code = error instanceof DevnetError ? `${error.code}: ` : '';
  const excerpt = error instanceof DevnetError && error.excerpt !== undefined ? `\n${error.excerpt}` : '';
  const advice = error instanceof DevnetError ? error.advice : undefined;
  return `${code}${sayTo('mcp', messageOf(error), advice)}${excerpt}`;
}
