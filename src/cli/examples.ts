import { ownCommand } from '#platform/own-command.js';
import { table } from './output.js';

/**
 * Returns the examples of a help text. They work where the program was started.
 * @param rows what follows the name of the program, or a function that returns the whole line, and what it does
 */
export function examplesText(rows: readonly (readonly [command: string | (() => string), does?: string])[]): string {
  const shown = rows.map(([command, does]) => {
    const line = typeof command === 'string' ? ownCommand(command || undefined) : command();
    return does === undefined ? [line] : [line, does];
  });
  return `\n${rows.length === 1 ? 'Example' : 'Examples'}:\n${table(shown, '  ').join('\n')}`;
}
