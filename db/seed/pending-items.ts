import { randomUUID } from 'node:crypto';
import type { Purpose } from '@larkmere/contract/purpose';
import { v7 } from 'uuid';
import type { Customer, User } from '../../apps/api/src/customers/customer/customer.ts';
import { insertAuthorisation } from '../../apps/api/src/identity/pin/pin.sql.ts';
import { authorisationSeconds, purposeDigest } from '../../apps/api/src/identity/pin/pin.ts';
import { endSession, startSession } from '../../apps/api/src/identity/session/session.sql.ts';
import { isKycVerified } from '../../apps/api/src/identity/session/session.view.ts';
import { sendGbp } from '../../apps/api/src/payments/domestic/send-domestic.ts';
import { createStandingOrder } from '../../apps/api/src/payments/standing-order/save-standing-order.ts';
import type { Tx } from '../../apps/api/src/platform/db/db.ts';
import type { CustomerCtx } from '../../apps/api/src/platform/requests/verb.ts';
import { type AccountHolder, requireValue } from './account-holder.ts';
import { daysAfter, londonDay } from './calendar.ts';

type SeedTime = Readonly<{ tx: Tx; now: Date }>;
type CustomerUser = Readonly<{ customer: Customer; person: User }>;
type Authorise = (purpose: Purpose) => Promise<string>;

/** The first payment is three weeks ahead, so that nothing falls due during a demo. */
export async function createRentOrder(story: SeedTime, holder: AccountHolder): Promise<void> {
  const terms = {
    ...paymentParties(holder, 'Northgate Lettings Ltd'),
    amount: '895.00',
    currency: 'GBP',
    reference: 'Flat 4 rent',
    frequency: 'monthly',
    startDate: daysAfter(londonDay(story.now), 21),
    end: { kind: 'never' },
    nonWorkingDay: 'next',
    warnDaysBefore: 2,
  } as const;
  await withSession(story, holder, async (ctx, confirm) => {
    const idempotency = v7();
    const { amount, currency } = terms;
    const purpose = { operation: 'standing-order.set', uid: null, version: null, terms, amount, currency } as const;
    const approval = await confirm({ ...purpose, paymentIdempotency: idempotency });
    await createStandingOrder(ctx, { terms, authorisation: approval, idempotency });
  });
}

export async function createPendingPayment(story: SeedTime, holder: AccountHolder, maker: User): Promise<void> {
  await withSession(story, { customer: holder.customer, person: maker }, async (ctx, confirm) => {
    const idempotency = v7();
    const order = {
      ...paymentParties(holder, 'Mekong Trading Ltd'),
      amount: '2350.00',
      currency: 'GBP',
      fee: '0.50',
      reference: 'Timber 1188',
    } as const;
    const approval = await confirm({ operation: 'payment.gbp', ...order, paymentIdempotency: idempotency });
    await sendGbp(ctx, { ...order, authorisation: approval, idempotency });
  });
}

function paymentParties({ moneyAccounts, payees, person }: AccountHolder, name: string) {
  const payee = requireValue(payees.get(name), `payee ${name} of ${person.username}`);
  const { bankholderId } = requireValue(moneyAccounts.get('GBP'), `pounds of ${person.username}`);
  return { sourceBankholderId: bankholderId, payeeUid: payee.id, payeeVersion: payee.version };
}

async function withSession(
  { tx, now }: SeedTime,
  { customer, person }: CustomerUser,
  work: (ctx: CustomerCtx, confirm: Authorise) => Promise<void>,
): Promise<void> {
  const from = { ip: '127.0.0.1', userAgent: 'seed' };
  const member = { userId: person.id, customerId: customer.id };
  const { id: sessionId } = await startSession(tx, { ...member, deviceId: null, browser: false, ...from });
  const actor = {
    kind: 'customer',
    visit: null,
    ...member,
    sessionId,
    deviceId: null,
    isDeviceTrusted: false,
    isFrozen: false,
    name: person.name,
    userType: customer.kind,
    role: person.role,
    access: new Set(person.access),
    kycVerified: isKycVerified(customer.kycStatus),
    isAgreementDue: false,
    isIdentityChecked: true,
    accounts: null,
    limits: null,
    accountStatus: customer.status,
    ip: from.ip,
  } as const;
  await work({ tx, now, actor, requestId: 'seed' }, async (purpose) => {
    const approval = randomUUID() + randomUUID();
    const given = { token: approval, userId: person.id, sessionId, purpose: purposeDigest(purpose, member) };
    await insertAuthorisation(tx, given, authorisationSeconds);
    return approval;
  });
  await endSession(tx, sessionId, 'logout');
}
