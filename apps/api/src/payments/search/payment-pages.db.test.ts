import { type Role, roles } from '@larkmere/contract/platform/access';
import { roleAccess } from '@larkmere/contract/platform/role-access';
import { post } from '@larkmere/ledger/transfer';
import { v7 } from 'uuid';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import {
  amountOf,
  asCustomer,
  asSystem,
  createDatabase,
  runJob,
  seedAccount,
  seedCustomer,
  seedPayee,
  seedUser,
  type TestUser,
} from '../../../../../test/fixtures/base.ts';
import { seedPaymentRow } from '../../../../../test/fixtures/payment.ts';
import {
  createOperationId,
  firmAccountId,
  recordNarrative,
} from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import type { BankAccount } from '../../accounts/bank-account/bank-account.ts';
import { showActivity, showStatement } from '../../accounts/statement/show-statement.ts';
import { listNotifications } from '../../notifications/notification/list-notifications.ts';
import { audit } from '../../platform/requests/audit.ts';
import { showDetail } from '../international/international.read.ts';
import { showPayment } from '../payment/show-payments.ts';
import { listAllPayments } from './all-payments.read.ts';
import { find } from './search.read.ts';
import { searchIndex } from './search.sql.ts';

const { db } = await createDatabase();
const kinds = ['domestic', 'internal', 'swift', 'global_cross'] as const;
type Kind = (typeof kinds)[number];

let owner: TestUser;
let account: BankAccount;
const payments = new Map<Kind, string>();
const people = new Map<Role, TestUser>();

/** A payment in every list: sent, with a line in the statement and words in the index. */
async function seedPayment(kind: Kind, payee: Awaited<ReturnType<typeof seedPayee>>): Promise<string> {
  const id = await seedPaymentRow(db, owner, account, payee, { kind });
  await asSystem(db, async (ctx) => {
    await audit(ctx, 'payment.created', `payment:${id}`);
    const line = createOperationId();
    const clearing = await firmAccountId(ctx.tx, 'clearing:faster-payments:GBP');
    const postings = [{ debit: account.ledgerAccountId, credit: clearing, amount: amountOf('GBP', '1.00') }];
    await post(ctx.tx, { id: line, code: 'payment.sent', postings });
    const narrative = { kind: 'payment', reference: 'REF2345', description: 'Rent', paymentId: id } as const;
    await recordNarrative(ctx.tx, line, narrative);
  });
  return id;
}

beforeAll(async () => {
  owner = await seedCustomer(db, { business: true });
  account = await seedAccount(db, owner, { balance: '500.00' });
  const payee = await seedPayee(db, owner);
  for (const kind of kinds) payments.set(kind, await seedPayment(kind, payee));
  for (const role of roles)
    people.set(role, {
      customer: owner.customer,
      user: await seedUser(db, owner.customer, { role, access: roleAccess[role] }),
    });
  const count = async () => {
    await runJob(db, searchIndex);
    return (await asCustomer(db, owner).run(find, { q: 'somchai', size: 10 })).payments.count;
  };
  await vi.waitFor(async () => expect(await count()).toBe(kinds.length), 20_000);
});

const personOf = (role: Role): TestUser => people.get(role) ?? owner;
const uidOf = (kind: Kind): string => payments.get(kind) ?? '';
const reachOf = (kind: Kind) => (kind === 'domestic' || kind === 'internal' ? 'domestic' : 'swift');

const payers = ['owner', 'admin', 'payer', 'maker', 'approver'] as const;
const readers = ['accountant', 'viewer'] as const;
const table = roles.flatMap((role) => kinds.map((kind) => [role, kind] as const));

/** Which call shows the payment: that of all payments, that of SWIFT payments, or none. */
function callFor(role: Role, kind: Kind): 'all' | 'swift' | null {
  if (payers.some((each) => each === role)) return 'all';
  return readers.some((each) => each === role) && reachOf(kind) === 'swift' ? 'swift' : null;
}

describe('the page of a payment', () => {
  it.each(table)('for the role %s of a payment of the kind %s', async (role, kind) => {
    const me = asCustomer(db, personOf(role));
    const call = callFor(role, kind);
    const id = uidOf(kind);
    const seen = call === null ? null : await me.run(call === 'all' ? showPayment : showDetail, { id });
    expect(seen?.uid).toBe(call === null ? undefined : id);
  });
});

describe('the doors to a payment', () => {
  const seesLines = (role: Role) => roleAccess[role].includes('statement');

  it.each(table)('tell the role %s the page of a payment of the kind %s', async (role, kind) => {
    const me = asCustomer(db, personOf(role));
    const uid = uidOf(kind);
    const known = { paymentUid: uid, paymentReach: reachOf(kind) };
    const found = (await me.run(find, { q: 'somchai', size: 10 })).payments.list;
    const isFound = seesLines(role) || callFor(role, kind) !== null;
    expect(found.filter(({ paymentUid }) => paymentUid === uid)).toMatchObject(isFound ? [known] : []);
    if (!seesLines(role)) return;
    const { list } = await me.run(showStatement, { bankholderid: account.bankholderId, size: 50 });
    expect(list.filter(({ paymentUid }) => paymentUid === uid)).toMatchObject([known]);
    const activity = await me.run(showActivity, { size: 50 });
    expect(activity.filter(({ paymentUid }) => paymentUid === uid)).toMatchObject([known]);
  });

  it.each(table)('list for the role %s a payment of the kind %s where it has a page', async (role, kind) => {
    const listed = asCustomer(db, personOf(role)).run(listAllPayments, { size: 50 });
    const uids = await listed.then(
      ({ list }) => list.map(({ uid }) => uid),
      (): string[] => [],
    );
    expect(uids.includes(uidOf(kind))).toBe(callFor(role, kind) !== null);
  });

  it.each(table)('lead the role %s from a notification of a payment of the kind %s to its page', async (role, kind) => {
    const { customer, user } = personOf(role);
    const stored = `/pending-payment-domestic/detail/${uidOf(kind)}`;
    const row = { id: v7(), userId: user.id, customerId: customer.id, type: kind, title: kind, message: kind };
    await db
      .insertInto('notification.notification')
      .values({ ...row, severity: 'info', link: stored })
      .execute();
    const { list } = await asCustomer(db, personOf(role)).run(listNotifications, { filter: 'all', size: 50 });
    const link = callFor(role, kind) === 'swift' ? `/pending-swift-payment?payment=${uidOf(kind)}` : stored;
    expect(list.find(({ title }) => title === kind)?.link).toBe(link);
  });
});
