import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildSite } from '../../scripts/site/build.js';
import { onceForRun } from '../once-for-run.js';
import { serveFiles } from './serve-files.js';

export type ServedSite = {
  url: string;
  /** A folder with the site. Tests read it only: the files of a run share it. */
  folder: string;
  /** Files that the server has in place of those of the folder. */
  readonly replaced: Map<string, string>;
} & AsyncDisposable;

/** Builds the site of the docs, once for a run. @returns its folder, which tests only read, and its pages */
export async function siteOfRun(): Promise<{ folder: string; pages: string[] }> {
  const folder = await onceForRun('site', async (made) =>
    writeFileSync(path.join(made, 'pages.json'), JSON.stringify(await buildSite(made))),
  );
  return { folder, pages: JSON.parse(readFileSync(path.join(folder, 'pages.json'), 'utf8')) };
}

/**
 * Builds the site of the docs, once for a run, and serves it as any web server does.
 * @param onPost gets the JSON that a page sends
 */
export async function serveSite(onPost: (body: unknown) => void = () => undefined): Promise<ServedSite> {
  const { folder } = await siteOfRun();
  const replaced = new Map<string, string>();
  const server = await serveFiles((name) => {
    const file = name.slice(1);
    return replaced.get(file) ?? readFileSync(path.join(folder, file));
  }, onPost);
  return {
    url: server.url,
    folder,
    replaced,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
