export const { performance } = globalThis;
