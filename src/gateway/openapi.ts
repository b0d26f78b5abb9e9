import { DevnetError } from '../base/error.js';
import type { Rows } from '../network/operations.js';
import { createApp } from './app.js';
import type { App } from './schema-types.js';

/**
 * The OpenAPI 3.1 document of every route, made from the schemas that the routes are registered with. The generator is loaded
 * at the first request for the document, and reads the routes of an app that serves nothing.
 * @param operations those below `/devnet/v1` @default all
 */
export async function createOpenApi(version: string, operations?: Rows): Promise<object> {
  const { default: fastifySwagger } = await import('@fastify/swagger');
  const settings = { version, host: '127.0.0.1', control: {}, trustedProxies: [] };
  const prepare = async (target: App): Promise<void> => {
    await target.register(fastifySwagger, {
      openapi: {
        openapi: '3.1.0',
        info: {
          title: 'stacks-devnet',
          version,
          description:
            'Faucets, node information and control of a local Bitcoin regtest and Stacks network. Beside what is listed here, ' +
            "everything under `/v2` and `/v3` is the Stacks node's own RPC. Errors have one shape, also 404 for a path that " +
            'does not exist and 405, with `Allow`, for a method that a path does not take; routes of the Stacks, Emily and Esplora APIs ' +
            'have the errors of these. Only `/devnet` has no CORS.',
          license: { name: 'GPL-3.0-or-later', identifier: 'GPL-3.0-or-later' },
        },
        servers: [{ url: 'http://127.0.0.1:3999' }],
        tags: [
          { name: 'faucets', description: 'coins for tests' },
          { name: 'node', description: 'the Stacks node' },
          { name: 'extended', description: 'what clients of the Stacks API ask' },
          { name: 'control', description: 'what drives the network; for programs on the same machine' },
          { name: 'probe', description: 'what this is, and whether it is ready' },
        ],
      },
    });
  };
  const app = await createApp(settings, unserved, { prepare, operations });
  const document = app.swagger();
  await app.close();
  const paths = { ...document.paths, ...(await stacksApiPaths(version)) } as Paths;
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path))) {
    if (operation.requestBody !== undefined) operation.requestBody.required = needsBody(operation);
  }
  return { ...document, paths };
}

type Paths = Record<string, Record<string, Operation>>;
type Operation = {
  parameters?: readonly { in: string; name: string }[];
  requestBody?: { required?: boolean; content: Record<string, { schema: BodySchema }> };
};
type BodySchema = { type?: string | readonly string[]; properties?: object };

/**
 * Whether a request without a body, which is null there, is rejected. The query can have what a faucet needs. The generator says nothing
 * of it.
 */
function needsBody({ parameters = [], requestBody }: Operation): boolean {
  const isInQuery = (name: string) => parameters.some((parameter) => parameter.in === 'query' && parameter.name === name);
  const schemas = Object.values(requestBody?.content ?? {}).map(({ schema }) => schema);
  return schemas.every(({ type = [], properties = {} }) => !type.includes('null') && !Object.keys(properties).some(isInQuery));
}

/** The routes of the Stacks API, which is an app of its own. */
async function stacksApiPaths(version: string): Promise<object> {
  const [{ default: fastifySwagger }, { createStacksApi }] = await Promise.all([
    import('@fastify/swagger'),
    import('./stacks-api/server.js'),
  ]);
  const api = await createStacksApi(unserved, async (target) => {
    await target.register(fastifySwagger, { openapi: { openapi: '3.1.0', info: { title: 'stacks-devnet', version } } });
  });
  const { paths = {} } = api.swagger() as { paths?: object };
  await api.close();
  return paths;
}

function unserved(): never {
  throw new DevnetError('INTERNAL', 'an app that only lists its routes was called');
}
