// A process of its own that starts two networks: what the second takes, in ms on stdout. The argument is the file to import.
const { startDevnet } = await import(process.argv[2]);
const first = await startDevnet();
const started = performance.now();
const second = await startDevnet();
process.stdout.write(String(performance.now() - started));
await second.close();
await first.close();
