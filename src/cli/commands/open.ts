import { spawn } from 'node:child_process';
import type { Environment } from '#platform/environment.js';
import { DevnetError } from '../../base/error.js';
import { isRecord } from '../../base/json.js';
import type { GatewayClient } from '../../network/connected.js';
import type { Output } from '../output.js';

/** The programs that open a URL in the browser of the user. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [program: string, ...args: string[]]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start'],
};

/**
 * `open`: opens the page of a running devnet in the browser. Prints the URL, and what to do if this machine has no browser.
 * @param platform where this runs
 * @throws DevnetError NOT_REACHABLE without a devnet, UNSUPPORTED if the gateway has no page
 */
export async function open(gateway: GatewayClient, output: Output, env: Environment, platform = process.platform): Promise<void> {
  const { body } = await gateway.ask('GET', '/');
  if (!isRecord(body['links']) || body['links']['page'] === undefined) {
    const hint = 'Start it without page.enabled: false.';
    throw new DevnetError('UNSUPPORTED', `the gateway at ${gateway.url} has no page. ${hint}`, { hint });
  }
  const url = `${gateway.url}/`;
  const [program, ...args] = OPENERS[platform] ?? ['xdg-open'];
  const opened = await launch(program, [...args, url], env);
  if (output.json) output.object({ url, opened });
  else output.line(url);
  if (!opened) output.note(`this machine has no ${program}: open the URL in a browser`);
}

/** Starts a program that outlives this one. @returns false without such a program */
function launch(program: string, args: readonly string[], env: Environment): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { env, detached: true, stdio: 'ignore' });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}
