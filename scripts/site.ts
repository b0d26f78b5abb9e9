import path from 'node:path';
import { buildSite } from './site/build.js';

// npx tsx scripts/site.ts [FOLDER]: builds the docs as a site with search into FOLDER, by default `site`. Any web server can serve it, and
// it works as files.
const folder = path.resolve(process.argv[2] ?? 'site');
const pages = await buildSite(folder);
console.log(`${pages.length} pages in ${folder}`);
