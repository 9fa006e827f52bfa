import { expect, expectAccessible, test, toast } from './larkmere.ts';
import { typePin } from './pay.ts';
import { givenFirm, part } from './team.ts';

test('a file of payments waits for a colleague, who approves its total', { tag: '@phone' }, async ({ page, house }) => {
  const elsewhere = await house.elsewhere();
  const { owner, nadia } = await givenFirm(page, elsewhere, 'Payments', '50');
  await page.goto('/payment/bulk');
  const lines = ['Somchai Prasert,20-29-59,63748472,25.00,Wages 1', 'Somchai Prasert,20-29-59,63748472,35.00,Wages 2'];
  await page.getByLabel('Choose a file').setInputFiles({
    name: 'november.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['name,sort code,account number,amount,reference', ...lines].join('\n')),
  });
  await page.getByRole('button', { name: 'Approve 2 payments' }).click();
  await typePin(page, owner.pin);
  await expect(part(page)).toContainText('Waits for approval by Nadia Osei');
  await expect(part(page)).toContainText('The money is set aside and nothing has left.');
  await expect(page.getByRole('tab')).toHaveText(['Waits for approval 2']);
  await expect(page.getByRole('button', { name: /^Correct row/ })).toHaveCount(0);
  await expectAccessible(page);

  await elsewhere.goto('/team-approval');
  await elsewhere.getByRole('link', { name: /Pay 60.00 GBP in 2 payments from november.csv/ }).click();
  await expect(elsewhere.getByRole('definition').filter({ hasText: 'Somchai Prasert' })).toHaveCount(2);
  await expectAccessible(elsewhere);
  await elsewhere.getByRole('button', { name: 'Approve with PIN' }).click();
  await typePin(elsewhere, nadia.pin);
  await expect(toast(elsewhere)).toContainText('Approved.');

  // Nobody reloads: the page of whoever asked hears of it.
  await expect(page.getByRole('tab', { name: 'Made 2' })).toBeVisible({ timeout: 20_000 });
  await expect(part(page)).toContainText('Approved by Nadia Osei');
  await page.goto('/payment/bulk');
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'november.csv' })).toContainText(
    'Made 2',
  );
});
