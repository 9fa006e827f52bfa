import type { Role } from '@larkmere/contract/platform/access';
import type { Page } from '@playwright/test';
import {
  createColleague,
  createTestCustomer,
  payIntoWallet,
  signInClient,
  type TestCustomer,
} from './fixtures/customer.ts';
import { sendPayment } from './fixtures/send-payment.ts';
import { expect, type Login, signIn, test } from './fixtures/test.ts';

/** The end of the session, and files. */
const notFollowed = /^\/(logout|api|assets)(\/|\?|$)/;
const mostPages = 70;

/** Addresses of one kind differ in ids and numbers only, and one of them is visited. */
const kindOf = (address: string): string => address.replace(/[\da-f]{8}-[\da-f-]{27}|\d+/g, 'id');

/** Counts what a page is still loading. */
function watchRequests(page: Page): () => number {
  const open = new Set<unknown>();
  page.on('request', (request) => void open.add(request));
  page.on('requestfinished', (request) => void open.delete(request));
  page.on('requestfailed', (request) => void open.delete(request));
  return () => open.size;
}

/** A page has settled when it loads nothing, shows no placeholder and stays so for a moment. */
async function settle(page: Page, openRequests: () => number): Promise<void> {
  let calm = 0;
  const look = async () => {
    const isWaiting = await page.evaluate("document.querySelector('.shimmer, h1:empty') !== null");
    calm = openRequests() === 0 && !isWaiting ? calm + 1 : 0;
    return calm;
  };
  await expect.poll(look, { intervals: [40] }).toBeGreaterThan(1);
}

const linksOf = (page: Page): Promise<string[]> =>
  page.evaluate(
    'Array.from(document.querySelectorAll(\'a[href^="/"]\'), (link) => link.getAttribute("href").split("#")[0])',
  );

/** Follows every link from page to page, breadth first, and returns those that end at a refusal. */
async function findDeadLinks(page: Page, seeds: readonly string[]): Promise<string[]> {
  const openRequests = watchRequests(page);
  const queue = [new URL(page.url()).pathname, ...seeds].map((address) => ({ from: 'the beginning', address }));
  const known = new Set(queue.map(({ address }) => kindOf(address)));
  const dead: string[] = [];
  for (const { from, address } of queue) {
    // As if a link had been followed: the application is not loaded again.
    await page.evaluate(`history.pushState({}, '', ${JSON.stringify(address)})`);
    await settle(page, openRequests);
    const { pathname } = new URL(page.url());
    const isMissing = await page.getByRole('heading', { level: 1, name: 'Page not found' }).isVisible();
    if (['/403', '/404', '/login'].includes(pathname) || isMissing)
      dead.push(`on ${from}: ${address} ends at ${pathname}`);
    for (const link of await linksOf(page)) {
      if (notFollowed.test(link) || known.has(kindOf(link))) continue;
      known.add(kindOf(link));
      queue.push({ from: address, address: link });
    }
    expect(queue.length, 'kinds of pages').toBeLessThan(mostPages);
  }
  return dead;
}

async function expectNoDeadLink(page: Page, who: Login, seeds: readonly string[]): Promise<void> {
  await signIn(page, who);
  expect(await findDeadLinks(page, seeds)).toEqual([]);
}

type Call = Awaited<ReturnType<typeof signInClient>>;

const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** One payment that is sent and one for a later day. Returns pages that open from rows without a link. */
async function payTwice(call: Call, { bankholderid, pin }: TestCustomer): Promise<string[]> {
  const payment = { bankholderid, payee: 'Somchai Prasert', amount: '12.00' };
  const sent = await sendPayment(call, pin, { ...payment, reference: 'Lunch' });
  await sendPayment(call, pin, { ...payment, reference: 'Later', executionDate: dayIn(20) });
  const findLine = async () => {
    const { list } = await call('GET', `/v1/bankaccount/${bankholderid}/statement`);
    return list.find(({ paymentUid }: { paymentUid: string | null }) => paymentUid === sent);
  };
  await expect.poll(findLine, { timeout: 30_000 }).toBeDefined();
  const { uid } = await findLine();
  return [`/statement?bankholderid=${bankholderid}&line=${uid}`];
}

test('no link of a Plus customer leads to a page they may not open, whatever their role', async ({ page, house }) => {
  const owner = await createTestCustomer({
    business: true,
    featureCard: true,
    balance: '90.00',
    payees: ['somchai'],
    otherCurrencies: ['EUR'],
  });
  const roles: readonly Role[] = ['approver', 'viewer', 'accountant', 'cardholder'];
  const colleagues = await Promise.all(roles.map((role) => createColleague(owner, { name: `The ${role}`, role })));
  const seeds = await payTwice(await signInClient(owner), owner);
  await expectNoDeadLink(page, owner, seeds);
  for (const [index, colleague] of colleagues.entries()) {
    const role = roles[index] ?? '';
    // A role without the statement has no row that would open its line.
    const own = role === 'cardholder' ? [] : seeds;
    await test.step(role, async () => expectNoDeadLink(await house.openBrowserPage(), colleague, own));
  }
});

test('no link of a wallet customer leads to a page they may not open, whatever their role', async ({ page, house }) => {
  const owner = await createTestCustomer({ kind: 'wallet', wallets: ['EUR'], payees: ['somchai'] });
  await payIntoWallet(owner, '90.00');
  const viewer = await createColleague(owner, { name: 'The viewer', role: 'viewer' });
  const seeds = await payTwice(await signInClient(owner), owner);
  await expectNoDeadLink(page, owner, seeds);
  await test.step('viewer', async () => expectNoDeadLink(await house.openBrowserPage(), viewer, seeds));
});
