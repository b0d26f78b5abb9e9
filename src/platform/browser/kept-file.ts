/** Nothing is kept from one page to the next. */
export const readKept = (): undefined => undefined;
export const keepFile = (): undefined => undefined;
