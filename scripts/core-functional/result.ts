/** `stop` is the first thing at which a script stopped: the error of a failure, or what its framework says of a skip. */
export type Result = { script: string; outcome: 'pass' | 'fail' | 'skip'; stop: string };
