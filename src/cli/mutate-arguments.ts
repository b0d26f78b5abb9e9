/**
 * Lets `mutate --json <file>` name a file for the report, although `--json` of all commands has no value: commander reads `--json=<file>`
 * as the flag of the command.
 * @param args without the program's own name
 */
export function withReportFile(args: readonly string[]): readonly string[] {
  if (args.find((arg) => !arg.startsWith('-')) !== 'mutate') return args;
  const end = args.indexOf('--');
  const at = args.indexOf('--json');
  const file = args[at + 1];
  if (at === -1 || end === -1 || at > end || file === undefined || file.startsWith('-')) return args;
  return [...args.slice(0, at), `--json=${file}`, ...args.slice(at + 2)];
}
