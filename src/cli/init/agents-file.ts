/** Returns an `AGENTS.md`: what a coding agent needs to know to use a network in a project. @param test the command that runs the tests */
export function agentsFile(test: string): string {
  return `# Stacks and Bitcoin network for tests

This project tests against stacks-devnet: a local Bitcoin regtest and Stacks network. It needs no internet and no real funds.

- Run the tests: \`${test}\`
- Start a network that stays: \`npx stacks-devnet up --detach\`. Stop it: \`npx stacks-devnet down\`
- Help: \`npx stacks-devnet help <command>\`. Add \`--json\` to read a result by program
- MCP server with the same functions as tools: \`npx stacks-devnet mcp\`

## On a running network

| to | run |
| --- | --- |
| see heights and URLs | \`npx stacks-devnet status\` |
| see accounts and balances | \`npx stacks-devnet accounts\` |
| fund an address | \`npx stacks-devnet faucet stx <address> --amount 100STX\` |
| deploy a contract | \`npx stacks-devnet deploy contracts/counter.clar\` |
| call a public function | \`npx stacks-devnet call counter add u5 --as wallet_1\` |
| call a read-only function | \`npx stacks-devnet read counter get\` |
| see why a transaction failed | \`npx stacks-devnet trace <txid>\` |
| mine Bitcoin blocks | \`npx stacks-devnet mine 6\` |
| save and restore the state | \`npx stacks-devnet snapshot save clean\`, \`npx stacks-devnet snapshot restore clean\` |

## Rules

- Accounts are \`deployer\` and \`wallet_1\` to \`wallet_8\`. Use their names in place of addresses and keys.
- Amounts are micro-STX and sats. In TypeScript they are bigints, such as \`1_000_000n\`.
- Arguments of contracts are in Clarity's syntax: \`u5\`, \`"text"\`, \`(some 0x00)\`, \`{n: u1}\`, \`'ST….name\`.
- Calls, deploys and faucets wait for their block. Do not sleep or poll.
- An aborted transaction is in a block, too: check its \`status\`.
- Never use these keys on another network: everybody knows them.
`;
}
