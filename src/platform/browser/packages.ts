/** Packages are bundled: none is loaded at run time. */
export const createRequire = () => (name: string) => {
  throw new Error(`no package ${name} in a browser`);
};
