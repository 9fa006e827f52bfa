import type { Locator, Page } from '@playwright/test';
import { textPdf } from '../test/fixtures/sample-files.ts';
import { createTestCustomer } from './fixtures/customer.ts';
import { submitCheck } from './fixtures/kyc.ts';
import { expectState, pay } from './fixtures/pay.ts';
import { signInNewStaff } from './fixtures/staff.ts';
import { expect, expectAccessible, expectToast, signIn, test } from './fixtures/test.ts';

const wide = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.SHOTS;
  if (!folder) return;
  for (const [size, scheme] of [
    [wide, 'light'],
    [phone, 'dark'],
  ] as const) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: scheme });
    await page.screenshot({ path: `${folder}/${name}-${size.width}-${scheme}.png`, fullPage: size === phone });
  }
  await page.setViewportSize(wide);
  await page.emulateMedia({ colorScheme: 'light' });
}

type Canvas = Readonly<{
  width: number;
  height: number;
  getContext: (kind: '2d') => {
    getImageData: (x: number, y: number, width: number, height: number) => { data: Uint8ClampedArray };
  };
}>;

/** How many dark pixels the drawn page has: none while the canvas is still transparent, or white. */
const inkOf = (file: Locator): Promise<number> =>
  file.locator('canvas').evaluate((element) => {
    const canvas = element as unknown as Canvas;
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    let dark = 0;
    for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 0) < 128 && (data[at + 3] ?? 0) > 0) dark += 1;
    return dark;
  });
const widthOf = async (file: Locator): Promise<number> => (await file.locator('canvas').boundingBox())?.width ?? 0;

const bill = textPdf(
  [
    'Severnside Water',
    'Bill for water services',
    '',
    'Miss C Marsh',
    '7 Long Lane',
    'London EC1A 9HF',
    '',
    '9 November 2026',
  ],
  ['Your bill at a glance', 'Total to pay 87.83 GBP'],
);

test('staff look at a document beside the payment that it should prove, refuse one and accept another', async ({
  page,
  house,
}) => {
  const who = await createTestCustomer({ balance: '24000.00', payees: ['somchai'] });
  await signIn(page, who, '/payment/gbp');
  await pay(page, { payee: 'Somchai Prasert', amount: '21000.00', reference: 'Boat' }, who.pin);
  await expectState(page, 'In review');
  const documents = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Documents' }) });
  const row = (name: string) => documents.getByRole('listitem').filter({ hasText: name });
  const send = async (name: string) => {
    await documents.getByLabel('File').setInputFiles({ name, mimeType: 'application/pdf', buffer: bill });
    await documents.getByRole('button', { name: 'Upload document' }).click();
    await expect(row(name)).toContainText('Received', { timeout: 20_000 });
  };
  await send('sale.pdf');

  const staff = await house.openBrowserPage({ viewport: wide });
  await signInNewStaff(staff, 'payment_operations', `/manage/customer/${who.customerId}?tab=payments`);
  await staff.getByRole('button', { name: 'Open sale.pdf (to decide)' }).click();
  const panel = staff.getByRole('region', { name: 'Document of a payment' });
  const file = panel.getByRole('region', { name: 'sale.pdf', exact: true });
  await test.step('the file is drawn, turned, enlarged and leafed through', async () => {
    await expect.poll(() => inkOf(file)).toBeGreaterThan(300);
    const width = await widthOf(file);
    await file.getByRole('button', { name: 'Zoom in' }).click();
    await expect.poll(() => widthOf(file)).toBeGreaterThan(width * 1.4);
    await file.getByRole('button', { name: 'Zoom out' }).click();
    await file.getByRole('button', { name: 'Next page' }).click();
    await expect(file.getByText('page 2 of 2')).toBeVisible();
    await file.getByRole('button', { name: 'Rotate to the right' }).click();
    await expect(file.getByRole('img', { name: 'sale.pdf, page 2' })).toBeVisible();
    await expect(panel.getByText('21,000.00')).toBeVisible();
    await expectAccessible(staff);
    await shoot(staff, 'payment-document');
  });

  const reason = 'The seller is missing. Send the page with both names.';
  await test.step('it is refused with a reason that the customer reads', async () => {
    await panel.getByText('Refuse', { exact: true }).click();
    await panel.getByRole('button', { name: 'Refuse document' }).click();
    await expect(panel.getByText('Write at least 10 characters')).toBeVisible();
    await panel.getByLabel('What the customer reads').fill(reason);
    await panel.getByRole('button', { name: 'Refuse document' }).click();
    await expectToast(staff, 'The document was refused');
    await expect(row('sale.pdf')).toContainText(reason, { timeout: 20_000 });
  });

  await test.step('another one is accepted, and every look is in the audit', async () => {
    await send('sale-2.pdf');
    await staff.reload();
    await staff.getByRole('button', { name: 'Open sale-2.pdf (to decide)' }).click();
    await panel.getByRole('button', { name: 'Accept document' }).click();
    await expect(row('sale-2.pdf')).toContainText('Accepted', { timeout: 20_000 });
    await staff.getByRole('tab', { name: 'Audit' }).click();
    await expect(staff.getByRole('cell', { name: 'document viewed' })).toHaveCount(2);
  });
});

