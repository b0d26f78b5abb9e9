/** Most pages have no memory that their workers share, so that a worker cannot wait for an answer. */
export const canWait = false;
