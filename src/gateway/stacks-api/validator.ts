import { Ajv, type ValidateFunction } from 'ajv';
import type { FastifyServerOptions } from 'fastify';

type Compilers = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>;

/** Compiles a schema at the first request that needs it, with the settings that Fastify has by default. */
export function createCompiler(): NonNullable<Compilers['buildValidator']> {
  const ajv = new Ajv({
    coerceTypes: 'array',
    useDefaults: true,
    removeAdditional: true,
    allErrors: false,
    strict: false,
    meta: false,
    validateSchema: false,
  });
  const compile = ({ schema }: { schema: object }) => {
    let check: ValidateFunction | undefined;
    const validate = (value: unknown): boolean => {
      check ??= ajv.compile(schema);
      const valid = check(value);
      validate.errors = check.errors ?? null;
      return valid;
    };
    validate.errors = null as ValidateFunction['errors'] | null;
    return validate;
  };
  // Fastify's documentation has this signature; its types know only that of its own compiler package.
  return (() => compile) as unknown as NonNullable<Compilers['buildValidator']>;
}
