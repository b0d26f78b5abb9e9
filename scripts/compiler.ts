import path from 'node:path';
import { API, type Checker, type Diagnostic, type Project } from 'typescript/unstable/sync';

const root = path.resolve(import.meta.dirname, '..');

/** A program of the compiler. `dispose` ends the compiler's process. */
export type Program = { project: Project; checker: Checker; [Symbol.dispose](): void };

/** Options of the compiler, as in a `tsconfig.json`. */
type Options = Readonly<Record<string, unknown>>;

/** What a user's project in strict mode has. */
export const OF_A_USER: Options = {
  target: 'es2022',
  lib: ['es2023', 'esnext.disposable', 'dom'],
  noImplicitOverride: false,
  noImplicitReturns: false,
  noPropertyAccessFromIndexSignature: false,
  noUnusedLocals: false,
  noUnusedParameters: false,
  verbatimModuleSyntax: false,
  isolatedModules: false,
  erasableSyntaxOnly: false,
  exactOptionalPropertyTypes: false,
};

/**
 * Opens a program of some files.
 * @param files absolute paths
 * @param options what differs from this project's own `tsconfig.json`
 * @param texts files that are not on disk, by their paths
 */
export function openProgram(files: readonly string[], options: Options = {}, texts: Readonly<Record<string, string>> = {}): Program {
  // Beside the real one, so that its relative paths and the packages' types are found.
  const config = path.join(root, `tsconfig.program-${process.pid}.json`);
  const text = JSON.stringify({ extends: './tsconfig.json', compilerOptions: { incremental: false, ...options }, include: [], files });
  const virtual = new Map(Object.entries({ ...texts, [config]: text }));
  const api = new API({
    cwd: root,
    fs: {
      readFile: (name) => virtual.get(name),
      fileExists: (name) => virtual.has(name) || undefined,
    },
  });
  try {
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (project === undefined) throw new RangeError(`the compiler opened no program of ${files.join(', ')}`);
    return { project, checker: project.checker, [Symbol.dispose]: () => api.close() };
  } catch (error) {
    api.close();
    throw error;
  }
}

/**
 * Checks files, and what they import, with the compiler.
 * @returns the compiler's messages of each file
 */
export function typeErrors(files: readonly string[], options?: Options, texts?: Readonly<Record<string, string>>): Map<string, string[]> {
  using program = openProgram(files, options, texts);
  const { project } = program;
  const ofProgram = project.program.getConfigFileParsingDiagnostics().map(textOf);
  if (ofProgram.length > 0) throw new RangeError(ofProgram.join('\n'));
  return new Map(
    files.map((file) => [
      file,
      [...project.program.getSyntacticDiagnostics(file), ...project.program.getSemanticDiagnostics(file)].map(textOf),
    ]),
  );
}

function textOf({ text, messageChain = [] }: Diagnostic, depth = 0): string {
  const rest = messageChain.map((part) => textOf(part, depth + 1));
  return [`${' '.repeat(2 * depth)}${text}`, ...rest].join('\n');
}
