// Runs in a page and in a worker: what every operation answers there.
import { startDevnet } from 'stacks-devnet';
import { answersOf } from '../../network/operations/answers.js';

const devnet = await startDevnet({ gateway: true });
const clean = await devnet.snapshot('clean');

/** The answers to operations of a network that starts now. */
export const answers = (name: string): Promise<unknown[]> => answersOf(devnet, clean, name);
