// Runs the modules that the lines of stdin name, one after another, and ends as they end when stdin ends.
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const folder = process.cwd();
for await (const line of createInterface(process.stdin)) {
  const { file, cwd = folder } = JSON.parse(line);
  process.chdir(cwd);
  await import(pathToFileURL(file).href).catch((error) => console.error(error));
  // Ends what this example wrote to stderr.
  writeSync(2, '\0');
}
