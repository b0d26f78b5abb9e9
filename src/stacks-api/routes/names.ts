import { badRequest } from '../errors.js';
import type { Routes } from '../route.js';
import { flag, text } from '../schemas.js';

const unanchored = { unanchored: flag };

/** Names of BNS, as an API answers that knows none: the devnet has no BNS registry that indexers read. */
export const addNameRoutes: Routes = (get) => {
  const page = { type: 'integer', minimum: 0, default: 0 } as const;

  get('/v1/names', { summary: 'Names', query: { ...unanchored, page }, etag: true }, ({ query, reply }) =>
    query.page ? reply.code(400).send({ error: 'Invalid page' }) : [],
  );

  get('/v1/names/:name', { summary: 'A name', params: { name: text }, query: unanchored, etag: true }, ({ params: { name }, reply }) => {
    const kind = name.split('.').length === 3 ? 'subdomain' : 'name';
    return reply.code(404).send({ error: `cannot find ${kind} ${name}` });
  });

  get('/v1/names/:name/subdomains', { summary: 'Subdomains of a name', params: { name: text }, query: unanchored, etag: true }, () => []);

  get(
    '/v1/names/:name/zonefile',
    { summary: 'The zone file of a name', params: { name: text }, query: unanchored, etag: true },
    ({ reply }) => reply.code(404).send({ error: 'No such name or zonefile does not exist' }),
  );

  get(
    '/v1/names/:name/zonefile/:zoneFileHash',
    { summary: 'An old zone file of a name', params: { name: text, zoneFileHash: text }, query: unanchored, etag: true },
    ({ reply }) => reply.code(404).send({ error: 'No such name or zonefile' }),
  );

  get('/v1/namespaces', { summary: 'Namespaces', query: unanchored, etag: true }, () => ({ namespaces: [] }));

  get(
    '/v1/namespaces/:tld/names',
    { summary: 'Names of a namespace', params: { tld: text }, query: { ...unanchored, page: { type: 'number' } }, etag: true },
    ({ reply }) => reply.code(400).send({ error: 'No such namespace' }),
  );

  get(
    '/v1/addresses/:blockchain/:address',
    { summary: 'Names of an address', params: { blockchain: text, address: text }, query: unanchored, etag: true },
    ({ params: { blockchain } }) => {
      if (blockchain !== 'stacks') throw badRequest('Unsupported blockchain');
      return { names: [] };
    },
  );
};
