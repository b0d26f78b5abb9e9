/**
 * Runs calls in the simulated network of the Clarity VM's package and prints its LCOV report.
 * Its argument is JSON: {contracts: {name: source}, calls: [{contract, fn, args: [hex], isRead}]}.
 */
import { createRequire } from 'node:module';

const { CallFnArgs, SDK, SDKOptions } = createRequire(import.meta.url)('@stacks/clarinet-sdk-wasm');
const { contracts, calls } = JSON.parse(process.argv[2]);
const DEPLOYER = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM';
const MNEMONIC =
  'twice kind fence tip hidden tilt action fragile skin nothing glory cousin green tomorrow spring wrist shed math olympic multiply hip blue scout claw';

const sections = Object.keys(contracts).map(
  (name) => `[contracts.${name}]\npath = "contracts/${name}.clar"\nclarity_version = 3\nepoch = "3.0"\n`,
);
const files = new Map([
  ['/p/Clarinet.toml', `[project]\nname = "p"\n${sections.join('')}`],
  ['/p/settings/Devnet.toml', `[network]\nname = "devnet"\n[accounts.deployer]\nmnemonic = "${MNEMONIC}"\nbalance = 100_000_000_000_000\n`],
  ...Object.entries(contracts).map(([name, source]) => [`/p/contracts/${name}.clar`, source]),
]);
const fileSystem = async (action, { path, paths = [], content }) => {
  if (action === 'vfs/exists') return files.has(path);
  if (action === 'vfs/readFiles') return Object.fromEntries(paths.map((one) => [one, files.get(one)]));
  if (action === 'vfs/writeFile') return void files.set(path, Buffer.from(content).toString());
  if (!files.has(path)) throw new Error(`no file ${path}`);
  return files.get(path);
};
const print = console.log;
// What contracts print, and stack traces.
console.log = () => undefined;
console.error = () => undefined;
const sdk = new SDK(fileSystem, new SDKOptions(false, true));
await sdk.initSession('/p', './Clarinet.toml', null);
for (const { contract, fn, args, isRead } of calls) {
  const call = new CallFnArgs(
    contract,
    fn,
    args.map((arg) => Buffer.from(arg, 'hex')),
    DEPLOYER,
  );
  try {
    if (isRead) sdk.callReadOnlyFn(call);
    else sdk.callPublicFn(call);
  } catch (error) {
    // Errors at runtime are texts.
    if (typeof error !== 'string') throw error;
  }
}
print(sdk.collectReport(false, '').coverage);
