import { existsSync } from 'node:fs';
import path from 'node:path';

/** A package with what pages import, which is nearly as large as all others. */
export const pagePackages = path.join(import.meta.dirname, 'pages');
export const hasPagePackages = existsSync(path.join(pagePackages, 'node_modules'));
export const needsPagePackages = 'npm ci --prefix test/browser/wallet/pages';
