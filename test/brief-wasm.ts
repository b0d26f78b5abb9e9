import { setFlagsFromString } from 'node:v8';

/** Flags of Node for a process that runs the large VM of clarinet-sdk briefly: V8 does not optimise it, which would take most of the time. */
export const briefWasm = ['--liftoff-only'];

/** Does the same for what `load` compiles in this process. */
export async function withBriefWasm<T>(load: () => Promise<T>): Promise<T> {
  setFlagsFromString('--liftoff-only');
  try {
    return await load();
  } finally {
    setFlagsFromString('--no-liftoff-only');
  }
}
