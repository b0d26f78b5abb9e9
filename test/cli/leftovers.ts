import { readdirSync } from 'node:fs';

/** Whether a URL answers. */
export async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  );
}

/** Returns the files in a home directory, including its state and temporary folders. */
export function left(home: string): string[] {
  return readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => entry.name);
}

/** The URLs of `up`'s summary or first JSON line; the page is at that of the gateway. */
export function urlsOf(lines: string[]): string[] {
  return [...new Set(lines.flatMap((line) => line.match(/http:\/\/127\.0\.0\.1:\d+/g) ?? []))];
}
