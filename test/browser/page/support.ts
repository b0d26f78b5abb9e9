import axe from 'axe-core';
import type { Browser, Frame, Page } from 'playwright-core';

/** Code in the browser is text, because Node's types have no DOM. */
export const WATCH_POLICY = `
  globalThis.policyViolations = [];
  addEventListener('securitypolicyviolation', (event) => policyViolations.push(event.violatedDirective + ' ' + event.blockedURI));
`;

/** A page of a gateway, and what went wrong on it. */
export type Visit = {
  page: Page;
  /** Goes to a view, and waits until it has its data. @param hash for example `tx/0x12` */
  go(hash: string): Promise<void>;
  /** Uncaught errors, violations of the content security policy, and requests to other hosts. */
  faults(): Promise<string[]>;
};

export async function visit(browser: Browser, gateway: string, hash = ''): Promise<Visit> {
  const page = await browser.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`));
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(gateway) && !url.startsWith('data:')) faults.push(`other host: ${url}`);
  });
  page.on('console', (message) => {
    // The status of a missing thing is no fault; a lost network is tested on purpose.
    if (message.type() === 'error' && !/^Failed to load resource/.test(message.text())) faults.push(`console: ${message.text()}`);
  });
  await page.addInitScript({ content: WATCH_POLICY });
  const settle = async (): Promise<void> => {
    await page.locator('.connection.live').waitFor();
    await page.locator('h1').waitFor();
    await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' });
  };
  await page.goto(`${gateway}/#/${hash}`);
  await settle();
  return {
    page,
    async go(next) {
      await page.evaluate(`location.hash = ${JSON.stringify(`#/${next}`)}`);
      await settle();
    },
    async faults() {
      return [...faults, ...(await page.evaluate<string[]>('policyViolations'))];
    },
  };
}

/** Checks accessibility. @returns each violation with the first element that has it */
export async function violations(page: Page | Frame): Promise<string[]> {
  // Views change without a new document.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe.source);
  // Playwright takes much longer for what passes than for what does not.
  const found = await page.evaluate<{ id: string; nodes: { html: string; failureSummary?: string }[] }[]>(
    "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)",
  );
  return found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
}
