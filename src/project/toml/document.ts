import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord } from '../../base/json.js';
import { lineOf, problem } from '../clarinet/problem.js';
import { createTable, type Table } from './table.js';

/**
 * Reads a TOML file of a project. Whole numbers become bigints, so that `3` is not `3.0`.
 * @param file relative to the root
 * @param hint what to do if there is no such file
 * @throws DevnetError INVALID_INPUT if it is missing or no TOML
 */
export async function readToml(root: string, file: string, hint: string): Promise<Table> {
  const text = await readFile(join(root, file), 'utf8').catch((error: unknown) => {
    throw problem({ file }, undefined, 'a readable file', reasonOf(error), hint);
  });
  const { parse, TomlError } = await import('smol-toml');
  try {
    // A byte order mark is not part of the document.
    const values: unknown = parse(text.replace(/^\uFEFF/, ''), { integersAsBigInt: true });
    return createTable(file, text, isRecord(values) ? values : {});
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [message = ''] = error.message.replace(/^Invalid TOML document: /, '').split('\n');
    const shown = error.codeblock.split('\n').find((line) => /^\s*\d+:/.test(line) && line.trimStart().startsWith(`${error.line}:`));
    const received = shown?.replace(/^\s*\d+:\s*/, '').trimEnd() ?? '';
    const advice = message.includes('redefine') ? 'Each table and key may be there once.' : `The parser says: ${message}.`;
    const { line, column } = error;
    throw problem({ file, line, column, text: lineOf(text, line) }, undefined, 'valid TOML', received, advice);
  }
}

/** Returns why a file cannot be read, in words. */
export function reasonOf(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return undefined;
  return code === 'EISDIR' ? 'a folder' : String(code ?? error);
}
