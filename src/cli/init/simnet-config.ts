import { DevnetError } from '../../base/error.js';

/** A change of a configuration file: one inserted line, or text in a line. */
export type ConfigChange = {
  /** The whole file after the change. */
  text: string;
  /** The line with the change, counted from 1. */
  line: number;
  /** What that line is now. */
  shown: string;
};

/** The test runner of a configuration file, and the major version of Vitest. */
export type Runner = { name: 'vitest'; version: number } | { name: 'jest' };

const MODULE = 'stacks-devnet/simnet';
/** Environments and tools load clarinet-sdk themselves, so the processes of Vitest replace it from their start. */
const EXEC_ARGV = `execArgv: ['--import', '${MODULE}/register']`;
const ALIAS = `alias: { '@stacks/clarinet-sdk': '${MODULE}' }`;
const MAPPER = `moduleNameMapper: { '^@stacks/clarinet-sdk$': '${MODULE}' }`;
/** From this version of Vitest on, `execArgv` is an option of `test`. */
const OWN_ARGV = 4;

/**
 * Adds the line to a configuration with which a suite of clarinet-sdk uses the simnet of this package. It only inserts.
 * @param file its name, for errors
 * @returns undefined if the file mentions that simnet already
 * @throws DevnetError UNSUPPORTED with the line to add, for a form that is unknown
 */
export function useSimnet(text: string, file: string, runner: Runner): ConfigChange | undefined {
  if (text.includes(MODULE)) return undefined;
  return runner.name === 'jest' ? changeJest(text, file) : changeVitest(text, file, runner.version);
}

function changeJest(text: string, file: string): ConfigChange {
  const code = codeOf(text);
  const [open] = positions(code, /(?:\bmodule\.exports\s*=|\bexport\s+default|\bconst\s+config(?:\s*:\s*[\w.]+)?\s*=)\s*\{/g);
  if (open === undefined || /\bmoduleNameMapper\b/.test(code)) throw unknownForm(file, MAPPER);
  return insert(text, code, open, MAPPER);
}

function changeVitest(text: string, file: string, version: number): ConfigChange {
  const code = codeOf(text);
  if (text.includes('@hirosystems/clarinet-sdk')) {
    const hint = 'Change to @stacks/clarinet-sdk 3 and vitest-environment-clarinet 3 first.';
    throw new DevnetError('UNSUPPORTED', `${file}: it uses @hirosystems/clarinet-sdk, which this simnet does not replace. ${hint}`, {
      hint,
    });
  }
  const isEnvironment = /\benvironment\s*:/.test(code) && /\benvironment\s*:\s*(["'`])clarinet\1/.test(text);
  const line = !isEnvironment ? ALIAS : version >= OWN_ARGV ? EXEC_ARGV : `poolOptions: { forks: { ${EXEC_ARGV} } }`;
  const [test, ...others] = positions(code, /\btest\s*:\s*\{/g);
  const isTaken = isEnvironment ? /\bexecArgv\b/.test(code) : /\balias\b/.test(code);
  // Workers that are threads have no such arguments.
  const isThreads = isEnvironment && /\bpool\s*:\s*(["'`])(?:threads|vm\w+)\1/.test(text);
  if (test === undefined || others.length > 0 || isTaken || isThreads) throw unknownForm(file, line);
  if (line === ALIAS || line === EXEC_ARGV || !/\bpoolOptions\b/.test(code)) return insert(text, code, test, line);
  const [forks, ...more] = positions(code, /\bforks\s*:\s*\{/g);
  if (forks === undefined || more.length > 0) throw unknownForm(file, line);
  return insert(text, code, forks, EXEC_ARGV);
}

function unknownForm(file: string, line: string): DevnetError {
  const where = line === MAPPER ? 'the configuration' : 'its test options';
  const hint = `Add this line to ${where}: ${line},`;
  return new DevnetError('UNSUPPORTED', `${file}: its form is unknown, so it was not changed. ${hint}`, { hint });
}

/** Inserts an option as the first one of the object whose brace is at `open`: in the form of the file. */
function insert(text: string, code: string, open: number, option: string): ConfigChange {
  const double = code.split('"').length > code.split("'").length;
  const shown = double ? option.replaceAll("'", '"') : option;
  const after = text.slice(open + 1);
  const [, newline = '', indent = ''] = /^[^\S\n]*(?:\/\/[^\n]*)?(\r?\n)([^\S\n]*)/.exec(after) ?? [];
  const isOwnLine = newline !== '';
  const at = isOwnLine ? text.indexOf('\n', open) + 1 : open + 1;
  const added = isOwnLine ? `${indent}${shown},${newline}` : ` ${shown},`;
  const changed = text.slice(0, at) + added + text.slice(at);
  const line = text.slice(0, at).split('\n').length;
  return { text: changed, line, shown: (changed.split('\n')[line - 1] ?? '').trim() };
}

/** Returns where matches end, which is at an opening brace. */
function positions(code: string, pattern: RegExp): number[] {
  return [...code.matchAll(pattern)].map((match) => match.index + match[0].length - 1);
}

/** Returns the text with blanks in the place of comments and of what strings contain: what is left has its position, and is code. */
function codeOf(text: string): string {
  return text.replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\/|(["'`])(?:\\[\s\S]|(?!\1)[^\\])*\1/g, (found, quote?: string) =>
    quote === undefined ? blank(found) : quote + blank(found.slice(1, -1)) + quote,
  );
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}
