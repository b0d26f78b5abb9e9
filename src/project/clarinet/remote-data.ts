import { basename, dirname } from 'node:path';
import { readToml } from '../toml/document.js';

/** `[repl.remote_data]` of `Clarinet.toml`: the network that the project continues. */
export type RemoteData = {
  url: string;
  /** A Stacks height. @default the tip */
  height: number | undefined;
};

/** Clarinet's default. */
const DEFAULT_API = 'https://api.hiro.so';
const MAX_HEIGHT = 2n ** 32n - 1n;

/**
 * Reads `[repl.remote_data]`; undefined if it is absent or not enabled.
 * @param file the absolute path of `Clarinet.toml`
 * @throws DevnetError INVALID_INPUT naming file, line and key
 */
export async function readRemoteData(file: string): Promise<RemoteData | undefined> {
  const document = await readToml(dirname(file), basename(file), 'Create a project with "clarinet new", or pass --no-project.');
  const table = document.table('repl')?.table('remote_data');
  if (table === undefined || table.truth('enabled') !== true) return undefined;
  const url = table.text('api_url', 'the URL of a Stacks API') ?? DEFAULT_API;
  if (!URL.canParse(url)) throw table.problem('api_url', 'the URL of a Stacks API', `Write for example "${DEFAULT_API}".`);
  const height = table.whole('initial_height', 1n, MAX_HEIGHT);
  return { url, height: height === undefined ? undefined : Number(height) };
}
