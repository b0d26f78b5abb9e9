/** Whether code can wait in a thread of its own for what another one answers: they share memory. */
export const canWait = true;
