export const networkInterfaces = (): object => ({});
export const hostname = (): string => 'browser';
export const EOL = '\n';
