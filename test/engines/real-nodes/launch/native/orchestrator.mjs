// Opens an environment with two services and prints their pids. Then it waits, or exits without closing, as its last argument says.
import { createNativeLauncher } from '#dist/engines/real-nodes/launch/native/launcher.js';

const [stateDir, searchPath, mode] = process.argv.slice(2);
const launcher = createNativeLauncher({ binaries: {}, environment: { PATH: searchPath }, stateDir });
const environment = await launcher.open({ services: { bitcoind: [], 'stacks-node': [] }, published: {}, host: '127.0.0.1' });
const scripts = {
  bitcoind: 'trap "" TERM HUP INT; echo $$; while :; do sleep 0.1; done',
  'stacks-node': 'sleep 1000 & echo $$; echo $!; wait',
};
const pids = [];
for (const [name, script] of Object.entries(scripts)) {
  const service = await environment.start(name, { program: name, args: ['sh', '-c', script] });
  const expected = name === 'bitcoind' ? 1 : 2;
  while ((await service.output()).length < expected) await new Promise((resolve) => setTimeout(resolve, 5));
  pids.push(...(await service.output()).map(Number));
}
if (mode === 'frozen') await environment.freeze();
process.stdout.write(`${JSON.stringify({ pids, state: environment.path() })}\n`, () => {
  if (mode === 'exit') process.exit(0);
});
