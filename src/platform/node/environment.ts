/** Environment variables, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>;
