import { createBusinessWithApprover } from './fixtures/approval.ts';
import { createTestCustomer, passNameCheckWait, payInForeignCurrency } from './fixtures/customer.ts';
import { typePin } from './fixtures/pay.ts';
import { errorStatus, expect, expectAccessible, expectToast, signIn, test } from './fixtures/test.ts';

const header = 'name,sort code,account number,amount,reference';
const file = (name: string, ...lines: string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from([header, ...lines].join('\n')),
});

test('faulty rows of a file are corrected on screen, it is authorised and paid, and asked about when uploaded again', {
  tag: '@phone',
}, async ({ page, house }) => {
  house.allowConsole(errorStatus(400));
  const who = await createTestCustomer({ balance: '300.00', payees: ['ruth'] });
  await signIn(page, who, '/payment');
  await page.getByRole('link', { name: 'Upload a file' }).click();
  await expect(page.getByText('No uploads yet')).toBeVisible();
  await expectAccessible(page);
  const choose = page.getByLabel('Choose file');
  await choose.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('milk and bread') });
  await expect(
    page.getByText('Nothing was saved. The first line needs column names, including “name” and “amount”.'),
  ).toBeVisible();
  const november = file(
    'november.csv',
    'Somchai Prasert,20-29-59,63748472,25.00,Wages 1',
    "Ruth O'Donnell,772798,99345694,40.00,Wages 2",
    'Harbour & Co,87-14-27,46238511,10.00,Wages 3',
    'Ploy Srisai,200915,41011166,twelve,Wages 4',
  );
  await choose.setInputFiles(november);
  await expect(page.getByRole('heading', { name: 'november.csv' })).toBeVisible();
  await expect(page.getByRole('tab')).toHaveText(['To fix 2', 'Ready 2']);
  await expect(page.getByText('Check the sort code and account number. They do not match')).toBeVisible();
  await expect(page.getByText('2 rows still need you')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Fix row 3' }).click();
  const dialog = page.getByRole('dialog', { name: 'Fix row 3' });
  await dialog.getByLabel('Account number').fill('46238512');
  await dialog.getByRole('button', { name: 'Check row' }).click();
  await expect(dialog.getByText('Check the sort code and account number. They do not match')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Account number').fill('46238510');
  await dialog.getByRole('button', { name: 'Check row' }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Fix row 4' }).click();
  const second = page.getByRole('dialog', { name: 'Fix row 4' });
  await second.getByLabel('Saved payee').selectOption({ label: "Ruth O'Donnell · 77-27-98 · 99345694" });
  await expect(second.getByLabel('Account name')).toHaveValue("Ruth O'Donnell");
  await expect(second.getByLabel('Account number')).toHaveValue('99345694');
  await second.getByLabel('Amount').fill('12.00');
  await second.getByRole('button', { name: 'Check row' }).click();
  await expect(page.getByRole('tab')).toHaveText(['Ready 4']);
  await page.getByRole('button', { name: 'Leave out row 2' }).click();
  await expect(page.getByRole('tab')).toHaveText(['Ready 3', 'Left out 1']);
  await expect(page.getByRole('main')).toContainText('47.00 GBP');

  await page.getByRole('button', { name: 'Send 3 payments' }).click();
  await expect(page.getByRole('dialog')).toContainText('To send 3 payments: 47.00 GBP');
  await typePin(page, who.pin);
  await expect(page.getByRole('tab', { name: 'Paid 3' })).toBeVisible({ timeout: 20_000 });
  await page.getByRole('tab', { name: 'Paid 3' }).click();
  await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(3);
  await expectAccessible(page);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download unpaid rows' }).click();
  expect((await saved).suggestedFilename()).toBe('november - not paid.csv');
  await page
    .getByRole('link', { name: /^See payment / })
    .first()
    .click();
  await expect(page).toHaveURL(/\/pending-payment-domestic\/detail\//);
  await page.goto('/payment/bulk');
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'november.csv' })).toContainText(
    'Paid 3',
  );

  await choose.setInputFiles(november);
  await expect(page.getByText('You’ve already uploaded this file')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Upload again' }).click();
  await expect(page.getByRole('tab')).toHaveText(['To fix 2', 'Needs your decision 2']);
  await page.getByRole('tab', { name: 'Needs your decision 2' }).click();
  await expect(page.getByRole('tabpanel')).toContainText('You may pay this twice.');
});

