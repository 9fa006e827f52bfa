import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import {
  approveCompensation,
  proposeCompensation,
} from '../apps/api/src/back-office/compensation/compensate-payment.ts';
import { releasePayment } from '../apps/api/src/back-office/review/decide-reviewed-payment.ts';
import { requestInformation } from '../apps/api/src/back-office/review/request-information.ts';
import { acceptDocument, refuseDocument } from '../apps/api/src/checks/document/decide-document.ts';
import { readPdf } from '../test/fixtures/read-pdf.ts';
import { jpeg, pdf } from '../test/fixtures/sample-files.ts';
import { createTestCustomer } from './fixtures/customer.ts';
import { expectState, pay } from './fixtures/pay.ts';
import { asStaff } from './fixtures/staff.ts';
import {
  errorStatus,
  expect,
  expectAccessible,
  expectFigures,
  expectLive,
  expectToast,
  signIn,
  test,
} from './fixtures/test.ts';

const script = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>';
const card = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title }) });

async function sendDocument(page: Page, name: string, buffer: Buffer): Promise<void> {
  const documents = card(page, 'Documents');
  await documents.getByLabel('File').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  await documents.getByRole('button', { name: 'Upload document' }).click();
}

const findReceivedDocument = (payment: string, name: string): Promise<string> =>
  asStaff('compliance', async ({ tx }) => {
    const found = await tx
      .selectFrom('document.document')
      .select('id')
      .where('paymentId', '=', payment)
      .where('name', '=', name)
      .where('state', '=', 'received')
      .executeTakeFirstOrThrow();
    return found.id;
  });

