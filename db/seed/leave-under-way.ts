import { randomUUID } from 'node:crypto';
import type { Purpose } from '@larkmere/contract/pin';
import { v7 } from 'uuid';
import { type Customer, isKycVerified, type Person } from '../../apps/api/src/customer/customer.ts';
import type { Tx } from '../../apps/api/src/kernel/db.ts';
import type { CustomerCtx } from '../../apps/api/src/kernel/verb.ts';
import { sendGbp } from '../../apps/api/src/payment/send-gbp.ts';
import { insertApproval } from '../../apps/api/src/pin/pin.sql.ts';
import { approvalSeconds, digestOf } from '../../apps/api/src/pin/pin.ts';
import { endSession, startSession } from '../../apps/api/src/session/session.sql.ts';
import { createStandingOrder } from '../../apps/api/src/standing-order/create-standing-order.ts';
import { daysAfter, londonDay } from './calendar.ts';
import { type Holder, must } from './holder.ts';

type Story = Readonly<{ tx: Tx; now: Date }>;
type Somebody = Readonly<{ customer: Customer; person: Person }>;
type Confirm = (purpose: Purpose) => Promise<string>;

/** The first payment is three weeks ahead, so that nothing falls due during a demo. */
export async function rentByItself(story: Story, holder: Holder): Promise<void> {
  const terms = {
    ...fromTo(holder, 'Northgate Lettings Ltd'),
    amount: '895.00',
    currency: 'GBP',
    reference: 'Flat 4 rent',
    frequency: 'monthly',
    startDate: daysAfter(londonDay(story.now), 21),
    end: { kind: 'never' },
    nonWorkingDay: 'next',
    warnDaysBefore: 2,
  } as const;
  await signedIn(story, holder, async (ctx, confirm) => {
    const idempotency = v7();
    const { amount, currency } = terms;
    const purpose = { operation: 'standing-order.set', uid: null, version: null, terms, amount, currency } as const;
    const approval = await confirm({ ...purpose, paymentIdempotency: idempotency });
    await createStandingOrder(ctx, { terms, approval, idempotency });
  });
}

export async function paymentToApprove(story: Story, holder: Holder, maker: Person): Promise<void> {
  await signedIn(story, { customer: holder.customer, person: maker }, async (ctx, confirm) => {
    const idempotency = v7();
    const order = {
      ...fromTo(holder, 'Mekong Trading Ltd'),
      amount: '2350.00',
      currency: 'GBP',
      fee: '0.50',
      reference: 'Timber 1188',
    } as const;
    const approval = await confirm({ operation: 'payment.gbp', ...order, paymentIdempotency: idempotency });
    await sendGbp(ctx, { ...order, approval, idempotency });
  });
}

function fromTo({ purses, payees, person }: Holder, name: string) {
  const payee = must(payees.get(name), `payee ${name} of ${person.username}`);
  const { bankholderId } = must(purses.get('GBP'), `pounds of ${person.username}`);
  return { sourceBankholderId: bankholderId, payeeUid: payee.id, payeeVersion: payee.version };
}

async function signedIn(
  { tx, now }: Story,
  { customer, person }: Somebody,
  work: (ctx: CustomerCtx, confirm: Confirm) => Promise<void>,
): Promise<void> {
  const from = { ip: '127.0.0.1', userAgent: 'seed' };
  const { id: sessionId } = await startSession(tx, { personId: person.id, browser: false, ...from });
  const actor = {
    kind: 'customer',
    personId: person.id,
    customerId: customer.id,
    sessionId,
    name: person.name,
    userType: customer.kind,
    role: person.role,
    access: new Set(person.access),
    kycVerified: isKycVerified(customer),
    accountStatus: customer.status,
    ip: from.ip,
  } as const;
  await work({ tx, now, actor, requestId: 'seed' }, async (purpose) => {
    const approval = randomUUID() + randomUUID();
    const given = { approval, personId: person.id, sessionId, purpose: digestOf(purpose, person.id) };
    await insertApproval(tx, given, approvalSeconds);
    return approval;
  });
  await endSession(tx, sessionId, 'logout');
}
