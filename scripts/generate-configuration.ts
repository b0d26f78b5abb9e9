/** Generates the types of the configuration and the reference in docs/configuration.md from src/project/config/settings.ts. */
import { readFileSync, writeFileSync } from 'node:fs';
import { configTypes, withSettings } from './configuration-files.js';

const page = new URL('../docs/configuration.md', import.meta.url);
writeFileSync(new URL('../src/project/config/devnet-config.ts', import.meta.url), configTypes());
writeFileSync(page, withSettings(readFileSync(page, 'utf8')));
