/** Nobody starts the nodes of a page again. */
export const guardNodes = (): undefined => undefined;
