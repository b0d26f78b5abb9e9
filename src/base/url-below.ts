/** Returns whether a URL is a base, or below it. @param base without trailing slash */
export function isBelow(url: string, base: string): boolean {
  return url === base || url.startsWith(`${base}/`) || url.startsWith(`${base}?`);
}
