import type { ErrorObject, ValidateFunction } from 'ajv';
import type { FastifyServerOptions } from 'fastify';
import { DevnetError, invalid } from '../base/error.js';
import { notSecret } from '../base/show-value.js';
import { unknownName } from '../base/unknown-name.js';

type Compilers = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>;
type RouteSchema = { schema: object; httpPart?: string };

/**
 * Creates a compiler that checks requests with Ajv. It loads Ajv and compiles a schema at the first request that needs it, so a start
 * does not pay for it.
 */
export function createValidatorCompiler(): NonNullable<Compilers['buildValidator']> {
  let ajv: Promise<(schema: object) => ValidateFunction> | undefined;
  const compileLazily = ({ schema, httpPart }: RouteSchema) => {
    let check: ValidateFunction | undefined;
    const errorIn = (value: unknown): DevnetError | undefined =>
      check === undefined || check(value) ? undefined : explain(check.errors ?? [], httpPart ?? 'body');
    // Fastify takes an error from a result, or from a rejection.
    return (value: unknown): { error: DevnetError | undefined } | Promise<void> => {
      if (check !== undefined) return { error: errorIn(value) };
      ajv ??= loadAjv();
      return ajv.then((compile) => {
        check ??= compile(schema);
        const error = errorIn(value);
        if (error !== undefined) throw error;
      });
    };
  };
  // Fastify's documentation has this signature; its types know only that of its own compiler package.
  return (() => compileLazily) as unknown as NonNullable<Compilers['buildValidator']>;
}

/** Compiles a schema. @returns a function that explains what is wrong with a value, which it calls `part`; undefined if nothing is */
export async function compileSchema(schema: object): Promise<(value: unknown, part: string) => DevnetError | undefined> {
  const check = (await loadAjv())(schema);
  return (value, part) => (check(value) ? undefined : explain(check.errors ?? [], part));
}

async function loadAjv(): Promise<(schema: object) => ValidateFunction> {
  // Its default has all names: those of a module of CommonJS are not found everywhere.
  const { Ajv } = (await import('ajv')).default;
  // `verbose` adds the failing value and its schema to each error. The schema's description says what is expected. Schemas are not checked
  // by the schema of schemas, because compiling that one takes 50 ms of the first request; the tests of the OpenAPI document check them.
  const ajv = new Ajv({ verbose: true, strict: true, allowUnionTypes: true, meta: false, validateSchema: false });
  return (schema) => ajv.compile(schema);
}

/** Converts Ajv's errors. The last one belongs to the outermost schema, where alternatives failed together. */
function explain(errors: readonly ErrorObject[], part: string): DevnetError {
  const error = errors.at(-1);
  if (error === undefined) return new DevnetError('INVALID_INPUT', `${part}: is not valid`, { field: part });
  const { keyword, instancePath, data } = error;
  const schema = error.parentSchema as Described | undefined;
  const inside = instancePath.slice(1).replaceAll('/', '.');
  const params = error.params as { missingProperty?: string; additionalProperty?: string };
  if (keyword === 'required' && params.missingProperty !== undefined) {
    const field = params.missingProperty;
    return invalid(join(inside, field), schema?.properties?.[field]?.description ?? 'a value', undefined);
  }
  if (keyword === 'additionalProperties' && params.additionalProperty !== undefined) {
    const known = Object.keys(schema?.properties ?? {}).map((key) => join(inside, key));
    return unknownName(join(inside, params.additionalProperty), 'key', known, `The keys are ${known.join(', ')}.`);
  }
  // 64 digits are an id. A private key may have 01 behind them.
  const received = schema?.pattern?.endsWith('{64}$') ? notSecret(data) : data;
  return invalid(inside === '' ? part : inside, schema?.description ?? error.message ?? 'another value', received);
}

type Described = { description?: string; pattern?: string; properties?: Record<string, Described> };

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}
