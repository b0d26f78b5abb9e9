import { without0x } from '../../../base/hex.js';
import { type NameEntry, nameOfToken } from '../../history/lookup/names.js';
import { badRequest } from '../errors.js';
import { page } from '../pages.js';
import { ApiAnswer, type Routes } from '../route.js';
import { flag, text } from '../schemas.js';

const unanchored = { unanchored: flag };
/** How many names a page has. */
const PAGE = 100;

/**
 * Names of BNS, from the prints of the boot contract `bns`. Zone files and the subdomains in them are attachments, which a devnet does not
 * have: they are empty.
 */
export const addNameRoutes: Routes = (get) => {
  const number = { type: 'integer', minimum: 0, default: 0 } as const;

  get('/v1/names', { summary: 'Names', query: { ...unanchored, page: number }, etag: true, refusal: 'error' }, ({ query, lookup }) => {
    const names = lookup.names.all().filter(isHeld).map(nameOf);
    const shown = page(names, PAGE, (query.page ?? 0) * PAGE);
    return shown.length === 0 && query.page ? new ApiAnswer(400, { error: 'Invalid page' }) : shown;
  });

  get(
    '/v1/names/:name',
    { summary: 'A name', params: { name: text }, query: unanchored, etag: true, refusal: 'nothing' },
    ({ params: { name }, lookup }) => {
      const found = lookup.names.find(name);
      if (found === undefined) {
        const kind = name.split('.').length === 3 ? 'subdomain' : 'name';
        return new ApiAnswer(404, { error: `cannot find ${kind} ${name}` });
      }
      const { owner, expires, txid, status, zoneFileHash } = found;
      return {
        ...{ address: owner, blockchain: 'stacks', expire_block: expires, last_txid: txid },
        ...{ status, zonefile: '', zonefile_hash: zoneFileHash },
      };
    },
  );

  get('/v1/names/:name/subdomains', { summary: 'Subdomains of a name', params: { name: text }, query: unanchored, etag: true }, () => []);

  get(
    '/v1/names/:name/zonefile',
    { summary: 'The zone file of a name', params: { name: text }, query: unanchored, etag: true, refusal: 'error' },
    ({ params: { name }, lookup }) =>
      lookup.names.find(name) === undefined ? new ApiAnswer(404, { error: 'No such name or zonefile does not exist' }) : { zonefile: '' },
  );

  get(
    '/v1/names/:name/zonefile/:zoneFileHash',
    { summary: 'An old zone file of a name', params: { name: text, zoneFileHash: text }, query: unanchored, etag: true, refusal: 'error' },
    ({ params: { name, zoneFileHash }, lookup }) => {
      const hash = without0x(zoneFileHash);
      const had = lookup.names.find(name) !== undefined && lookup.names.entries(name).some((entry) => entry.zoneFileHash === hash);
      return had ? { zonefile: '' } : new ApiAnswer(404, { error: 'No such name or zonefile' });
    },
  );

  get('/v1/namespaces', { summary: 'Namespaces', query: unanchored, etag: true }, ({ lookup }) => ({
    namespaces: lookup.names.namespaces(),
  }));

  get(
    '/v1/namespaces/:tld/names',
    {
      summary: 'Names of a namespace',
      params: { tld: text },
      query: { ...unanchored, page: { type: 'number' } },
      etag: true,
      refusal: 'nothing',
    },
    ({ params: { tld }, query, lookup: { names } }) => {
      if (!names.hasNamespace(tld)) return new ApiAnswer(400, { error: 'No such namespace' });
      // The API counts revoked names on the page, and does not show them.
      const all = names.all().filter(({ namespace }) => namespace === tld);
      const shown = page(all, PAGE, (query.page ?? 0) * PAGE).filter(isHeld);
      return shown.length === 0 && query.page ? new ApiAnswer(400, { error: 'Invalid page' }) : shown.map(nameOf);
    },
  );

  get(
    '/v1/addresses/:blockchain/:address',
    { summary: 'Names of an address', params: { blockchain: text, address: text }, query: unanchored, etag: true },
    ({ params: { blockchain, address }, lookup: { names, tokens } }) => {
      if (blockchain !== 'stacks') throw badRequest('Unsupported blockchain');
      const owned = tokens.held(address).flatMap(({ asset, value }) => nameOfToken(asset, value) ?? []);
      return { names: owned.filter((name) => names.find(name) !== undefined).sort() };
    },
  );
};

function isHeld({ status }: NameEntry): boolean {
  return status !== 'name-revoke';
}

function nameOf({ name }: NameEntry): string {
  return name;
}
