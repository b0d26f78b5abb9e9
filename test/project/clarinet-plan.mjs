// Prints the deployment plan that Clarinet's own code makes of a project, in a process of its own: it loads 300 MB, and a failure may end
// the process.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { SDK, SDKOptions } from '@stacks/clarinet-sdk-wasm';

const root = process.argv[2] ?? '';
let plan = '';
const at = (file) => path.resolve(root, file);
globalThis.fetch = () => Promise.reject(new Error('the test has no network'));

async function vfs(action, { path: file, paths, content }) {
  if (action === 'vfs/exists') return existsSync(at(file));
  if (action === 'vfs/readFile') return readFileSync(at(file), 'utf8');
  if (action === 'vfs/readFiles') return Object.fromEntries(paths.map((name) => [name, readFileSync(at(name), 'utf8')]));
  if (action !== 'vfs/writeFile') throw new Error(`unknown action ${action}`);
  if (file.endsWith('.yaml')) plan = Buffer.from(content).toString('utf8');
}

// It also prints that it has made the plan.
console.log = () => undefined;
const sdk = new SDK(vfs, new SDKOptions(false, false, false));
await sdk.generateDeploymentPlan(root, './Clarinet.toml');
process.stdout.write(plan);
