import { closest } from './closest.js';
import { DevnetError } from './error.js';
import { showName } from './show-value.js';
import { listWords } from './words.js';

/**
 * Creates the error for a key, variable, flag or command that does not exist.
 * @param kind what it is, for example `flag of up`
 * @param names those that exist and would be accepted
 * @param advice what to do if no name is close
 * @param known the name that another word for it means, if there is one
 */
export function unknownName(name: string, kind: string, names: readonly string[], advice: string, known?: string): DevnetError {
  const meant = known === undefined ? closest(name, names) : [known];
  const [expected, question] =
    meant.length === 0 ? [`a known ${kind}`, `. ${advice}`] : [listWords(meant), `; did you mean ${listWords(meant)}?`];
  const shown = showName(name);
  return new DevnetError('INVALID_INPUT', `${shown}: unknown ${kind}${question}`, { field: shown, expected, received: shown });
}
