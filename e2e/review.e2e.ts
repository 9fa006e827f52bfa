import { randomUUID } from 'node:crypto';
import { approveCompensation } from '../apps/api/src/back-office/compensation/decide-compensation.ts';
import { proposeCompensation } from '../apps/api/src/back-office/compensation/propose-compensation.ts';
import { releasePayment } from '../apps/api/src/back-office/review/release-payment.ts';
import { requestInformation } from '../apps/api/src/back-office/review/request-information.ts';
import { pdf } from '../test/fixtures/sample-files.ts';
import { createTestCustomer } from './fixtures/customer.ts';
import { expectState, pay } from './fixtures/pay.ts';
import { asStaff } from './fixtures/staff.ts';
import { errorStatus, expect, expectAccessible, signIn, test } from './fixtures/test.ts';

test('a question is asked and answered, the payment is sent, and the cost is compensated', async ({ page, house }) => {
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
  const card = (title: string) => page.locator('section').filter({ has: page.getByRole('heading', { name: title }) });
  const asked = card('Our questions').last();
  await expect(asked.getByText('We need an answer from you')).toBeVisible({ timeout: 20_000 });
  await asked.getByRole('button', { name: 'Send answers' }).click();
  await expect(asked.getByText('Answer this question').first()).toBeVisible();
  await expectAccessible(page);
  await asked.getByLabel('What is this payment for?').fill('The second part of a boat');
  await asked.getByLabel('How do you know the payee?').selectOption('Business');
  await asked.getByLabel('Did anybody tell you to make this payment?').selectOption('No');
  await asked.getByRole('button', { name: 'Send answers' }).click();
  await expect(asked.getByRole('alert')).toContainText('Upload the document under Documents first.');

  const documents = card('Documents');
  await documents.getByLabel('Document type').selectOption('Contract');
  await documents
    .getByLabel('File')
    .setInputFiles({ name: 'contract.pdf', mimeType: 'application/pdf', buffer: pdf('(contract)') });
  await documents.getByRole('button', { name: 'Upload document' }).click();
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

test('staff answer the bank’s question about a payment, and it is sent', async ({ page }) => {
  const who = await createTestCustomer({ balance: '100.00', payees: ['somchai'] });
  await signIn(page, who, '/payment/gbp');
  const address = await pay(page, { payee: 'Somchai Prasert', amount: '25.00', reference: 'Rent SANDBOX 63' }, who.pin);
  await expectState(page, 'In review');
  const whereabouts = page.getByRole('main');
  await expect(whereabouts.getByText('The bank needs more details before it sends this payment.')).toBeVisible();
  await expect(whereabouts.getByText('The bank asked for more details before it would send this.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel payment' })).toBeVisible();
  await expectAccessible(page);
  const uid = address.split('/').at(-1) ?? '';
  await asStaff('payment_operations', (ctx) =>
    releasePayment(ctx, { uid, reason: 'known_pattern', answer: 'Rent of May', idempotency: randomUUID() }),
  );
  await expectState(page, 'Arrived');
});
