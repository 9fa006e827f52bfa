import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { acceptDocument, refuseDocument } from '../apps/api/src/checks/document/decide-document.ts';
import { readPdf } from '../test/fixtures/read-pdf.ts';
import { eicar, jpeg, pdf } from '../test/fixtures/sample-files.ts';
import { createTestCustomer } from './fixtures/customer.ts';
import { expectState, pay } from './fixtures/pay.ts';
import { asStaff } from './fixtures/staff.ts';
import { errorStatus, expect, expectAccessible, signIn, test, toast } from './fixtures/test.ts';

const script = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>';
const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer });

test('a large payment says who must act, its document is sent, refused, sent again and accepted, and it can be cancelled', async ({
  page,
  house,
}) => {
  house.allowConsole(errorStatus(400));
  const who = await createTestCustomer({ balance: '24000.00', payees: ['somchai'] });
  await signIn(page, who, '/payment/gbp');
  const address = await pay(page, { payee: 'Somchai Prasert', amount: '21000.00', reference: 'Boat' }, who.pin);
  await expectState(page, 'In review');
  for (const figure of ['Waiting for', 'Next step', 'Next update', 'Deadline'])
    await expect(page.getByRole('term').filter({ hasText: figure })).toBeVisible();
  const documents = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Documents' }) });
  const row = (name: string) => documents.getByRole('listitem').filter({ hasText: name });
  const send = async (name: string, content: Buffer) => {
    await documents.getByLabel('File').setInputFiles(file(name, content));
    await documents.getByRole('button', { name: 'Upload document' }).click();
  };
  await expect(documents.getByText('We need a document from you')).toBeVisible();
  await expect(documents.getByLabel('Document type')).toHaveValue('source_of_funds');
  await documents.getByRole('button', { name: 'Upload document' }).click();
  await expect(documents.getByText('Choose a file')).toBeVisible();
  await expectAccessible(page);

  await send('scanner-test.pdf', Buffer.from(eicar));
  await expect(documents.getByRole('alert')).toContainText('PDF, JPEG, PNG, HEIC, DOCX or XLSX');
  await send('form.pdf', pdf(script));
  await expect(row('form.pdf')).toContainText('Not accepted', { timeout: 20_000 });
  await expect(row('form.pdf')).toContainText('Print it to PDF');
  await documents.getByLabel('Note').fill('From the sale of my car');
  await send('../sale.JPG', jpeg());
  await expect(row('sale.jpg')).toContainText('Received', { timeout: 20_000 });
  await expect(row('sale.jpg')).toContainText('From the sale of my car');
  await expect(documents.getByText('We need a document from you')).toHaveCount(0);
  await expectAccessible(page);

  const download = page.waitForEvent('download');
  await row('sale.jpg').getByRole('button', { name: 'Download sale.jpg' }).click();
  const saved = readFileSync(await (await download).path());
  expect(saved.subarray(0, 2).toString('hex')).toBe('ffd8');
  expect(saved.includes('GPS')).toBe(false);

  const idOf = (name: string) =>
    asStaff('compliance', async ({ tx }) => {
      const found = await tx
        .selectFrom('document.document')
        .select('id')
        .where('payment_id', '=', address.split('/').at(-1) ?? '')
        .where('name', '=', name)
        .where('state', '=', 'received')
        .executeTakeFirstOrThrow();
      return found.id;
    });
  const reason = 'The date cannot be read. Send a sharper picture.';
  const first = await idOf('sale.jpg');
  await asStaff('compliance', (ctx) => refuseDocument(ctx, { uid: first, reason, idempotency: randomUUID() }));
  await expect(toast(page)).toContainText(reason, { timeout: 20_000 });
  await expect(row('sale.jpg')).toContainText(reason);
  await expect(documents.getByText('We need a document from you')).toBeVisible();

  await send('sale-2.jpg', jpeg());
  await expect(row('sale-2.jpg')).toContainText('Received', { timeout: 20_000 });
  const second = await idOf('sale-2.jpg');
  await asStaff('payment_operations', (ctx) => acceptDocument(ctx, { uid: second, idempotency: randomUUID() }));
  await expect(row('sale-2.jpg')).toContainText('Accepted', { timeout: 20_000 });

  await page.goto('/pending-payment-domestic');
  await expect(page.getByRole('listitem').filter({ hasText: 'Somchai Prasert' })).toContainText('We’ll decide');
  await page.getByRole('link', { name: 'Somchai Prasert' }).click();
  await page.getByRole('button', { name: 'Cancel payment' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel payment' }).click();
  await expect(page.getByText('Your money did not leave your account')).toBeVisible();
});

test('an arrived payment has a receipt, and can be asked back with wording that promises nothing', async ({ page }) => {
  const who = await createTestCustomer({ balance: '60.00', payees: ['somchai'] });
  await signIn(page, who, '/payment/gbp');
  await pay(page, { payee: 'Somchai Prasert', amount: '12.00', reference: 'Lunch' }, who.pin);
  await expectState(page, 'Arrived');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download receipt' }).click();
  const receipt = await download;
  expect(receipt.suggestedFilename()).toMatch(/^receipt_[A-Z0-9]+\.pdf$/);
  const { text } = readPdf(readFileSync(await receipt.path()));
  for (const part of ['12.00 GBP', who.name, 'Somchai Prasert', 'Lunch']) expect(text).toContain(part);

  await page.getByRole('button', { name: 'Ask for money back' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('they may refuse');
  await expectAccessible(page);
  await dialog.getByLabel('Reason').selectOption({ label: 'I paid twice' });
  await dialog.getByRole('button', { name: 'Ask for money back' }).click();
  await expect(page.getByText('You asked for this money back')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Ask for money back' })).toHaveCount(0);
});
