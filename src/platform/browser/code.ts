/** A browser keeps compiled code by itself. */
export const keepCode = (): void => undefined;
