/** What the build makes: scripts/site/tab.ts. */

/** The modules that code in a tab may import, with what they export. */
declare module 'data:modules' {
  const modules: Readonly<Record<string, { file: string; exports: readonly string[] }>>;
  export default modules;
}

/** The programs to start with. */
declare module 'data:starts' {
  type Start = { title: string; language: 'js' | 'clarity'; code: string };
  const starts: readonly [Start, ...Start[]];
  export default starts;
}

/** The contracts of sBTC that every network has. */
declare module 'data:sbtc' {
  const contracts: readonly import('stacks-devnet/clarity').GenesisContract[];
  export default contracts;
}