test('compliance decides an identity check item by item, with the file beside what was told', async ({ house }) => {
  const who = await createTestCustomer({ isUnverified: true, name: 'Marisol Hold' });
  // The vendor of the sandbox holds the check of this name, so that staff decide.
  await submitCheck(who, 'Marisol Hold');
  const staff = await house.openBrowserPage({ viewport: wide });
  await signInNewStaff(staff, 'compliance', `/manage/customer/${who.customerId}?tab=kyc`);
  const items = staff.getByRole('navigation', { name: 'Items' });
  await items.getByRole('button', { name: /Proof of address/ }).click();
  const file = staff.getByRole('region', { name: 'proof_of_address.pdf', exact: true });
  await expect.poll(() => inkOf(file)).toBeGreaterThan(300);
  await expectAccessible(staff);
  await shoot(staff, 'kyc');
  await items.getByRole('button', { name: /Passport/ }).click();
  const item = staff.getByRole('complementary');
  await expect(item.getByText(/^•••••\d{4}$/)).toBeVisible();
  await expect
    .poll(() => inkOf(staff.getByRole('region', { name: 'identity_document.pdf', exact: true })))
    .toBeGreaterThan(300);
  await item.getByRole('button', { name: 'Accept and go on' }).click();
  await expectToast(staff, 'The item was decided');
  await expect(items.getByRole('button', { name: /Passport.*Accepted/ })).toBeVisible();
  await items.getByRole('button', { name: /Selfie/ }).click();
  await item.getByText('Refuse', { exact: true }).click();
  await item.getByLabel('What the customer reads').selectOption({ label: 'The face differs' });
  await item.getByLabel('Only staff read this').fill('Another person than on the passport.');
  await item.getByRole('button', { name: 'Refuse and go on' }).click();
  await expect(items.getByRole('button', { name: /Selfie.*Refused/ })).toBeVisible();
});

test('every tab of a customer is readable on a phone, and the roles on a large screen', async ({ house }) => {
  const who = await createTestCustomer({ balance: '1240.55', payees: ['somchai'], otherCurrencies: ['EUR'] });
  const staff = await house.openBrowserPage({ viewport: phone });
  await signInNewStaff(staff, 'mlro', `/manage/customer/${who.customerId}`);
  await expect(staff.getByRole('list', { name: 'Accounts' })).toContainText('1,240.55');
  for (const tab of [
    'Overview',
    'Activity',
    'Payments',
    'Payees',
    'People and devices',
    'Restrictions',
    'Messages',
    'Notes',
    'Audit',
  ]) {
    await staff.getByRole('tab', { name: tab }).click();
    await expect(staff.getByText('Loading', { exact: true })).toHaveCount(0);
    expect(await staff.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    await expectAccessible(staff);
    await shoot(staff, `tab-${tab.toLowerCase().replaceAll(' ', '-')}`);
    await staff.setViewportSize(phone);
  }
  await staff.goto('/manage/dashboard');
  await expect(staff.getByRole('heading', { name: 'Payment review today' })).toBeVisible();
  await shoot(staff, 'home');
  await staff.goto('/manage/audit?tab=visits');
  await expect(staff.getByText(/Each week a tenth of the visits/)).toBeVisible();
  await shoot(staff, 'visits');

  await test.step('the limits of releases are shown to all who see roles, and proposed by Settings', async () => {
    const settings = await house.openBrowserPage({ viewport: wide });
    await signInNewStaff(settings, 'settings', '/manage/setting/roles');
    await expect(settings.getByRole('row', { name: /Release up to, GBP/ })).toContainText('250000.00');
    await settings.getByLabel('Compliance · Release up to, GBP').fill('260000');
    await settings.getByLabel('Reason').fill('More payments of businesses wait at weekends.');
    await expectAccessible(settings);
    await shoot(settings, 'roles');
    await settings.getByRole('button', { name: 'Send for approval' }).click();
    await expect(settings.getByText('Compliance · Release up to, GBP', { exact: true }).first()).toBeVisible();
  });
});
