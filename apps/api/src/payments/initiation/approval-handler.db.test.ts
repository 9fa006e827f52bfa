import type { PaymentView } from '@larkmere/contract/payments/payment';
import fc from 'fast-check';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  approveAs,
  endRuleAs,
  expectRefusalAfterSignIn,
  expireRequest,
  recallAs,
  rejectAs,
  seedApprovalRule,
  seedColleague,
  signedIn,
} from '../../../../../test/fixtures/approval.ts';
import {
  asCustomer,
  asSystem,
  createDatabase,
  seedAccount,
  seedCredit,
  seedCustomer,
  seedPayee,
  type TestUser,
  ukDetails,
} from '../../../../../test/fixtures/base.ts';
import { dayAhead } from '../../../../../test/fixtures/days.ts';
import {
  balancesOf,
  fasterPaymentsRoute,
  inSession,
  insertFeeWaiver,
  seedPaymentAuthorisation,
  seedSession,
  toPaymentOrder,
} from '../../../../../test/fixtures/payment.ts';
import { pdf } from '../../../../../test/fixtures/sample-files.ts';
import { findCrossCheckViolations } from '../../../../../tools/cross-checks/cross-checks.ts';
import type { BankAccount } from '../../accounts/bank-account/bank-account.ts';
import { approvalHandlers } from '../../approvable-types.ts';
import type { ApprovalRequestedEvent } from '../../approvals/approval/approval.ts';
import { approveRequest, expireRequests } from '../../approvals/approval/decide-request.ts';
import { getRequest, listInbox } from '../../approvals/approval/list-requests.ts';
import { addUnattachedDocument } from '../../checks/document/add-document.ts';
import { listDocuments } from '../../checks/document/document.read.ts';
import { importSanctionsList } from '../../checks/screening/screening.ts';
import type { Payee } from '../../payees/payee/payee.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { type DomesticOrder, sendGbp } from '../domestic/send-domestic.ts';
import { applyStatusReport } from '../execution/apply-status-report.ts';
import { cancelPayment } from '../payment/cancel-payment.ts';
import { enterState } from '../payment/payment.sql.ts';
import { listPendingDomestic, repeatPayment, showPayment } from '../payment/show-payments.ts';
import { paymentApproval } from './approval-handler.ts';
import { initiatePayment } from './initiate-payment.ts';
import type { UnattendedOrder } from './payment-order.ts';

const { db, url } = await createDatabase();
let owner: TestUser;
let maker: TestUser;
let first: TestUser;
let second: TestUser;
let account: BankAccount;
let payee: Payee;

beforeEach(async () => {
  owner = await seedCustomer(db, { business: true });
  maker = await seedColleague(db, owner, 'maker');
  first = await seedColleague(db, owner, 'approver');
  second = await seedColleague(db, owner, 'approver');
  account = await seedAccount(db, owner, { balance: '100.00' });
  payee = await seedPayee(db, owner);
});

