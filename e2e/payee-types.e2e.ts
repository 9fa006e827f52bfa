import type { Page } from '@playwright/test';
import { fillForm as fill, lagos, openForm as open } from './fixtures/add-payee.ts';
import { createTestCustomer } from './fixtures/customer.ts';
import { errorStatus, expect, expectAccessible, expectToast, signIn, test } from './fixtures/test.ts';
import { typeName } from './fixtures/type-name.ts';

async function expectAdded(page: Page, lines: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Add payee' }).click();
  await expectToast(page, 'Greta Lindqvist added.');
  for (const line of lines) await expect(page.getByRole('main')).toContainText(line);
  await expect(page.getByRole('main').getByRole('link', { name: 'Pay', exact: true })).toBeVisible();
  await expectAccessible(page);
}

test('a wallet customer adds a payee in euros: the IBAN is validated while typing, and its bank checks the name', async ({
  page,
  house,
}) => {
  house.allowConsole(errorStatus(503));
  const who = await createTestCustomer({ kind: 'wallet' });
  await signIn(page, who);
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Payee/ })
    .click();
  await expect(page).toHaveURL('/wallet/payee');
  await page.getByRole('link', { name: 'Add payee' }).click();
  const form = page.url();
  const begin = async (name: string, iban: string) => {
    await page.getByLabel('Payment type').selectOption({ label: 'EUR Payment (SEPA)' });
    await expect(page.getByLabel('Country of the account', { exact: true })).toBeVisible();
    await typeName(page, name);
    await fill(page, { choices: [['Country of the account', 'Germany']] });
    await page.getByLabel('IBAN', { exact: true }).fill(iban);
  };
  const checkTheName = () => page.getByRole('button', { name: 'Check name' }).click();

  await begin('Greta Lindkvist', 'DE89 3704 0044 0532 0130 0');
  await page.getByLabel('IBAN', { exact: true }).blur();
  await expect(page.getByText('This IBAN has 21 characters. IBANs in Germany have 22')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('IBAN', { exact: true }).fill('de89370400440532013000');
  await expect(page.getByText('Commerzbank · COBADEFFXXX')).toBeVisible();
  await test.step('a phone number takes the country of its calling code', async () => {
    await page.getByText('More details (optional)').click();
    const phone = page.getByLabel('Phone number');
    const dialCode = page.getByLabel('Dialling code');
    await expect(dialCode).toHaveValue('GB');
    await phone.fill('+66812345678');
    await expect(dialCode).toHaveValue('TH');
    await expect(phone).toHaveValue('+66 81 234 5678');
    await dialCode.selectOption('GB');
    await expect(phone).toHaveAccessibleDescription(/Enter a whole phone number/);
    await expectAccessible(page);
    await phone.clear();
    await phone.pressSequentially('020 7946 x0958');
    await phone.press('Tab');
    await expect(phone).toHaveValue('+44 20 7946 0958');
    await expectAccessible(page);
  });
  await checkTheName();
  await expect(page.getByText('The name is close')).toBeVisible();
  await expect(page.getByLabel('IBAN', { exact: true })).toHaveValue('DE89 3704 0044 0532 0130 00');
  await page.getByRole('button', { name: 'Use this name' }).click();
  await expect(page.getByText('The name matches')).toBeVisible();
  await expectAdded(page, [
    'EUR Payment (SEPA)',
    'Germany',
    'DE89 3704 0044 0532 0130 00',
    'Commerzbank · COBADEFFXXX',
    `by ${who.name}`,
    '+442079460958',
  ]);
  await expect(page).toHaveURL(/\/wallet\/payee\?show=view/);
  await expect(page.getByRole('link', { name: 'Pay', exact: true })).toHaveAttribute('href', /^\/wallet\/send\?/);

  await page.getByRole('link', { name: 'Edit payee' }).click();
  await page.getByLabel('Nickname').fill('Aunt Greta');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Aunt Greta' })).toBeVisible();
  await page.getByRole('button', { name: 'Delete payee' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete payee' }).click();
  await expect(page.getByText('No payees yet')).toBeVisible();

  await test.step('a failed bank lookup blocks nobody', async () => {
    await page.route('**/v1/payee/bank?*', (route) =>
      route.fulfill({ status: 503, json: { result: false, message: 'Down' } }),
    );
    await page.goto(form);
    await begin('Greta Lindqvist', 'DE89370400440532013000');
    await expect(page.getByText('We could not find this bank.')).toBeVisible();
    await checkTheName();
    await expect(page.getByText('The name matches')).toBeVisible();
    await page.unroute('**/v1/payee/bank?*');
  });
  await test.step('the bank of an IBAN does not know the name, or cannot tell', async () => {
    await page.goto(form);
    await begin('Greta Lindqvist', 'DE73370400440532013094');
    await checkTheName();
    await expect(page.getByText('The name does not match')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Continue with this name' })).toBeVisible();
    await page.goto(form);
    await begin('Greta Lindqvist', 'DE84370400440532013090');
    await checkTheName();
    await expect(page.getByText('We could not check the name')).toBeVisible();
    await expectAdded(page, ['DE84 3704 0044 0532 0130 90']);
  });
});

test('the kind of payment decides the fields of a payee in baht, by local rails and by SWIFT', async ({ page }) => {
  const who = await createTestCustomer({ payeesAbroad: ['columbus', 'sydney', 'tokyo'] });
  await signIn(page, who, '/payee/view/usd');

  await test.step('payees by Fedwire, local rails and SWIFT are in one list', async () => {
    await expect(page).toHaveURL('/payee?currency=USD');
    await expect(page.getByRole('tab')).toHaveText(['All', 'AUD', 'USD']);
    const list = page.getByRole('tabpanel').getByRole('listitem');
    await expect(list).toHaveCount(2);
    await page.getByLabel('Payment type').selectOption({ label: 'USD Fed wire (USA only)' });
    await expect(list).toHaveCount(1);
    await expectAccessible(page);
    await page.getByRole('tab', { name: 'AUD' }).click();
    await expect(list).toHaveCount(1);
  });

  await test.step('the kind is chosen on the page and stored in the address', async () => {
    await page.goto('/payee/add/gbp');
    await page.getByLabel('Payment type').selectOption({ label: 'Local Payment Across the world' });
    await expect(page).toHaveURL('/payee/add/aud/localatw');
    await page.getByLabel('Currency').selectOption('INR');
    await expect(page).toHaveURL('/payee/add/inr/localatw');
    await expect(page.getByLabel('IFSC')).toBeVisible();
    await page.goto('/payee/add/xyz/nothing');
    await expect(page.getByLabel('Sort code')).toBeVisible();
  });
  await test.step('in baht: by PromptPay, or by an account with an unusual length', async () => {
    await open(page, 'thb', 'thb');
    await fill(page, { choices: [['Pay to', 'Bank account']] });
    await fill(page, { choices: [['Bank', 'Bangkok Bank']], texts: { 'Account number': '123456' } });
    await expect(page.getByText('This bank’s account numbers usually have 10 digits.')).toBeVisible();
    await page.getByLabel('Account number').fill('1234567890x');
    await expect(page.getByText('Numbers only. We removed “x”.')).toBeVisible();
    await page.getByLabel('First name').fill('Jürgen "Jo" Groß');
    await expect(page.getByText('We changed “ü” to “u”, “ß” to “ss”. We removed quotation marks.')).toBeVisible();
    await expect(page.getByLabel('First name')).toHaveValue('Jurgen Jo Gross');
    await typeName(page, 'Greta Lindqvist');
    await page.getByLabel('Payment reference').fill('Card 4111 1111 1111 1111');
    await expect(page.getByText('This looks like a card number')).toBeVisible();
    await expect(page.getByText('This bank does not check names')).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('Payment reference').fill('');
    await fill(page, { choices: [['Pay to', 'PromptPay mobile']], texts: { 'Mobile number': '081 234 5678' } });
    await expect(page.getByLabel('Account number')).toHaveCount(0);
    await expect(page.getByText('This bank does not check names')).toHaveCount(0);
    await test.step('the holder of a PromptPay ID is looked up', async () => {
      await page.getByLabel('Mobile number').fill('081 555 0142');
      await page.getByRole('button', { name: 'Check name' }).click();
      await expect(page.getByText('The name does not match')).toBeVisible();
      await expect(page.getByText('This PromptPay ID belongs to “Malee Boonsong”.')).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Use this name' }).click();
      await expect(page.getByText('The name matches')).toBeVisible();
      await expect(page.getByLabel('Last name')).toHaveValue('Boonsong');
      await typeName(page, 'Greta Lindqvist');
      await page.getByLabel('Mobile number').fill('081 234 5678');
    });
    await page.getByRole('button', { name: 'Check name' }).click();
    await expect(page.getByText('This PromptPay ID belongs to “Greta Lindqvist”.')).toBeVisible();
    await expectAdded(page, ['THB Payment (Thailand)', 'PromptPay mobile', '081 234 5678', 'The name matches']);
  });
  await test.step('on the way to a payment: the name of the holder is taken, and the payee is saved at once', async () => {
    await page.goto('/payment');
    await page.getByLabel('Who are you paying?').fill('081 555 0142');
    await page.getByRole('button', { name: 'Pay this mobile number' }).click();
    await typeName(page, 'M Boonsong');
    await page.getByRole('button', { name: 'Enter the amount' }).click();
    await expect(page.getByText('The name is close')).toBeVisible();
    await expect(page.getByText('This PromptPay ID belongs to “Malee Boonsong”.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Use this name' }).click();
    await expect(page.getByLabel('gets')).toBeVisible();
    await expect(page.getByRole('main')).toContainText('Malee Boonsong');
    await expect(page.getByText('The name matches the account')).toBeAttached();
  });
  await test.step('by SWIFT: the country of the bank decides the account fields', async () => {
    await open(page, 'usd', 'swt');
    await fill(page, { choices: [['Country of the bank', 'Germany']] });
    await expect(page.getByLabel('IBAN', { exact: true })).toBeVisible();
    await fill(page, { choices: [['Country of the bank', 'Nigeria']] });
    await expect(page.getByLabel('IBAN', { exact: true })).toHaveCount(0);
    await page.getByRole('button', { name: 'Add payee' }).click();
    await expect(page.getByRole('link', { name: 'Enter the town' })).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('BIC (SWIFT code)').fill('abngngla');
    await fill(page, { ...lagos, texts: { ...lagos.texts, 'Account number': '0123456789' } });
    await page.getByText('More details (optional)').click();
    await page.getByLabel('Other banks’ charges').selectOption({ label: 'I pay all (OUR)' });
    await expectAdded(page, ['SWIFT PAYMENT WORLDWIDE', 'ABNGNGLA', 'Lagos', 'Nigeria', 'I pay all (OUR)']);
    await page.getByRole('main').getByRole('link', { name: 'Pay', exact: true }).click();
    await expect(page.getByRole('radio', { name: 'I pay all (OUR)' })).toBeChecked();
  });
});
