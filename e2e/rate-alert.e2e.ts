import { createTestCustomer } from './fixtures/customer.ts';
import { seedRates, marketTest as test } from './fixtures/rates.ts';
import { expect, expectAccessible, expectLive, expectToast, signIn } from './fixtures/test.ts';

test.beforeAll(() => seedRates());

test('a rate alert is set from the chart, changed, triggered and removed', async ({ page, weakenPound }) => {
  const who = await createTestCustomer({ balance: '20.00', otherCurrencies: ['THB'] });
  await signIn(page, who);
  await page.getByRole('link', { name: 'Set rate alert' }).click();
  await expect(page.getByRole('tab', { name: 'Rate alerts' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('heading', { name: 'New alert' })).toBeVisible();
  await expect(page.getByLabel('From')).toHaveValue('GBP');
  await page.getByRole('button', { name: 'Set alert' }).click();
  await expect(page.getByText('Enter a rate such as 1.1800')).toBeVisible();
  await page.getByLabel('Target rate').fill('99');
  await expect(page.getByText('When 1 GBP = 99.0000 THB or more')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Set alert' }).click();
  const question = page.getByRole('alertdialog', { name: 'Is this target right?' });
  await expect(question).toContainText(
    /1 GBP = 99\.0000 THB is \d{3}% above your rate now, which is 1 GBP = \d\d\.\d{4} THB\./,
  );
  await expectAccessible(page);
  await question.getByText('Change target', { exact: true }).click();
  await expect(page.getByLabel('Target rate')).toBeFocused();
  await page.getByRole('button', { name: 'Set alert' }).click();
  await question.getByRole('button', { name: 'Keep target' }).click();
  const waiting = page.getByRole('listitem').filter({ hasText: 'When 1 GBP = 99.0000 THB or more' });
  await expect(waiting.getByText('Active', { exact: true })).toBeVisible();
  await expect(waiting.getByText(/GBP into THB · Your rate now 1 GBP = \d\d\.\d{4} THB/)).toBeVisible();
  await expectAccessible(page);

  await waiting.getByRole('button', { name: /^Change/ }).click();
  await expect(page.getByRole('heading', { name: 'Change alert' })).toBeVisible();
  const now = Number(/\d\d\.\d{4}/.exec((await page.getByText(/^Your rate now:/).textContent()) ?? '')?.[0]);
  const below = (now * 0.999).toFixed(4);
  await page.getByLabel('Target rate').fill(below);
  await expect(page.getByText(`When 1 GBP = ${below} THB or less`)).toBeVisible();
  await page.getByRole('button', { name: 'Set alert' }).click();
  const changed = page.getByRole('listitem').filter({ hasText: `When 1 GBP = ${below} THB or less` });
  await expect(changed.getByText('Active', { exact: true })).toBeVisible();

  await expectLive(page);
  await weakenPound(50); // enough to outweigh the market's recovery from another test
  await expectToast(page, `Your target was 1 GBP = ${below} THB.`);
  await expect(changed.getByText('Sent', { exact: true })).toBeVisible();
  await expect(changed.getByRole('link', { name: 'Exchange now' })).toHaveAttribute('href', '/transfer');
  await expectAccessible(page);

  await page.goto('/notification');
  await page.getByRole('link', { name: /^Your target was/ }).click();
  await expect(page.getByRole('tab', { name: 'Rate alerts' })).toHaveAttribute('aria-selected', 'true');
  await changed.getByRole('button', { name: /^Remove/ }).click();
  await expectAccessible(page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove alert' }).click();
  await expect(page.getByText('No rate alerts yet')).toBeVisible();
  await page.getByRole('tab', { name: 'Orders' }).click();
  await expect(page.getByText('No orders yet')).toBeVisible();
});
