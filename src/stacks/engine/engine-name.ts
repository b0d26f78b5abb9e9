/** All engines. */
export const engineNames = ['embedded', 'native', 'docker', 'external'] as const;

/** What runs the nodes: this process, real nodes as processes or containers, or another program. */
export type EngineName = (typeof engineNames)[number];
