import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect } from 'vitest';
import { emptyHome, main } from '../../cli/child.js';
import { freePort } from '../../free-ports.js';

/** A client of the SDK, and the server that it started as a process. */
export type Agent = {
  client: Client;
  /** The process id of the server. */
  pid: number;
  /** The folder where the server runs. */
  folder: string;
  /** Calls a tool that must succeed. @returns its JSON */
  use<Answer = Record<string, unknown>>(tool: string, args?: object): Promise<Answer>;
  /** Calls a tool that must succeed. @returns its text */
  text(tool: string, args?: object): Promise<string>;
  /** Calls a tool that must fail. @returns the message */
  failure(tool: string, args?: object): Promise<string>;
} & AsyncDisposable;

/**
 * Starts `stacks-devnet mcp` as a client of the protocol does. It finds no network: that of port 3999 may be a developer's own.
 * @param flags before the command
 */
export async function startAgent(env: NodeJS.ProcessEnv = {}, flags: string[] = []): Promise<Agent> {
  const home = emptyHome();
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [main, ...flags, 'mcp'],
    env: { ...home.env, DEVNET_URL: `http://127.0.0.1:${await freePort()}`, ...env } as Record<string, string>,
    cwd: home.path,
    stderr: 'ignore',
  });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  const call = async (tool: string, args: object) => {
    const { content, isError = false } = await client.callTool({ name: tool, arguments: { ...args } });
    const [part] = content as { type: string; text: string }[];
    return { isError, text: part?.text ?? '' };
  };
  const text = async (tool: string, args: object = {}) => {
    const answer = await call(tool, args);
    expect(answer.isError, `${tool}: ${answer.text}`).toBe(false);
    return answer.text;
  };
  return {
    client,
    pid: transport.pid ?? 0,
    folder: home.path,
    text,
    use: async (tool, args) => JSON.parse(await text(tool, args)),
    async failure(tool, args = {}) {
      const answer = await call(tool, args);
      expect(answer.isError, `${tool}: ${answer.text}`).toBe(true);
      return answer.text;
    },
    async [Symbol.asyncDispose]() {
      await client.close();
      home[Symbol.dispose]();
    },
  };
}