test('a mixed file: names are decided, euros are paid and baht stay unpaid', async ({ page }) => {
  const who = await createTestCustomer({ balance: '100.00', otherCurrencies: ['EUR', 'THB'] });
  await payInForeignCurrency(who, 'EUR', '80.00');
  await page.clock.install();
  await signIn(page, who, '/payment/bulk');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download template' }).click();
  expect((await saved).suggestedFilename()).toBe('payments.csv');
  await page.getByLabel('Choose file').setInputFiles({
    name: 'mixed.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      [
        'name;currency;sort code;account number;IBAN;bank code;PromptPay;amount;reference',
        'Somchai Prasert;GBP;20-29-59;63748472;;;;25,00;Rent',
        'Jo Marsh;GBP;77-27-98;99345694;;;;5,00;Gift',
        'Greta Lindkvist;EUR;;;DE89370400440532013000;;;12,50;Rechnung 7',
        'Malee Srisai;THB;;;;;0812345678;900,00;Wages',
        'Tom Dollar;USD;;;;;;1,00;Gift',
      ].join('\r\n'),
    ),
  });
  await expect(page.getByRole('tab')).toHaveText(['To fix 2', 'Needs your decision 2', 'Ready 1'], { timeout: 20_000 });
  await expect(page.getByRole('tabpanel')).toContainText('not USD this way');
  await expect(page.getByRole('tabpanel')).toContainText('Choose the source of funds: Salary or pension,');
  await page.getByRole('button', { name: 'Fix row 4' }).click();
  const baht = page.getByRole('dialog', { name: 'Fix row 4' });
  await baht.getByLabel('Purpose').selectOption({ label: 'Salary' });
  await baht.getByLabel('Your relationship to the payee').selectOption({ label: 'Employee' });
  await expectAccessible(page);
  await baht.getByLabel('Source of funds').selectOption({ label: 'Business income' });
  await baht.getByRole('button', { name: 'Check row' }).click();
  await expect(baht).toHaveCount(0);
  await page.getByRole('button', { name: 'Leave out row 5' }).click();
  await page.getByRole('tab', { name: 'Needs your decision 2' }).click();
  await expect(page.getByText('The name nearly matches. The account name is Greta Lindqvist.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Use the bank’s details' }).click();
  await expect(page.getByRole('tab')).toHaveText(['Needs your decision 1', 'Ready 3', 'Left out 1'], {
    timeout: 20_000,
  });
  await page.getByRole('button', { name: 'Pay anyway: row 2' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pay Jo Marsh anyway?' });
  const payAnyway = dialog.getByRole('button', { name: 'Pay anyway' });
  await expect(payAnyway).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByLabel('Why do you want to continue?').fill('He is her partner, I asked them');
  await expectAccessible(page);
  await passNameCheckWait(who);
  await page.clock.fastForward(10_000);
  await expect(payAnyway).not.toHaveAttribute('aria-disabled');
  await payAnyway.click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('tab')).toHaveText(['Ready 4', 'Left out 1'], { timeout: 20_000 });

  const release = page.getByRole('main');
  await expect(release).toContainText('12.50 EUR');
  await expect(release).toContainText('You’re short of money.');
  await release.getByRole('checkbox', { name: '1 payment in THB' }).uncheck();
  await expect(release).toContainText('You have not paid some of these payees before');
  await expect(release).toContainText('If somebody hurries you, stop.');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send 3 payments' }).click();
  await expect(page.getByRole('dialog')).toContainText('12.50 EUR, 30.00 GBP');
  await typePin(page, who.pin);
  await expect(page.getByRole('tab', { name: 'Paid 3' })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('tab', { name: 'Ready 1' })).toBeVisible();
  await page.getByRole('tab', { name: 'Paid 3' }).click();
  await page
    .getByRole('link', { name: /^See payment / })
    .first()
    .click();
  await expect(page.getByText(/^Warning you read · /)).toBeVisible();
});

