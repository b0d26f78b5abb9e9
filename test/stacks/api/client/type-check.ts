import path from 'node:path';
import ts from 'typescript';

/**
 * Checks JSON answers against the types that the client declares for them: unknown fields, missing fields and wrong types are errors.
 * @returns the compiler's messages
 */
export function typeErrors(answers: readonly { path: string; body: unknown }[]): string[] {
  const file = path.join(import.meta.dirname, 'answers.generated.ts');
  const lines = answers.map(({ path: name, body }, i) => `export const a${i}: OperationResponse['${name}'] = ${JSON.stringify(body)};`);
  const source = ["import type { OperationResponse } from '@stacks/blockchain-api-client';", ...lines].join('\n');
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
    types: ['node'],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.getSourceFile = (name, language, ...more) =>
    name === file ? ts.createSourceFile(name, source, language) : getSourceFile(name, language, ...more);
  host.fileExists = (name) => name === file || fileExists(name);
  const program = ts.createProgram([file], options, host);
  return ts.getPreEmitDiagnostics(program, program.getSourceFile(file)).map(({ messageText, start = 0 }) => {
    const line = source.slice(0, start).split('\n').length - 2;
    return `${answers[line]?.path}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
}