test('a large payment says who must act: its document is refused, sent again and accepted, and it is cancelled', async ({
  page,
}) => {
  const who = await createTestCustomer({ balance: '24000.00', payees: ['somchai'] });
  await signIn(page, who, '/payment/gbp');
  const address = await pay(page, { payee: 'Somchai Prasert', amount: '21000.00', reference: 'Boat' }, who.pin);
  const uid = address.split('/').at(-1) ?? '';
  await expectState(page, 'In review');
  for (const figure of ['Waiting for', 'Next step', 'Next update', 'Deadline'])
    await expect(page.getByRole('term').filter({ hasText: figure })).toBeVisible();
  const documents = card(page, 'Documents');
  const row = (name: string) => documents.getByRole('listitem').filter({ hasText: name });
  await expect(documents.getByText('We need a document from you')).toBeVisible();
  await expect(documents.getByLabel('Document type')).toHaveValue('source_of_funds');
  await documents.getByRole('button', { name: 'Upload document' }).click();
  await expect(documents.getByText('Choose a file')).toBeVisible();
  await expectAccessible(page);

  await sendDocument(page, 'form.pdf', pdf(script));
  await expect(row('form.pdf')).toContainText('Not accepted', { timeout: 20_000 });
  await expect(row('form.pdf')).toContainText('Print it to PDF');
  await documents.getByLabel('Note').fill('From the sale of my car');
  await sendDocument(page, '../sale.JPG', jpeg());
  await expect(row('sale.jpg')).toContainText('Received', { timeout: 20_000 });
  await expect(row('sale.jpg')).toContainText('From the sale of my car');
  await expect(documents.getByText('We need a document from you')).toHaveCount(0);
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await row('sale.jpg').getByRole('button', { name: 'Download sale.jpg' }).click();
  const saved = readFileSync(await (await download).path());
  expect(saved.subarray(0, 2).toString('hex')).toBe('ffd8');

  const reason = 'The date cannot be read. Send a sharper picture.';
  const first = await findReceivedDocument(uid, 'sale.jpg');
  await expectLive(page);
  await asStaff('compliance', (ctx) => refuseDocument(ctx, { uid: first, reason, idempotency: randomUUID() }));
  await expectToast(page, reason);
  await expect(row('sale.jpg')).toContainText(reason);
  await expect(documents.getByText('We need a document from you')).toBeVisible();
  await sendDocument(page, 'sale-2.jpg', jpeg());
  await expect(row('sale-2.jpg')).toContainText('Received', { timeout: 20_000 });
  const second = await findReceivedDocument(uid, 'sale-2.jpg');
  await asStaff('payment_operations', (ctx) => acceptDocument(ctx, { uid: second, idempotency: randomUUID() }));
  await expect(row('sale-2.jpg')).toContainText('Accepted', { timeout: 20_000 });

  await page.goto('/pending-payment-domestic');
  await expect(page.getByRole('listitem').filter({ hasText: 'Somchai Prasert' })).toContainText('We’ll decide');
  await page.getByRole('link', { name: 'Somchai Prasert' }).click();
  await page.getByRole('button', { name: 'Cancel payment' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel payment' }).click();
  await expect(page.getByText('Your money did not leave your account')).toBeVisible();
});

test('a question about a payment is answered, the payment is sent, and its cost is compensated', async ({
  page,
  house,
}) => {
  house.allowConsole(errorStatus(400));
  const who = await createTestCustomer({ balance: '24000.00', payees: ['somchai'] });
  await signIn(page, who, '/payment/gbp');
  const address = await pay(page, { payee: 'Somchai Prasert', amount: '21000.00', reference: 'Boat' }, who.pin);
  const uid = address.split('/').at(-1) ?? '';
  await asStaff('payment_operations', (ctx) =>
    requestInformation(ctx, {
      uid,
      reason: 'purpose_unclear',
      questions: [
        { kind: 'text', text: 'What is this payment for?' },
        { kind: 'choice', text: 'How do you know the payee?', options: ['Family', 'Business'] },
        { kind: 'confirm', text: 'Did anybody tell you to make this payment?' },
        { kind: 'file', text: 'Please send the contract of sale.', documentType: 'contract' },
      ],
      idempotency: randomUUID(),
    }),
  );
  const asked = card(page, 'Our questions').last();
  await expect(asked.getByText('We need an answer from you')).toBeVisible({ timeout: 20_000 });
  await asked.getByRole('button', { name: 'Send answers' }).click();
  await expect(asked.getByText('Answer this question').first()).toBeVisible();
  await expectAccessible(page);
  await asked.getByLabel('What is this payment for?').fill('The second part of a boat');
  await asked.getByLabel('How do you know the payee?').selectOption('Business');
  await asked.getByLabel('Did anybody tell you to make this payment?').selectOption('No');
  await asked.getByRole('button', { name: 'Send answers' }).click();
  await expect(asked.getByRole('alert')).toContainText('Upload the document under Documents first.');
  const documents = card(page, 'Documents');
  await documents.getByLabel('Document type').selectOption('Contract');
  await sendDocument(page, 'contract.pdf', pdf('(contract)'));
  await expect(documents.getByRole('listitem').filter({ hasText: 'contract.pdf' })).toContainText('Received', {
    timeout: 20_000,
  });
  await asked.getByRole('button', { name: 'Send answers' }).click();
  await expect(asked).toContainText('Answered on', { timeout: 20_000 });
  await expect(asked).toContainText('The second part of a boat');
  await expectAccessible(page);

  await asStaff('payment_operations', (ctx) =>
    releasePayment(ctx, { uid, reason: 'answers_in_order', idempotency: randomUUID() }),
  );
  await expectState(page, 'Arrived');
  const cost = {
    amount: '3.20',
    currency: 'GBP',
    reason: 'bank_charge',
    note: 'The seller’s bank charged them.',
  } as const;
  const proposed = await asStaff('payment_operations', (ctx) =>
    proposeCompensation(ctx, { payment: uid, ...cost, idempotency: randomUUID() }),
  );
  await asStaff('compliance', (ctx) => approveCompensation(ctx, { uid: proposed.uid, idempotency: randomUUID() }));
  await expect(page.getByText('We paid you 3.20 GBP for the delay')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'We paid you for the delay' })).toBeVisible();
  await expectAccessible(page);
});

test('an arrived payment has a receipt and is asked back; a rejected and a returned one give reason and money back', async ({
  page,
}) => {
  const who = await createTestCustomer({ balance: '60.00', payees: ['somchai'] });
  await signIn(page, who, '/payment/gbp');

  await test.step('rejected: the money never left', async () => {
    await pay(page, { payee: 'Somchai Prasert', amount: '31.00', reference: 'Trip SANDBOX 01' }, who.pin);
    await expectState(page, 'Rejected');
    await expect(page.getByText('Your money did not leave your account')).toBeVisible();
    await expect(page.getByRole('main')).toContainText('The payee’s bank has no account with these details.');
    await expectAccessible(page);
  });
  await test.step('returned: the money is back with the fee', async () => {
    await pay(page, { payee: 'Somchai Prasert', amount: '32.00', reference: 'Trip SANDBOX 92' }, who.pin);
    await expectState(page, 'Returned');
    await expect(page.getByText('The money is back in your account')).toBeVisible();
    await expect(page.getByRole('main')).toContainText('The payee’s account is closed.');
    await expectAccessible(page);
    await page.goto('/dashboard');
    await expectFigures(page, who.bankholderid, { balance: 6000, available: 6000 });
  });
  await test.step('arrived: a receipt, and a request for the money that promises nothing', async () => {
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
});
