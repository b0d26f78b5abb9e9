/** A page would freeze. In a worker, an execution keeps nobody waiting but who uses its network. */
export const hasThreads = 'document' in globalThis && 'Worker' in globalThis;
