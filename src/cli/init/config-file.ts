/** The settings that people change first, each with what it does. Every line of a setting is a comment. */
const SETTINGS = [
  ['the nodes: embedded (in this process), native, docker or external', "engine: 'embedded',"],
  ['the Stacks epoch; the default is that of mainnet', "epoch: '4.0',"],
  ['how many accounts have STX, BTC and sBTC', 'accounts: { count: 9 },'],
  ['more micro-STX, by address of an account or contract', "balances: { 'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG': 5_000_000n },"],
  ['when blocks are mined: at each transaction, on request, or every so many ms', "mining: { stacks: 'auto', bitcoin: 'manual' },"],
  ['what the faucets pay, in sats and micro-STX', 'faucet: { btc: { amount: 100_000_000n }, stx: { amount: 500_000_000n } },'],
  ['the contracts of sBTC; false for none', 'sbtc: true,'],
  ['fixed ports of `stacks-devnet up`', 'ports: { gateway: 3999, stacks: 20443, bitcoin: 18443 },'],
  ['web pages that may use the control API', "control: { origins: ['http://localhost:5173'] },"],
  ['what `up` prints: error, warn, info or debug', "logLevel: 'info',"],
] as const;

/** Returns the text of a `devnet.config.ts` in which everything has its default until a line is uncommented. */
export function configFile(): string {
  const lines = SETTINGS.flatMap(([help, code], index) => [...(index === 0 ? [] : ['']), `  // ${help}`, `  // ${code}`]);
  return ["import { defineConfig } from 'stacks-devnet';", '', 'export default defineConfig({', ...lines, '});', ''].join('\n');
}
