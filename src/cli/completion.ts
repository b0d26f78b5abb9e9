import type { Command, Option } from 'commander';
import { invalid } from '../base/error.js';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** A command as a shell completes it: `path` is its words behind the program's name. */
type Entry = { path: string; words: Word[] };
type Word = { text: string; help: string };

/** Returns a script that completes the commands and flags of the program. @throws DevnetError INVALID_INPUT for an unknown shell */
export function completionScript(program: Command, shell: string): string {
  const entries = entriesOf(program, []);
  if (shell === 'bash') return bashScript(program.name(), entries);
  if (shell === 'zsh') return zshScript(program.name(), entries);
  if (shell === 'fish') return fishScript(program.name(), entries);
  throw invalid('shell', SHELLS.join(', '), shell);
}

function entriesOf(command: Command, path: readonly string[]): Entry[] {
  const help = command.createHelp();
  const commands = help.visibleCommands(command);
  const words = [
    ...commands.map((inner) => ({ text: inner.name(), help: inner.description() })),
    ...[...help.visibleOptions(command), ...help.visibleGlobalOptions(command)].flatMap(flagsOf),
  ];
  const inner = commands.filter(({ parent }) => parent === command).flatMap((sub) => entriesOf(sub, [...path, sub.name()]));
  return [{ path: path.join(' '), words }, ...inner];
}

function flagsOf({ long, description }: Option): Word[] {
  return long ? [{ text: long, help: description }] : [];
}

/** Text in single quotes for a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Code for bash and zsh which collects in `route` the words that name a command, and then runs the line of that command. */
function byPath(entries: readonly Entry[], line: (entry: Entry) => string): string {
  const paths = entries.map(({ path }) => path).filter((path) => path !== '');
  return `    next="\${route:+$route }$word"
    case "$next" in
      ${paths.map(quoted).join(' | ')}) route="$next" ;;
    esac
  done
  case "$route" in
${entries.map((entry) => `    ${quoted(entry.path)}) ${line(entry)} ;;`).join('\n')}
  esac`;
}

function bashScript(name: string, entries: readonly Entry[]): string {
  return `# Completion of ${name} for bash. Use it with: source <(${name} completion bash)
_${functionName(name)}() {
  local word route= words= next
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
${byPath(entries, ({ words }) => `words=${quoted(words.map(({ text }) => text).join(' '))}`)}
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
  [ "\${#COMPREPLY[@]}" -gt 0 ] || COMPREPLY=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _${functionName(name)} ${name}
`;
}

function zshScript(name: string, entries: readonly Entry[]): string {
  const described = ({ text, help }: Word): string => quoted(`${text.replaceAll(':', '\\:')}:${help}`);
  return `#compdef ${name}
# Completion of ${name} for zsh. Use it with: source <(${name} completion zsh)
_${functionName(name)}() {
  local word route= next
  local -a items
  for word in "\${(@)words[2,CURRENT-1]}"; do
${byPath(entries, ({ words }) => `items=(${words.map(described).join(' ')})`)}
  _describe ${quoted(name)} items || _files
}
compdef _${functionName(name)} ${name}
`;
}

function fishScript(name: string, entries: readonly Entry[]): string {
  const lines = entries.flatMap(({ path, words }) => {
    const inner = entries
      .filter((other) => other.path !== '' && parentOf(other.path) === path)
      .map((other) => other.path.split(' ').at(-1));
    const seen = path === '' ? [] : path.split(' ').map((word) => `__fish_seen_subcommand_from ${word}`);
    const open = inner.length === 0 ? [] : [`not __fish_seen_subcommand_from ${inner.join(' ')}`];
    const condition = [...seen, ...open].join('; and ');
    return words.map(({ text, help }) => {
      const what = text.startsWith('--') ? `-l ${text.slice(2)}` : `-f -a ${text}`;
      return `complete -c ${name} ${condition === '' ? '' : `-n ${quoted(condition)} `}${what} -d ${quoted(help)}`;
    });
  });
  return `# Completion of ${name} for fish. Use it with: ${name} completion fish | source\n${lines.join('\n')}\n`;
}

function parentOf(path: string): string {
  return path.split(' ').slice(0, -1).join(' ');
}

function functionName(name: string): string {
  return name.replaceAll('-', '_');
}
