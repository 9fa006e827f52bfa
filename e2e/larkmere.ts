import { randomInt, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, test as base, expect, type Locator, type Page } from '@playwright/test';

export type Login = Readonly<{ username: string; password: string; pin: string }>;
type DemoPerson = Login & Readonly<{ kind: string; name: string; totpSecret?: string }>;
const people = JSON.parse(readFileSync(join(import.meta.dirname, '../db/seed/people.json'), 'utf8')) as DemoPerson[];

export function demoPerson(username: string): DemoPerson {
  const person = people.find((each) => each.username === username);
  if (!person) throw new Error(`no demo person ${username}`);
  return person;
}

type House = {
  /** Chromium logs every error response; a test that causes one declares it here. */
  allowConsole: (text: RegExp) => void;
  faults: () => readonly string[];
  elsewhere: (options?: Parameters<Browser['newContext']>[0]) => Promise<Page>;
};

const tellViolations = `document.addEventListener('securitypolicyviolation', (event) => {
  console.error('policy violation: ' + event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample);
});`;

async function watch(context: BrowserContext, faults: string[]): Promise<void> {
  await context.addInitScript({ content: tellViolations });
  // Login attempts are limited per address, so each browser gets its own.
  await context.setExtraHTTPHeaders({ 'x-forwarded-for': `10.${byte()}.${byte()}.${byte()}` });
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(`${message.text()} ${message.location().url}`);
  });
  context.on('weberror', (error) => faults.push(String(error.error())));
}

const byte = (): number => randomInt(1, 250);

export const test = base.extend<{ house: House }>({
  house: [
    async ({ context, browser }, use) => {
      const faults: string[] = [];
      const allowed: RegExp[] = [];
      const others: BrowserContext[] = [];
      await watch(context, faults);
      await use({
        allowConsole: (text) => void allowed.push(text),
        faults: () => faults,
        elsewhere: async (options) => {
          const other = await browser.newContext(options);
          others.push(other);
          await watch(other, faults);
          return other.newPage();
        },
      });
      for (const other of others) await other.close();
      expect(faults.filter((fault) => !allowed.some((pattern) => pattern.test(fault)))).toEqual([]);
    },
    { auto: true },
  ],
});
export { expect };

export const answered = (...statuses: number[]): RegExp =>
  new RegExp(`^Failed to load resource: the server responded with a status of (${statuses.join('|')}) `);

/** Opens an address with a session from the login call. Only `session.e2e.ts` uses the login page. */
export async function signIn(page: Page, who: string | Login, address = '/'): Promise<void> {
  const { username, password } = typeof who === 'string' ? demoPerson(who) : who;
  const data = { username, password, idempotency: randomUUID() };
  const answer = await page.request.post('/api/services/v1/login', { headers: asPage, data });
  expect(answer.status(), await answer.text()).toBe(200);
  const hint = await page.addInitScript({ content: "localStorage.setItem('signed-in', 'yes')" });
  await page.goto(address);
  await hint.dispose();
  await expect(page.getByRole('heading', { level: 1 })).not.toBeEmpty();
}

/** Only a request that looks like a page gets a cookie. */
const asPage = { 'sec-fetch-site': 'same-origin' };

export async function visit(page: Page, address: string): Promise<void> {
  if (!page.url().endsWith(address)) await page.goto(address);
}

export async function logIn(page: Page, who: string | Login): Promise<void> {
  await fillLogin(page, typeof who === 'string' ? demoPerson(who) : who);
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
  await expect(page.getByRole('heading', { level: 1 })).not.toBeEmpty();
}

export async function fillLogin(page: Page, { username, password }: Omit<Login, 'pin'>): Promise<void> {
  await visit(page, '/login');
  await page.getByLabel('Member code or email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

export async function chooseInMenu(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('button', { name: item, exact: true }).click();
}

export const toast = (page: Page): Locator => page.getByRole('region', { name: 'Messages' });

export async function unread(page: Page): Promise<number> {
  const name = await page.getByRole('banner').getByRole('link', { name: 'Notifications' }).getAttribute('aria-label');
  return Number(/(\d+) unread/.exec(name ?? '')?.[1] ?? 0);
}

export const accountCard = (page: Page, bankholderid: string): Locator =>
  page.getByRole('article').filter({ hasText: `BID ${bankholderid}` });

type Figures = Readonly<{ balance: number; available: number }>;

export async function figuresOf(page: Page, bankholderid: string): Promise<Figures> {
  const amounts = accountCard(page, bankholderid)
    .getByRole('paragraph')
    .filter({ hasText: /\d\.\d{2}/ });
  const [balance = '', available = ''] = await amounts.allTextContents();
  return { balance: pence(balance), available: pence(available) };
}

export const expectFigures = (page: Page, bankholderid: string, figures: Figures): Promise<void> =>
  expect.poll(() => figuresOf(page, bankholderid), { timeout: 20_000 }).toEqual(figures);

export const pence = (amount: string): number => Number(amount.replace(/\D/g, ''));

export async function expectAccessible(page: Page): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeVisible();
  await expect(page.getByText('Loading', { exact: true })).toHaveCount(0);
  // Axe skips the target size unless requested.
  await expectNoViolation(
    page,
    'light',
    axe(page).options({ ...onlyViolations, rules: { 'target-size': { enabled: true } } }),
  );
  await expectNoViolation(
    page,
    'dark',
    axe(page).options(onlyViolations).withRules(['color-contrast', 'link-in-text-block']),
  );
}

export async function expectAccessibleOutside(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await axe(page).options(onlyViolations).analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
    expect(found, `${page.url()} in ${colorScheme}`).toEqual([]);
  }
}

/** The page has no frames; the default mode opens one more window per check. */
const axe = (page: Page): AxeBuilder => new AxeBuilder({ page }).setLegacyMode();

const onlyViolations = { resultTypes: ['violations' as const] };

async function expectNoViolation(page: Page, colorScheme: 'light' | 'dark', look: AxeBuilder): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
  const { violations } = await look.analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  expect(found, `${page.url()} in ${colorScheme}`).toEqual([]);
}

const bank = (): string => process.env.E2E_BANK_URL ?? '';

export async function lever(method: 'POST' | 'PUT', name: string, body: object): Promise<void> {
  const response = await fetch(`${bank()}/sandbox/${name}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`the bank's ${name} answered ${response.status}`);
}

/** Releases a payment that the bank holds for a check: one whose reference ends in `SANDBOX 77`. */
export async function letGo(reference: string): Promise<void> {
  const held = async () => {
    const payments = (await (await fetch(`${bank()}/sandbox/payments`)).json()) as Held[];
    return payments.find((each) => each.reference === reference && each.status === 'PDNG')?.instructionId;
  };
  await expect.poll(held, 'what the bank holds').toBeDefined();
  await lever('POST', `payments/${await held()}/release`, {});
}

type Held = Readonly<{ reference: string; instructionId: string; status: string }>;
