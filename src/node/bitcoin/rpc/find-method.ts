import { COMMON_METHODS } from './common-methods.js';
import type { Method } from './method.js';

const COMMON = new Map(COMMON_METHODS.map((method) => [method.name, method]));

/** Looks up a method by its name. */
export type MethodLookup = (name: string) => Method | undefined | Promise<Method | undefined>;

/** The method of a name. The modules of the less common ones are loaded when one of them, or one that does not exist, is asked for. */
export const findMethod: MethodLookup = (name) => COMMON.get(name) ?? import('./methods.js').then(({ METHODS }) => METHODS.get(name));
