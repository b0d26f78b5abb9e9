// The program `bitcoind` of the tests: the node in the same process, so that a signal to it is one to the node.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { type NodeOptions, translate } from './arguments.js';

/** What the bundler puts in: the path of the command line's program, and the options of the node. */
declare const CLI: string;
declare const OPTIONS: NodeOptions;

const translation = translate(process.argv.slice(2), readConfig, OPTIONS);
if ('missing' in translation) {
  process.stderr.write(`Error: the node does not have ${translation.missing}\n`);
  process.exit(1);
}
withoutReports();
process.argv = [process.execPath, CLI, 'node', 'bitcoin', ...translation.flags];
await import(pathToFileURL(CLI).href);

/** The tests take each word on standard error for a failure, and the node says there why it stops. */
function withoutReports(): void {
  const write = process.stderr.write.bind(process.stderr);
  process.stderr.write = (text: string | Uint8Array, ...rest: unknown[]) =>
    /^stopping: /.test(String(text)) ? true : write(text, ...(rest as []));
}

function readConfig(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