async function pay(who: TestUser, over: Partial<DomesticOrder> = {}) {
  const session = await seedSession(db, who);
  const wanted = toPaymentOrder(account, payee, { confirmDuplicate: true, ...over } as never);
  const order = await seedPaymentAuthorisation(db, who, wanted, session);
  return inTransaction(db, (tx, now) => sendGbp({ tx, now, actor: inSession(who, session), requestId: 'test' }, order));
}
const approvalRequest = async (who: TestUser, over: Partial<DomesticOrder> = {}) => {
  const payment = await pay(who, over);
  return { payment, uid: payment.approvalRequest?.uid ?? '' };
};
const stateOf = async (id: string) => (await asCustomer(db, owner).run(showPayment, { id })).state;
const money = () => balancesOf(db, account);
describe('payment under an approval rule', () => {
  beforeEach(() =>
    seedApprovalRule(db, owner, { minAmount: '20.00', approvers: 2, appliesTo: { to: 'role', role: 'maker' } }),
  );

  it('waits with its money held, and has a complete pending status', async () => {
    const { payment } = await approvalRequest(maker);
    expect(payment).toMatchObject({
      state: 'awaiting_approval',
      owner: 'team',
      reason: 'Your money is reserved. Someone else in your team needs to approve this payment.',
      nextStep: 'Your team approves it or sends it back.',
      approvalRequest: { state: 'open', approvedCount: 0, requiredCount: 2 },
      canCancel: false,
    });
    expect(payment.nextUpdateAt).toBe(payment.approvalRequest?.expiresAt);
    expect(payment.deadlineAt).toBe(payment.approvalRequest?.expiresAt);
    expect(await money()).toEqual(['100.00', '74.50']);
  });

  it('is released by the last approval only; nobody counts twice', async () => {
    const { payment, uid } = await approvalRequest(maker);
    const mayApprove = async (someone: TestUser) => {
      const [row] = (await asCustomer(db, someone).run(listPendingDomestic, { filterType: 'wait' })).list;
      return [row?.canApprove, (await asCustomer(db, someone).run(showPayment, { id: payment.uid })).canApprove];
    };
    expect([payment.canApprove, ...(await mayApprove(maker)), ...(await mayApprove(first))]).toEqual([
      false,
      false,
      false,
      true,
      true,
    ]);
    expect(await approveAs(db, first, uid)).toMatchObject({
      state: 'open',
      approvedCount: 1,
      blockedReason: 'decided',
    });
    expect(await mayApprove(first)).toEqual([false, false]);
    expect(await stateOf(payment.uid)).toBe('awaiting_approval');
    await expectRefusalAfterSignIn(db, 'approver_conflict', () => approveAs(db, first, uid));
    expect(await approveAs(db, second, uid)).toMatchObject({ state: 'approved', approvedCount: 2 });
    const shown = await asCustomer(db, maker).run(showPayment, { id: payment.uid });
    expect(shown).toMatchObject({ state: 'ready', approvalRequest: { state: 'approved', approvedCount: 2 } });
    expect(shown.timeline.map(({ step }) => step)).toContain('approved');
    const steps = await db
      .selectFrom('payment.transition')
      .select('state')
      .where('paymentId', '=', payment.uid)
      .orderBy('seq')
      .execute();
    expect(steps.map(({ state }) => state)).toEqual(['awaiting_approval', 'awaiting_sca', 'screening', 'ready']);
    expect(await money()).toEqual(['100.00', '74.50']);
  });

  it('requires a PIN for exactly this request, digest and amount', async () => {
    const [{ uid }, { uid: other }] = [await approvalRequest(maker), await approvalRequest(maker, { amount: '30.00' })];
    const { ctx, confirm } = await signedIn(db, first);
    const { digest } = await asCustomer(db, first).run(getRequest, { uid });
    const idempotency = v7();
    const right = { uid, digest, amount: '25.00', currency: 'GBP', paymentIdempotency: idempotency } as const;
    for (const wrong of [
      { uid: other },
      { digest: 'f'.repeat(64) },
      { amount: '25.01' },
      { paymentIdempotency: v7() },
    ]) {
      const approval = await confirm({ operation: 'approval.approve', ...right, ...wrong });
      const attempt = ctx((c) =>
        approveRequest(approvalHandlers)(c, { uid, digest, authorisation: approval, idempotency }),
      );
      await expect(attempt).rejects.toMatchObject({ code: 'authorisation_invalid' });
    }
    const approval = await confirm({ operation: 'approval.approve', ...right });
    const stale = ctx((c) =>
      approveRequest(approvalHandlers)(c, { uid, digest: 'f'.repeat(64), authorisation: approval, idempotency }),
    );
    await expect(stale).rejects.toMatchObject({ code: 'authorisation_invalid' });
    expect(
      await ctx((c) => approveRequest(approvalHandlers)(c, { uid, digest, authorisation: approval, idempotency })),
    ).toMatchObject({
      approvedCount: 1,
    });
  });

  it('becomes a draft with a note and without a hold when sent back, and can be discarded', async () => {
    const { payment, uid } = await approvalRequest(maker);
    expect(await rejectAs(db, first, uid, 'Paid last week')).toMatchObject({ state: 'rejected', approvedCount: 0 });
    const draft = await asCustomer(db, maker).run(showPayment, { id: payment.uid });
    expect(draft).toMatchObject({ state: 'draft', owner: 'you', canCancel: true });
    expect(draft.reason).toBe(`${first.user.name} sent it back: Paid last week`);
    expect(await money()).toEqual(['100.00', '100.00']);
    await expectRefusalAfterSignIn(db, 'invalid_transition', () => approveAs(db, second, uid));
    const idempotency = v7();
    expect(await asCustomer(db, maker).run(cancelPayment, { id: payment.uid, idempotency })).toMatchObject({
      state: 'cancelled',
    });
    expect(await money()).toEqual(['100.00', '100.00']);
  });

  const stepsOf = async (id: string) => {
    const steps = db.selectFrom('payment.transition').select('state').where('paymentId', '=', id).orderBy('seq');
    return (await steps.execute()).map(({ state }) => state);
  };

  it('resubmitted is the same payment with a new approval and a new hold', async () => {
    const { payment, uid } = await approvalRequest(maker);
    expect(await asCustomer(db, maker).run(repeatPayment, { id: payment.uid })).toMatchObject({ draft: null });
    await rejectAs(db, first, uid, 'It was 30');
    const again = await approvalRequest(maker, { draftUid: payment.uid, amount: '30.00' });
    expect(again.payment).toMatchObject({
      uid: payment.uid,
      reference: payment.reference,
      state: 'awaiting_approval',
      amount: { amount: '30.00' },
      approvalRequest: { state: 'open', approvedCount: 0 },
    });
    expect(again.uid).not.toBe(uid);
    expect(await money()).toEqual(['100.00', '69.50']);
    await approveAs(db, first, again.uid);
    await approveAs(db, second, again.uid);
    const waited = ['awaiting_approval', 'draft', 'awaiting_approval', 'awaiting_sca', 'screening', 'ready'];
    expect(await stepsOf(payment.uid)).toEqual(waited);
    expect(await findCrossCheckViolations(db)).toEqual([]);
    await asSystem(db, async (ctx) => {
      await enterState(ctx.tx, payment.uid, { state: 'submitted' });
      await applyStatusReport(ctx, { id: payment.uid, attempt: 1 }, { status: 'settled', document: '<xml/>' });
    });
    expect(await money()).toEqual(['69.50', '69.50']);
    expect(await findCrossCheckViolations(db)).toEqual([]);
  });

  it('sent back returns all details that its maker entered', async () => {
    const said = { note: 'For the roof', purposeCode: 'SUPP', sourceOfFunds: 'business', relationship: 'supplier' };
    const executionDate = dayAhead(3);
    const { payment, uid } = await approvalRequest(maker, { ...said, executionDate, endToEndId: 'INV/7' } as never);
    await rejectAs(db, first, uid, 'It was 30');
    const filled = await asCustomer(db, maker).run(repeatPayment, { id: payment.uid });
    expect(filled).toMatchObject({
      amount: '25.00',
      reference: payment.payeeReference,
      chargeBearer: null,
      regulatoryInformation: said,
      draft: { uid: payment.uid, executionDate: payment.executionDate, endToEndId: 'INV/7' },
    });
  });

  it('resubmitted retains its documents and accepts more, none twice and ten at most', async () => {
    const ahead = (name: string) => {
      const file = new File([new Uint8Array(pdf(name))], `${name}.pdf`);
      return asCustomer(db, maker).run(addUnattachedDocument, { type: 'invoice', file, idempotency: v7() });
    };
    const { payment, uid } = await approvalRequest(maker, { documents: [(await ahead('first')).uid] });
    await rejectAs(db, first, uid, 'The invoice says 30');
    const draftUid = payment.uid;
    const refused = (message: string) => ({ code: 'file_rejected', message });
    const again = await ahead('first');
    await expect(pay(maker, { draftUid, documents: [again.uid] })).rejects.toMatchObject(
      refused('Nothing was sent. This payment already has “first.pdf”. Leave it out.'),
    );
    const others = [];
    for (let i = 2; i <= 10; i += 1) others.push((await ahead(`page ${i}`)).uid);
    const more = { draftUid, documents: [...others, again.uid] };
    await db
      .updateTable('document.document')
      .set({ sha256: Buffer.alloc(32) })
      .where('id', '=', again.uid)
      .execute();
    await expect(pay(maker, more)).rejects.toMatchObject(
      refused('Nothing was sent. A payment can have up to 10 documents, and this one already has 1.'),
    );
    await pay(maker, { draftUid, documents: others });
    const { list } = await asCustomer(db, maker).inside((ctx) => listDocuments(ctx, { id: draftUid }));
    expect(list).toHaveLength(10);
  });

  it('resubmitted without a rule is sent at once or on its day', async () => {
    const day = dayAhead(3);
    for (const [over, state, steps] of [
      [{ amount: '5.00' }, 'ready', ['awaiting_sca', 'screening', 'ready']],
      [{ amount: '5.00', executionDate: day }, 'scheduled', ['awaiting_sca', 'scheduled']],
    ] as const) {
      const { payment, uid } = await approvalRequest(maker);
      await recallAs(db, maker, uid);
      await removeRules(owner);
      expect(await pay(owner, { draftUid: payment.uid, ...over })).toMatchObject({ uid: payment.uid, state });
      expect(await stepsOf(payment.uid)).toEqual(['awaiting_approval', 'draft', ...steps]);
      await asCustomer(db, owner).run(cancelPayment, { id: payment.uid, idempotency: v7() });
      expect(await money()).toEqual(['100.00', '100.00']);
    }
  });

  it('can be resubmitted once, by its own customer, with a PIN for that draft', async () => {
    const [{ payment, uid }, other] = [await approvalRequest(maker), await approvalRequest(maker, { amount: '21.00' })];
    await expect(pay(maker, { draftUid: payment.uid })).rejects.toMatchObject({ code: 'invalid_transition' });
    await recallAs(db, maker, uid);
    await recallAs(db, maker, other.uid);
    await expect(pay(maker, { draftUid: v7() })).rejects.toMatchObject({ code: 'not_found' });
    const stranger = await seedCustomer(db, { business: true });
    const theirs = await seedAccount(db, stranger, { balance: '100.00' });
    const [, theirPayee] = [theirs, await seedPayee(db, stranger)];
    const session = await seedSession(db, stranger);
    const order = toPaymentOrder(theirs, theirPayee, { draftUid: payment.uid, confirmDuplicate: true });
    const approved = await seedPaymentAuthorisation(db, stranger, order, session);
    const foreign = inTransaction(db, (tx, now) =>
      sendGbp({ tx, now, actor: inSession(stranger, session), requestId: 'test' }, approved),
    );
    await expect(foreign).rejects.toMatchObject({ code: 'not_found' });
    const mine = await seedSession(db, maker);
    const wanted = toPaymentOrder(account, payee, { draftUid: payment.uid, confirmDuplicate: true });
    const forThis = await seedPaymentAuthorisation(db, maker, wanted, mine);
    const swapped = inTransaction(db, (tx, now) =>
      sendGbp(
        { tx, now, actor: inSession(maker, mine), requestId: 'test' },
        {
          ...forThis,
          draftUid: other.payment.uid,
        },
      ),
    );
    await expect(swapped).rejects.toMatchObject({ code: 'authorisation_invalid' });
    const outcomes = await Promise.allSettled([1, 2].map(() => pay(maker, { draftUid: payment.uid })));
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await money()).toEqual(['100.00', '74.50']);
  });

  it('can be withdrawn by its maker only, and created again without a duplicate warning', async () => {
    const { payment, uid } = await approvalRequest(maker);
    await expectRefusalAfterSignIn(db, 'access_denied', () => recallAs(db, first, uid));
    await recallAs(db, maker, uid, 'Wrong amount');
    expect([await stateOf(payment.uid), await money()]).toEqual(['draft', ['100.00', '100.00']]);
    expect((await pay(maker, { confirmDuplicate: undefined })).state).toBe('awaiting_approval');
  });

  it('counts towards the daily limit once, from its request on', async () => {
    await seedCredit(db, account, '60000.00');
    const asked = [];
    for (let n = 0; n < 2; n += 1) asked.push(await approvalRequest(maker, { amount: '25000.00' }));
    await expect(pay(maker, { amount: '0.01' })).rejects.toMatchObject({ code: 'limit_exceeded' });
    for (const { uid } of asked) {
      await approveAs(db, first, uid);
      expect(await approveAs(db, second, uid)).toMatchObject({ state: 'approved' });
    }
    await expect(pay(maker, { amount: '0.01' })).rejects.toMatchObject({ code: 'limit_exceeded' });
  });

  it('returns a fee waiver with the money', async () => {
    await inTransaction(db, (tx) => insertFeeWaiver(tx, { id: v7(), customerId: owner.customer.id, source: 'signup' }));
    const { uid } = await approvalRequest(maker, { fee: '0.00' });
    await recallAs(db, maker, uid);
    const { uid: again } = await approvalRequest(maker, { fee: '0.00' });
    await approveAs(db, first, again);
    expect(await approveAs(db, second, again)).toMatchObject({ state: 'approved' });
  });

  it('expires with others in one transaction; a failing one delays nobody', async () => {
    const made = [];
    for (let i = 0; i < 5; i += 1) made.push(await approvalRequest(maker, { amount: `1${i}.00` }));
    for (const { uid } of made) await expireRequest(url, uid);
    const [broken] = made as [(typeof made)[number]];
    const reject = () => Promise.reject(new Error('a fault of ours'));
    const lock: typeof paymentApproval.lock = async (ctx, id) => {
      const item = await paymentApproval.lock(ctx, id);
      return item && (id === broken.payment.uid ? { ...item, reject } : item);
    };
    const failing = { ...approvalHandlers, payment: { ...paymentApproval, lock } };
    await expect(expireRequests(db, failing)).rejects.toThrow('a fault of ours');
    const states = await Promise.all(made.map(({ payment }) => stateOf(payment.uid)));
    expect(states).toEqual(['awaiting_approval', 'expired', 'expired', 'expired', 'expired']);
    const again = await Promise.all(Array.from({ length: 4 }, () => approvalRequest(maker, { amount: '5.00' })));
    for (const { uid } of again) await expireRequest(url, uid);
    expect(await expireRequests(db, approvalHandlers)).toBe(5);
    const uids = [broken, ...again].map(({ uid }) => uid);
    const ended = await db
      .selectFrom('approval.request')
      .select('closedAt')
      .where('id', 'in', uids)
      .distinct()
      .execute();
    expect(ended).toHaveLength(1);
    expect(await money()).toEqual(['100.00', '100.00']);
  });

  it('is sent back with the reason when payee or fee changed', async () => {
    const { payment, uid } = await approvalRequest(maker);
    await approveAs(db, first, uid);
    await db.updateTable('payee.payee').set({ version: 2 }).where('id', '=', payee.id).execute();
    const sentBack = await approveAs(db, second, uid);
    expect(sentBack.note).toBe(
      'Nothing was sent. The payee’s details changed after this payment was created. Check them and send it again.',
    );
    expect([sentBack.state, await stateOf(payment.uid)]).toEqual(['void', 'draft']);
  });

  it('goes to review after the last approval when its payee is on a sanctions list', async () => {
    const listed = [{ entryId: 'DEMO1', name: 'Balthazar Figmentov', regime: 'Made up' }];
    await asSystem(db, (ctx) => importSanctionsList(ctx, 'test.csv', listed));
    const { id, version } = await seedPayee(db, owner, { ...ukDetails.mekong, name: 'Balthazar Figmentov' });
    const { payment, uid } = await approvalRequest(maker, { payeeUid: id, payeeVersion: version });
    await approveAs(db, first, uid);
    await approveAs(db, second, uid);
    const held = await asCustomer(db, maker).run(showPayment, { id: payment.uid });
    expect(held).toMatchObject({ state: 'in_review', reasonCode: 'extra_checks', owner: 'us' });
    const hits = await db.selectFrom('screening.hit').select('subject').where('paymentId', '=', payment.uid).execute();
    expect(hits).toEqual([{ subject: 'payee' }]);
    expect(await money()).toEqual(['100.00', '74.50']);
  });

  it('follows the rule in force at creation', async () => {
    const { uid } = await approvalRequest(maker);
    const rule = await seedApprovalRule(db, owner, { minAmount: '5000.00' });
    await endRuleAs(db, owner, rule);
    await removeRules(owner);
    expect(await approveAs(db, first, uid)).toMatchObject({ state: 'open', approvedCount: 1, requiredCount: 2 });
  });

  it('scheduled for later holds no money, and then waits for its day', async () => {
    const day = dayAhead(3);
    const { payment, uid } = await approvalRequest(maker, { executionDate: day });
    expect(payment).toMatchObject({ state: 'awaiting_approval' });
    expect(await money()).toEqual(['100.00', '100.00']);
    await approveAs(db, first, uid);
    await approveAs(db, second, uid);
    expect(await stateOf(payment.uid)).toBe('scheduled');
    const again = await approvalRequest(maker, { executionDate: day });
    await rejectAs(db, first, again.uid);
    expect([await stateOf(again.payment.uid), await money()]).toEqual(['draft', ['100.00', '100.00']]);
  });

  it('notifies two approvers and not the maker, once in each inbox', async () => {
    const { uid } = await approvalRequest(maker);
    for (const each of [first, second, owner]) {
      const { list } = await asCustomer(db, each).run(listInbox, { box: 'waiting' });
      expect(list.map((request) => request.uid)).toEqual([uid]);
    }
    expect((await asCustomer(db, maker).run(listInbox, { box: 'waiting' })).list).toEqual([]);
    const [event] = await db
      .selectFrom('platform.event')
      .select('payload')
      .where('topic', '=', 'approval.requested')
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    expect(event?.payload).toMatchObject({ requestId: uid, people: expect.not.arrayContaining([maker.user.id]) });
  });
});

