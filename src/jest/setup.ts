import { runNetwork } from '../testing/run-network.js';
import { closing } from './closing.js';

/**
 * Jest's `globalSetup`: starts one network for the whole run, configured by `DEVNET_…` and `devnet.config.*`. Workers start later
 * and find it by `DEVNET_URL`.
 */
export default async function setup(_globalConfig: unknown, { rootDir }: { rootDir: string }): Promise<void> {
  const { url, close } = await runNetwork({ cwd: rootDir }, process.env);
  process.env['DEVNET_URL'] = url;
  Object.assign(globalThis, { [closing]: close });
}
