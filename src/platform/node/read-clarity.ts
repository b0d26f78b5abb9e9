import { readFile } from 'node:fs/promises';

/**
 * Reads a file of Clarity. Line ends of Windows become those of Clarity, which nodes refuse otherwise: git writes CRLF into the files of
 * a Windows user, and LF into the repository.
 * @throws the file system's error
 */
export async function readClarity(file: string): Promise<string> {
  return (await readFile(file, 'utf8')).replaceAll('\r\n', '\n');
}
