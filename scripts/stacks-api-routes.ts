import { markdownTable } from './markdown-table.js';

type Operation = { summary: string; deprecated?: boolean };
type Paths = Record<string, Record<string, Operation>>;

const TABLES = /(?<=<!-- routes[^\n]*-->\n)[\s\S]*(?=\n<!-- \/routes -->)/;

/** The subjects of the page; the first that fits a path takes it. */
const SUBJECTS: readonly [string, RegExp][] = [
  ['Names', /^\/v[12]\//],
  ['Faucets', /\/faucets\//],
  ['Accounts', /\/(?:address|addresses|principals)\//],
  ['Mempool', /\/mempool/],
  ['Stacking', /\/(?:pox|\{pox\}|burnchain|staking|pox4_events)(?:\/|$)|pox-transactions$/],
  ['Transactions', /\/v1\/tx|\/v3\/transactions/],
  ['Blocks', /\/(?:block|blocks|burn-blocks|block-tenures|microblock)(?:\/|$)/],
  ['Contracts', /\/(?:contract|smart-contracts)\//],
  ['Tokens and supply', /\/(?:tokens|stx_supply)/],
  ['Network and search', /./],
];

/** The routes of the Stacks API in an OpenAPI document, as `GET /path`. */
export function stacksApiRoutes(paths: Paths): { route: string; path: string; operation: Operation }[] {
  return Object.entries(paths)
    .filter(([path]) => /^\/(?:extended|v1|v2\/prices)(?:\/|$)/.test(path))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ route: `${method.toUpperCase()} ${path}`, path, operation })),
    )
    .filter(({ route }) => !route.startsWith('HEAD '));
}

/** Replaces the generated part of docs/stacks-api.md: the routes by subject. */
export function withRoutes(page: string, { paths }: { paths: Paths }): string {
  const rows = new Map(SUBJECTS.map(([subject]) => [subject, [] as string[][]]));
  for (const { route, path, operation } of stacksApiRoutes(paths)) {
    const [subject = ''] = SUBJECTS.find(([, pattern]) => pattern.test(path)) ?? [];
    const { summary, deprecated = false } = operation;
    rows.get(subject)?.push([`\`${route.replace(/^GET /, '')}\``, deprecated ? `${summary} (deprecated)` : summary]);
  }
  const tables = [...rows].map(([subject, list]) => `### ${subject}\n\n${markdownTable([['route', 'answer'], ...list])}`);
  return page.replace(TABLES, `\n${tables.join('\n\n')}\n`);
}
