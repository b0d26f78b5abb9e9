// Prints the deployment plans that Clarinet's own code makes of projects, as a JSON list, in a process of its own: it loads 300 MB, and a failure
// may end the process.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { SDK, SDKOptions } from '@stacks/clarinet-sdk-wasm';

globalThis.fetch = () => Promise.reject(new Error('the test has no network'));
// It also prints that it has made a plan.
console.log = () => undefined;
const plans = [];
for (const root of process.argv.slice(2)) plans.push(await planOf(root));
process.stdout.write(JSON.stringify(plans));

async function planOf(root) {
  let plan = '';
  const at = (file) => path.resolve(root, file);

  async function vfs(action, { path: file, paths, content }) {
    if (action === 'vfs/exists') return existsSync(at(file));
    if (action === 'vfs/readFile') return readFileSync(at(file), 'utf8');
    if (action === 'vfs/readFiles') return Object.fromEntries(paths.map((name) => [name, readFileSync(at(name), 'utf8')]));
    if (action !== 'vfs/writeFile') throw new Error(`unknown action ${action}`);
    if (file.endsWith('.yaml')) plan = Buffer.from(content).toString('utf8');
  }

  const sdk = new SDK(vfs, new SDKOptions(false, false, false));
  await sdk.generateDeploymentPlan(root, './Clarinet.toml');
  return plan;
}
