import { expect, it } from 'vitest';
import { approveAs, seedApprovalRule, seedColleague } from '../../../../../test/fixtures/approval.ts';
import { createDatabase, seedAccount, seedCustomer } from '../../../../../test/fixtures/base.ts';
import { releaseFileAs, seedBulkFile } from '../../../../../test/fixtures/bulk-payment.ts';
import { payees, seedPayeeOf } from '../../../../../test/fixtures/payment.ts';
import { openLog } from '../../platform/observability/log.ts';
import { runBulkPayments } from './run-bulk-payments.ts';

const { db } = await createDatabase();
const columns = 'name,currency,iban,amount,reference';
const line = `Klaus Berg,EUR,${payees.klaus.details.iban},125.00,Invoice`;

async function createPartnerAccount() {
  const who = await seedCustomer(db, { business: true });
  const euros = await seedAccount(db, who, {
    currency: 'EUR',
    iban: 'GB17LARK04062141728856',
    balance: '9450.00',
    vendorType: 'ifx',
  });
  await seedPayeeOf(db, who, payees.klaus);
  return { who, euros };
}

const routesOf = (customerId: string) =>
  db
    .selectFrom('payment.payment')
    .select(['state', 'route', 'currency', 'amountMinor', 'feeMinor'])
    .where('customerId', '=', customerId)
    .execute();

it('pays EUR from a partner account by the partner route', async () => {
  const { who, euros } = await createPartnerAccount();
  const file = await seedBulkFile(db, who, [line], { columns });
  expect(file.totals).toMatchObject([
    { currency: 'EUR', accounts: [{ sourceBankholderId: euros.bankholderId, available: '9450.00' }] },
  ]);
  await releaseFileAs(db, who, file);
  await runBulkPayments(db, openLog('silent'));
  expect(await routesOf(who.customer.id)).toMatchObject([
    { state: 'ready', route: 'ifx', currency: 'EUR', amountMinor: 12_500n, feeMinor: 40n },
  ]);
});

it('uses the same route after approval', async () => {
  const { who } = await createPartnerAccount();
  const colleague = await seedColleague(db, who, 'approver');
  await seedApprovalRule(db, who, { minAmount: '1.00', currency: 'EUR' });
  const { approvalRequests } = await releaseFileAs(db, who, await seedBulkFile(db, who, [line], { columns }));
  await approveAs(db, colleague, approvalRequests[0]?.uid ?? '');
  await runBulkPayments(db, openLog('silent'));
  expect(await routesOf(who.customer.id)).toMatchObject([{ state: 'ready', route: 'ifx' }]);
});

it('applies the fee and service of the partner route', async () => {
  const { who } = await createPartnerAccount();
  const file = await seedBulkFile(db, who, [line], { columns });
  const setOn = (key: string, isOn: boolean) =>
    db.updateTable('payment.service_availability').set({ isOn }).where('key', '=', key).execute();
  await setOn('payment.ifx.eur', false);
  await expect(releaseFileAs(db, who, file)).rejects.toMatchObject({ code: 'service_off' });
  await setOn('payment.ifx.eur', true);
  await setOn('payment.eur', false);
  await releaseFileAs(db, who, file);
  await runBulkPayments(db, openLog('silent'));
  await setOn('payment.eur', true);
  expect(await routesOf(who.customer.id)).toMatchObject([{ state: 'ready', route: 'ifx' }]);
});

it('offers no account without a route for its currency', async () => {
  const { who } = await createPartnerAccount();
  await seedAccount(db, who, { currency: 'THB', balance: '900.00', vendorType: 'ifx' });
  const baht = 'Malee Srisai,THB,,014,4123456789,90.00,Gift,GIFT,family,salary';
  const file = await seedBulkFile(db, who, [baht], {
    columns: 'name,currency,iban,bank code,account number,amount,reference,purpose,relationship,source of funds',
  });
  expect(file.totals.flatMap(({ accounts }) => accounts)).toEqual([]);
});