test('new payees of a file are added with one button, and their rows are ready once a colleague approved them', async ({
  page,
  house,
}) => {
  const elsewhere = await house.openBrowserPage();
  const { nadia } = await createBusinessWithApprover(page, elsewhere, 'Payees', undefined, { balance: '200.00' });
  await page.goto('/payment/bulk');
  await page
    .getByLabel('Choose file')
    .setInputFiles(
      file(
        'suppliers.csv',
        'Somchai Prasert,20-29-59,63748472,25.00,Rent 1',
        'Somchai Prasert,20-29-59,63748472,30.00,Rent 2',
        "Ruth O'Donnell,772798,99345694,12.00,Timber",
      ),
    );
  await expect(page.getByRole('tab')).toHaveText(['To fix 3']);
  await expect(page.getByText('A colleague needs to approve new payees').first()).toBeVisible();
  const add = page.getByRole('button', { name: 'Add 2 payees' });
  await expect(add).toBeVisible({ timeout: 20_000 });
  await expectAccessible(page);
  await add.click();
  await expect(add).toHaveCount(0);
  await expect(page.getByText('A colleague still needs to approve this payee.')).toHaveCount(3);

  for (const payee of ['Somchai Prasert', "Ruth O'Donnell"]) {
    await elsewhere.goto('/team-approval');
    await elsewhere.getByRole('link', { name: new RegExp(`^Add payee ${payee}`) }).click();
    await elsewhere.getByRole('button', { name: 'Approve with PIN' }).click();
    await typePin(elsewhere, nadia.pin);
    await expectToast(elsewhere, 'Approved.');
  }
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('tab')).toHaveText(['Ready 3'], { timeout: 2000 });
  }).toPass({ timeout: 20_000 });
  await expect(page.getByRole('main')).toContainText('67.00 GBP');
});

test('a file pays euros out of pounds at a rate, and schedules what names a later date', async ({ page }) => {
  const who = await createTestCustomer({ balance: '300.00', payees: ['ruth'] });
  await signIn(page, who, '/payment/bulk');
  const later = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel('Choose file').setInputFiles({
    name: 'later.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      [
        'name,currency,sort code,account number,IBAN,amount,reference,payment date',
        `Ruth O'Donnell,GBP,77-27-98,99345694,,4000.00,Wages,${later}`,
        'Greta Lindqvist,EUR,,,DE89370400440532013000,40.00,Invoice 1,',
      ].join('\n'),
    ),
  });
  await expect(page.getByRole('tab')).toHaveText(['Ready 2'], { timeout: 20_000 });
  const pounds = page.getByRole('region', { name: '1 payment in GBP' });
  await expect(pounds).toContainText('1 payment, 4,000.00 GBP, on');
  await expect(pounds).toContainText('We don’t set money aside for later payments.');
  const euros = page.getByRole('region', { name: '1 payment in EUR' });
  await expect(euros).toContainText('Leaves your account');
  await expect(page.getByRole('tabpanel')).toContainText('Goes out on');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send 1 and schedule 1' }).click();
  await expect(page.getByRole('dialog')).toContainText(/40\.00 EUR for \d+\.\d\d GBP/);
  await typePin(page, who.pin);
  await expect(page.getByRole('tab', { name: 'Scheduled 1' })).toBeVisible({ timeout: 20_000 });
  await page.getByRole('tab', { name: 'Paid 1' }).click();
  await expect(page.getByRole('tabpanel')).toContainText('from your account, including a');
});