const removeRules = (who: TestUser) =>
  db
    .updateTable('approval.rule')
    .set({ retiredAt: new Date(), retiredBy: who.user.id })
    .where('retiredAt', 'is', null)
    .where('customerId', '=', who.customer.id)
    .execute();

describe('coverage of an approval rule', () => {
  it('depends on amount, user and role', async () => {
    await seedApprovalRule(db, owner, { minAmount: '20.00', appliesTo: { to: 'person', uid: owner.user.id } });
    expect((await pay(owner, { amount: '19.99' })).state).toBe('ready');
    expect((await pay(owner, { amount: '20.00' })).state).toBe('awaiting_approval');
  });

  it('includes every payment of a maker, and an approver creates none', async () => {
    expect((await pay(maker, { amount: '1.00' })).state).toBe('awaiting_approval');
    await expect(pay(first)).rejects.toMatchObject({ code: 'access_denied' });
  });

  it('includes payments that cannot be valued', async () => {
    await seedApprovalRule(db, owner, { minAmount: '999999.00', currency: 'EUR' });
    expect((await pay(owner, { amount: '1.00' })).state).toBe('awaiting_approval');
  });

  it('requires all rules to be met: two of anybody, and one owner', async () => {
    await seedApprovalRule(db, owner, { approvers: 2, appliesTo: { to: 'role', role: 'maker' } });
    await seedApprovalRule(db, owner, { approverRoles: ['owner'], appliesTo: { to: 'role', role: 'maker' } });
    const { uid } = await approvalRequest(maker);
    await approveAs(db, first, uid);
    expect(await approveAs(db, second, uid)).toMatchObject({ state: 'open', approvedCount: 2 });
    expect(await approveAs(db, owner, uid)).toMatchObject({ state: 'approved' });
  });

  it('uses the strictest number and the shortest time', async () => {
    const days = ({ createdAt, approvalRequest }: PaymentView) =>
      (Date.parse(approvalRequest?.expiresAt ?? '') - Date.parse(createdAt)) / 86_400_000;
    const { payment: alone } = await approvalRequest(maker, { amount: '5.00' });
    expect([alone.approvalRequest?.requiredCount, days(alone)]).toEqual([1, 7]);
    const ofMakers = { appliesTo: { to: 'role', role: 'maker' } } as const;
    await seedApprovalRule(db, owner, { ...ofMakers, approvers: 2, expiresDays: 5 });
    await seedApprovalRule(db, owner, { ...ofMakers, approvers: 1, expiresDays: 3 });
    const { payment: ruled } = await approvalRequest(maker);
    expect([ruled.approvalRequest?.requiredCount, days(ruled)]).toEqual([2, 3]);
  });

  it('notifies only users whose approval counts', async () => {
    await seedApprovalRule(db, owner, { approverRoles: ['owner'], appliesTo: { to: 'role', role: 'maker' } });
    const { uid } = await approvalRequest(maker);
    const rows = await db
      .selectFrom('platform.event')
      .select('payload')
      .where('topic', '=', 'approval.requested')
      .execute();
    const needed = rows
      .map(({ payload }) => payload as never as ApprovalRequestedEvent)
      .filter(({ requestId }) => requestId === uid);
    expect(needed.map(({ people }) => people)).toEqual([[owner.user.id]]);
    expect((await asCustomer(db, first).run(listInbox, { box: 'waiting' })).list).toEqual([]);
    await expectRefusalAfterSignIn(db, 'access_denied', () => approveAs(db, first, uid));
  });

  it('refuses a payment that nobody can approve', async () => {
    await seedApprovalRule(db, owner);
    await db
      .updateTable('customer.membership')
      .set({ state: 'suspended', reason: 'Left' })
      .where('userId', 'in', [first.user.id, second.user.id])
      .execute();
    await expect(pay(owner)).rejects.toMatchObject({ code: 'approval_required' });
    expect(await money()).toEqual(['100.00', '100.00']);
  });

  it('covers unattended payments', async () => {
    await seedApprovalRule(db, owner);
    const terms = {
      kind: 'domestic',
      route: 'direct',
      ...fasterPaymentsRoute,
      sourceBankholderId: account.bankholderId,
      payeeUid: payee.id,
      payeeVersion: payee.version,
      amount: { currency: 'GBP', minor: 2500n },
      reference: 'Round it',
      isPreApproved: false,
    } as const;
    const regulatoryInformation = {};
    const orders: readonly UnattendedOrder[] = [
      { source: 'standing_order', occurrenceId: v7(), ...terms, exchange: undefined, regulatoryInformation },
      {
        source: 'bulk_row',
        rowId: v7(),
        ...terms,
        maxFee: { currency: 'GBP', minor: 50n },
        scheme: undefined,
        regulatoryInformation,
      },
      { source: 'order_fill', conversionId: v7(), ...terms },
    ];
    for (const order of orders) {
      const attempt = asSystem(db, (ctx) => initiatePayment(ctx, inSession(owner, v7()), order));
      await expect(attempt).rejects.toMatchObject({ code: 'approval_required' });
    }
  });
});

