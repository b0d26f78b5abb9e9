import { readClarity } from '#platform/read-clarity.js';
import { invalid, messageOf } from '../../base/error.js';

/** Reads a file with Clarity source. @param field what the error message calls it @throws DevnetError INVALID_INPUT */
export async function readSource(file: string, field: string): Promise<string> {
  try {
    return await readClarity(file);
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw invalid(field, 'a file with Clarity source', file, isMissing ? 'No such file.' : messageOf(error));
  }
}
