/** A browser has no shell: the words are those for a machine on which the program is installed. */
export function ownCommand(args?: string): string {
  return args === undefined ? 'stacks-devnet' : `stacks-devnet ${args}`;
}
