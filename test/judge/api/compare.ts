/** An answer of one side. */
export type Answer = { status: number; headers: Record<string, string | null>; body: unknown; raw: string };
/** Where two answers differ. */
export type Gap = { path: string; ours: unknown; judge: unknown };

const HEADERS = ['content-type', 'cache-control', 'location', 'warning', 'retry-after'] as const;

export async function readAnswer(base: string, response: Response): Promise<Answer> {
  const raw = await response.text();
  let body: unknown = raw;
  try {
    body = JSON.parse(raw);
  } catch {
    // Plain text.
  }
  const headers: Answer['headers'] = {};
  // The path of a copy is part of its address.
  const { pathname } = new URL(base);
  const own = pathname === '/' ? base : new RegExp(`^(${base})?(${pathname})?`);
  for (const name of HEADERS) headers[name] = response.headers.get(name)?.replace(own, '') ?? null;
  headers['etag'] = response.headers.get('etag');
  return { status: response.status, headers, body, raw };
}

/** Yields the differences of two answers. Only whether there is an ETag counts, not which one: the real API makes it of other things. */
export function* differences(ours: Answer, judge: Answer, mask: (value: unknown) => unknown): Generator<Gap> {
  if (ours.status !== judge.status) {
    yield { path: `status ${ours.status}, not ${judge.status}`, ours: shown(ours), judge: shown(judge) };
    return;
  }
  for (const name of HEADERS) {
    if (ours.headers[name] !== judge.headers[name]) yield { path: `header ${name}`, ours: ours.headers[name], judge: judge.headers[name] };
  }
  if ((ours.headers['etag'] === null) !== (judge.headers['etag'] === null)) {
    yield { path: 'header etag', ours: ours.headers['etag'], judge: judge.headers['etag'] };
  }
  yield* differ(mask(ours.body), mask(judge.body), 'body');
}

const shown = ({ status, raw }: Answer): string => `${status} ${raw.slice(0, 300)}`;

function* differ(ours: unknown, judge: unknown, path: string): Generator<Gap> {
  if (Array.isArray(ours) && Array.isArray(judge)) {
    if (ours.length !== judge.length) {
      yield { path: `${path}/length`, ours: `${ours.length}: ${brief(ours)}`, judge: `${judge.length}: ${brief(judge)}` };
      return;
    }
    for (const [at, value] of ours.entries()) yield* differ(value, judge[at], `${path}/*`);
    return;
  }
  if (isObject(ours) && isObject(judge)) {
    for (const key of new Set([...Object.keys(ours), ...Object.keys(judge)])) {
      yield* differ(key in ours ? ours[key] : ABSENT, key in judge ? judge[key] : ABSENT, `${path}/${nameOf(key)}`);
    }
    return;
  }
  if (ours !== judge) yield { path, ours: isObject(ours) ? brief(ours) : ours, judge: isObject(judge) ? brief(judge) : judge };
}

const ABSENT = '(absent)';
const brief = (value: unknown): string => JSON.stringify(value).slice(0, 400);

/** Keys that are ids would make a kind of difference out of each case. */
function nameOf(key: string): string {
  return /^0x[0-9a-f]{64}$/.test(key) || /^S[A-Z0-9]{20,}/.test(key) ? '*' : key;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Each of the two APIs has a clock and a name of its own. */
export function maskReal(value: unknown): unknown {
  return replace(value, (key, each) => {
    if (key === 'receipt_time' && typeof each === 'number') return '<time>';
    if (key === 'receipt_time_iso' && typeof each === 'string') return '<time>';
    if (key === 'server_version' && typeof each === 'string') return '<version>';
    if (/cursor|next|previous|current|^prev/.test(key) && typeof each === 'string')
      return each.replace(/^\d{9,10}(:0x[0-9a-f]{64})$/, '<time>$1');
    return each;
  });
}

function replace(value: unknown, change: (key: string, value: unknown) => unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => replace(each, change, key));
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, replace(each, change, name)]));
  return change(key, value);
}

/** The rows of a page. */
export function rowsOf(body: unknown): unknown[] | undefined {
  if (!isObject(body)) return undefined;
  for (const name of ['results', 'events', 'transactions', 'stx_inbound']) {
    const rows = body[name];
    if (Array.isArray(rows)) return rows;
  }
  return undefined;
}

/** Sorts the rows of a page, where the order of the real API is that of its database. */
export function sortRows(body: unknown): unknown {
  const rows = rowsOf(body);
  if (rows === undefined) return body;
  const sorted = rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  return Object.fromEntries(Object.entries(body as object).map(([name, value]) => [name, value === rows ? sorted : value]));
}
