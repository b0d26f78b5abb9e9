import { rename, writeFile } from 'node:fs/promises';
import { PACKED_SESSION, packSession, unpackSession } from '#dist/node/stacks/vm/image/packed-session.js';
import { compileClarityPackage, linkClarityPackage, readClarityPackage } from '#dist/node/stacks/vm/machine/code.js';
import { bootMachine } from '#dist/node/stacks/vm/machine/machine.js';
import { DEFAULT_GENESIS_TIME } from '#dist/node/stacks/vm/vm.js';

// Part of the build: packs the Clarity VM's empty session, unless that of this build of the VM is there already.
const code = linkClarityPackage(await compileClarityPackage(readClarityPackage()));
if ((await unpackSession(code, DEFAULT_GENESIS_TIME)) === undefined) {
  const session = await packSession(await bootMachine(code, DEFAULT_GENESIS_TIME), code, DEFAULT_GENESIS_TIME);
  // Who starts meanwhile finds it complete or not at all.
  const unfinished = new URL(`${PACKED_SESSION}.${process.pid}.tmp`);
  await writeFile(unfinished, session);
  await rename(unfinished, PACKED_SESSION);
}
