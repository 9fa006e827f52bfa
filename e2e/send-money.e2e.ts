import { createTestCustomer, payInForeignCurrency } from './fixtures/customer.ts';
import { confirmWithPin, expectState } from './fixtures/pay.ts';
import { expect, expectAccessible, expectAccessibleAtEverySize, signIn, test } from './fixtures/test.ts';
import { typeName } from './fixtures/type-name.ts';

const iban = 'DE89 3704 0044 0532 0130 00';

test('a friend is paid from a pasted IBAN, paid again with the same details, and found by name', async ({ page }) => {
  const who = await createTestCustomer({ otherCurrencies: ['EUR'], payees: ['somchai'] });
  await payInForeignCurrency(who, 'EUR', '80.00');
  await signIn(page, who, '/payment');
  const whom = page.getByLabel('Who are you paying?');
  await expect(whom).toBeFocused();
  await expectAccessible(page);

  await test.step('a wrong IBAN says what is wrong', async () => {
    await whom.fill('DE89 3704 0044 0532 0130 01');
    await expect(page.getByText('The check digits of this IBAN are wrong.')).toBeVisible();
    await whom.fill('DE89 3704 0044 0532 0130 0');
    await expect(page.getByText('This IBAN has 21 characters. In Germany it has 22.')).toBeVisible();
    await whom.press('Escape');
    await expect(whom).toBeEmpty();
  });

  await test.step('a number with two readings offers both', async () => {
    await whom.fill('081 234 5678');
    await expect(page.getByRole('button', { name: 'Pay this mobile number' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Pay this Thai account' })).toBeVisible();
  });

  await whom.fill(iban);
  await expect(page.getByText('Euro account in Germany')).toBeVisible();
  await expectAccessibleAtEverySize(page);
  await page.getByRole('button', { name: 'Pay this IBAN' }).click();
  await expect(page).toHaveURL('/payment?step=new');
  await expect(page.getByLabel('IBAN')).toHaveValue(iban);
  await typeName(page, 'Greta Lindqvist');
  await page.getByRole('button', { name: 'Enter the amount' }).click();
  await page.getByLabel('gets').fill('12.50');
  await page.getByLabel('Reference').fill('Cabin weekend');
  await page.getByRole('button', { name: 'Review payment' }).click();
  await confirmWithPin(page, who.pin);
  await page.waitForURL('/pending-payment-domestic/detail/*');
  await expectState(page, 'Arrived');

  await test.step('the form is filled in for the same payment, and takes the slower rail', async () => {
    await page.getByRole('link', { name: 'Send again' }).click();
    await expect(page.getByLabel('gets')).toHaveValue('12.50');
    await expect(page.getByLabel('Reference')).toHaveValue('Cabin weekend');
    await page.getByLabel('gets').fill('9.00');
    await page
      .getByRole('radio', { name: /cheapest|by 1\d:/ })
      .last()
      .check();
    await page.getByRole('button', { name: 'Review payment' }).click();
    await expect(page.getByRole('heading', { name: 'Check and send' })).toBeVisible();
    await expectAccessible(page);
    const order = page.waitForRequest((request) => request.url().endsWith('/v1/payment/EUR'));
    await confirmWithPin(page, who.pin);
    expect((await order).postDataJSON()).toMatchObject({
      amount: '9.00',
      reference: 'Cabin weekend',
      scheme: 'sct',
    });
    await page.waitForURL('/pending-payment-domestic/detail/*');
    await expectAccessible(page);
  });

  await page.goto('/payment');
  await expect(page.getByRole('button', { name: 'Greta', exact: true })).toBeVisible();
  await whom.fill(iban);
  await expect(page.getByRole('button', { name: 'Pay this IBAN' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Greta Lindqvist' })).toBeVisible();
  await whom.fill('greta lind');
  await expect(page.getByRole('button', { name: 'Somchai Prasert' })).toHaveCount(0);
  await whom.press('Enter');
  await page.getByLabel('gets').fill('7.00');
  await page.goBack();
  await expect(whom).toBeVisible();
  await page.goForward();
  await expect(page.getByLabel('gets')).toHaveValue('7.00');
});
