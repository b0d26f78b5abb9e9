import type { AddCommands } from './tools.js';

const HELP = `
Configuration of a client:
  { "mcpServers": { "stacks-devnet": { "command": "npx", "args": ["stacks-devnet", "mcp"] } } }

The tools work on the devnet that --url, DEVNET_URL or the last "up" names, else on one that the tool "start" starts. It ends with the
client. Both listen on this machine only. No answer has private keys or mnemonics, unless the tool "accounts" is asked for them.`;

/** Adds the command for agents. */
export const addMcpCommand: AddCommands = (program, { context, options }) => {
  program
    .command('mcp')
    .description('serve the network to agents, with the Model Context Protocol on standard input and output')
    .addHelpText('after', HELP)
    .action(async () => {
      const { mcp } = await import('../commands/mcp.js');
      await mcp(context, options());
    });
};
