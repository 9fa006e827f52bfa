import type { Page } from '@playwright/test';
import { createTestCustomer, payIn } from './fixtures/customer.ts';
import { accountCard, expect, expectFigures, expectLive, expectToast, signIn, test, unread } from './fixtures/test.ts';

/** As a server that cannot reach its database at that moment. Returns when the page was admitted after all. */
async function refuseFirstSocket(page: Page): Promise<{ admitted: Promise<void> }> {
  const { promise: admitted, resolve } = Promise.withResolvers<void>();
  let answers = 0;
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      const isAnswer = String(message).startsWith('40');
      answers += Number(isAnswer);
      socket.send(isAnswer && answers === 1 ? '44{"message":"service_unavailable"}' : message);
      if (answers > 1) resolve();
    });
  });
  return { admitted };
}

test('incoming money is notified in every open window, added to the balance, and marked as read', async ({
  page,
  context,
}) => {
  const who = await createTestCustomer();
  await signIn(page, who);
  const second = await context.newPage();
  const { admitted } = await refuseFirstSocket(second);
  await second.goto('/notification');
  await expect(second.getByText('No notifications')).toBeVisible();
  await expect(accountCard(page, who.bankholderid)).toContainText('Available');

  await admitted;
  await expectLive(page);
  await payIn(who, '250.00', 'Mekong Trading Ltd');
  for (const window of [page, second]) await expectToast(window, 'You received 250.00 GBP from Mekong Trading Ltd.');
  await expectFigures(page, who.bankholderid, { balance: 25_000, available: 25_000 });
  await expect.poll(() => unread(page)).toBe(1);
  await expect(page.getByRole('main').getByRole('button', { name: 'Mekong Trading Ltd' })).toBeVisible();

  const told = second.getByRole('listitem').filter({ hasText: 'Money received' });
  await expect(told).toContainText('Unread');
  await told.getByRole('link', { name: 'You received 250.00 GBP' }).click();
  await expect(second).toHaveURL(/\/statement\?bankholderid=/);
  await expect(second.getByRole('row').filter({ hasText: 'Mekong Trading Ltd' })).toContainText('250.00 GBP');
  await expect.poll(() => unread(second)).toBe(0);

  await test.step('notifications are marked as read one by one and all at once', async () => {
    for (const amount of ['11.00', '12.00', '13.00']) await payIn(who, amount, 'Harbour & Co');
    await expect.poll(() => unread(page), { timeout: 20_000 }).toBe(3);
    await page.getByRole('banner').getByRole('link', { name: 'Notifications' }).click();
    const list = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Money received' });
    await list.filter({ hasText: '12.00 GBP' }).getByRole('button', { name: 'Mark as read: Money received' }).click();
    await expect.poll(() => unread(page)).toBe(2);
    await page.getByText('Unread', { exact: true }).first().click();
    await expect(page).toHaveURL('/notification?filter=unread');
    await expect(list).toHaveCount(2);
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await expect(page.getByText('No unread notifications')).toBeVisible();
    await expect.poll(() => unread(page)).toBe(0);
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect(list).toHaveCount(4);
  });
});
