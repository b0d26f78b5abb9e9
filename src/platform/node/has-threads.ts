/** Whether executions that take long go to another thread. */
export const hasThreads = true;