it('held money always equals pending payments', async () => {
  await seedApprovalRule(db, owner, { minAmount: '0.01', approvers: 1 });
  const step = fc.tuple(
    fc.constantFrom('make', 'make', 'make', 'approve', 'reject', 'recall', 'expire', 'cancel', 'redo'),
    fc.nat(3),
    fc.integer({ min: 100, max: 900 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (steps) => {
      const made: { payment: string; uid: string }[] = [];
      for (const [what, which, pence] of steps) {
        const one = made[which % Math.max(made.length, 1)];
        if (what === 'make') {
          const amount = `${Math.floor(pence / 100)}.${String(pence % 100).padStart(2, '0')}`;
          const { payment, uid } = await approvalRequest(maker, { amount }).catch(() => ({
            payment: undefined,
            uid: '',
          }));
          if (payment) made.push({ payment: payment.uid, uid });
        } else if (one) await act(what, one).catch(() => {});
        await expectConserved();
      }
    }),
    { numRuns: 15, seed: 47 },
  );
  const ends = await db
    .selectFrom('payment.payment')
    .select('state')
    .distinct()
    .where('accountId', '=', account.id)
    .execute();
  expect(ends.map(({ state }) => state).toSorted()).toEqual([
    'awaiting_approval',
    'cancelled',
    'draft',
    'expired',
    'ready',
  ]);
});

async function act(what: string, one: { payment: string; uid: string }): Promise<unknown> {
  const { payment, uid } = one;
  if (what === 'redo') {
    one.uid = (await approvalRequest(maker, { draftUid: payment, amount: '3.00' })).uid;
    return one;
  }
  if (what === 'approve') return approveAs(db, first, uid);
  if (what === 'reject') return rejectAs(db, second, uid);
  if (what === 'recall') return recallAs(db, maker, uid);
  if (what === 'cancel') return asCustomer(db, maker).run(cancelPayment, { id: payment, idempotency: v7() });
  await expireRequest(url, uid);
  return expireRequests(db, approvalHandlers);
}

async function expectConserved(): Promise<void> {
  const payments = await db
    .selectFrom('payment.payment')
    .select(['state', 'amountMinor', 'feeMinor'])
    .where('accountId', '=', account.id)
    .execute();
  const held = payments.filter(({ state }) => ['awaiting_approval', 'ready'].includes(state));
  const minor = held.reduce((sum, { amountMinor, feeMinor }) => sum + amountMinor + feeMinor, 0n);
  const [balance, available] = await money();
  expect([balance, Math.round(Number(available) * 100)]).toEqual(['100.00', 10_000 - Number(minor)]);
}
