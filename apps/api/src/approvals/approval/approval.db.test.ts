import { randomUUID } from 'node:crypto';
import type { ApprovalRuleTerms, ApprovalRuleView } from '@larkmere/contract/approvals/approval';
import { accessKeys } from '@larkmere/contract/platform/access';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  approveAs,
  endRuleAs,
  expectRefusalAfterSignIn,
  recallAs,
  rejectAs,
  ruleFor,
  seedApprovalRule,
  seedColleague,
  signedIn,
} from '../../../../../test/fixtures/approval.ts';
import { asCustomer, createDatabase, seedCustomer, type TestUser } from '../../../../../test/fixtures/base.ts';
import { payees } from '../../../../../test/fixtures/payment.ts';
import { removePayee } from '../../payees/payee/remove-payee.ts';
import { addPayee, editPayee } from '../../payees/payee/save-payee.ts';
import { countInbox, getRequest, listInbox } from './list-requests.ts';
import { listRules } from './rule.view.ts';
import { retireRule, saveRule } from './save-rule.ts';

const { db } = await createDatabase();
let owner: TestUser;
let maker: TestUser;
let checker: TestUser;

beforeEach(async () => {
  owner = await seedCustomer(db, { business: true });
  maker = await seedColleague(db, owner, 'maker');
  checker = await seedColleague(db, owner, 'approver');
});

const thb = { type: 'thb', currency: 'THB', entityType: 'individual', name: 'Malee Srisai' } as const;
const account = (accountNumber = '4123456789') => ({ ...payees.malee.details, accountNumber });
const add = (who: TestUser, details = account()) =>
  asCustomer(db, who).run(addPayee, { ...thb, details, idempotency: randomUUID() });
const listWaiting = async (who: TestUser) => (await asCustomer(db, who).run(listInbox, { box: 'waiting' })).list;
const viewAs = (who: TestUser, uid: string) => asCustomer(db, who).run(getRequest, { uid });

describe('rules', () => {
  it('are listed with the people who make and approve', async () => {
    await seedApprovalRule(db, owner, { scope: 'payee', minAmount: '0' });
    const { list, people, canManage } = await asCustomer(db, maker).run(listRules, {});
    expect(list).toMatchObject([{ scope: 'payee', approvers: 1, state: 'active', createdBy: owner.user.name }]);
    expect(
      people.map(({ role, canInitiate, canApprove }) => [role, canInitiate.length, canApprove.length]).toSorted(),
    ).toEqual([
      ['approver', 0, 3],
      ['maker', 3, 0],
      ['owner', 3, 3],
    ]);
    expect(canManage).toBe(false);
  });

  it('are refused, naming the people who would have too few approvers', async () => {
    const refusal = await expectRefusalAfterSignIn(db, 'rule_unsatisfiable', () =>
      seedApprovalRule(db, owner, { approvers: 2 }),
    );
    expect(refusal.message).toBe(
      `Nothing was saved. Payments of ${owner.user.name} would need 2 approvals, and only ${checker.user.name} could give one.`,
    );
    await seedApprovalRule(db, owner, { approvers: 2, appliesTo: { to: 'role', role: 'maker' } });
    await expectRefusalAfterSignIn(db, 'rule_unsatisfiable', () =>
      seedApprovalRule(db, owner, { approverRoles: ['accountant'] }),
    );
    const ofPayers = { appliesTo: { to: 'role', role: 'payer' } } as const;
    await expectRefusalAfterSignIn(db, 'rule_unsatisfiable', () =>
      seedApprovalRule(db, owner, { ...ofPayers, approvers: 3 }),
    );
    await seedApprovalRule(db, owner, { ...ofPayers, approvers: 2 });
  });

  it('accept people of the customer only, and no amount for payees', async () => {
    const stranger = await seedCustomer(db);
    const appliesTo = { to: 'person', uid: stranger.user.id } as const;
    await expectRefusalAfterSignIn(db, 'validation_failed', () => seedApprovalRule(db, owner, { appliesTo }));
    await expectRefusalAfterSignIn(db, 'validation_failed', () =>
      seedApprovalRule(db, owner, { scope: 'payee', minAmount: '5.00' }),
    );
  });

  it('are saved and retired with a PIN for exactly their terms', async () => {
    const other = await seedApprovalRule(db, owner, { minAmount: '99.00' });
    const { ctx, confirm } = await signedIn(db, owner);
    const [terms, idempotency] = [ruleFor(), randomUUID()];
    const { minAmount: amount, currency } = terms;
    const right = { uid: null, terms, amount, currency, paymentIdempotency: idempotency };
    const save = (approval: string) => ctx((c) => saveRule(c, { ...terms, authorisation: approval, idempotency }));
    for (const wrong of [
      { terms: { ...terms, approvers: 2 } },
      { terms: { ...terms, expiresDays: 30 } },
      { amount: '20.01' },
      { paymentIdempotency: randomUUID() },
    ]) {
      const approval = await confirm({ operation: 'approval.save-rule', ...right, ...wrong });
      await expect(save(approval)).rejects.toMatchObject({ code: 'authorisation_invalid' });
    }
    const { uid }: ApprovalRuleView = await save(await confirm({ operation: 'approval.save-rule', ...right }));
    for (const wrong of [{ uid: other.uid }, { amount: '20.01' }, { terms: { ...terms, approvers: 2 } }]) {
      const approval = await confirm({ operation: 'approval.retire-rule', ...right, uid, ...wrong });
      const end = ctx((c) => retireRule(c, { uid, authorisation: approval, idempotency }));
      await expect(end).rejects.toMatchObject({ code: 'authorisation_invalid' });
    }
    const { list } = await asCustomer(db, owner).run(listRules, {});
    expect(list.map((rule) => rule.uid).toSorted()).toEqual([uid, other.uid].toSorted());
  });

  it('are retired at once without a second manager, and are never changed', async () => {
    const rule = await seedApprovalRule(db, owner);
    const stranger = await seedCustomer(db);
    await expectRefusalAfterSignIn(db, 'not_found', () => endRuleAs(db, stranger, rule));
    expect(await endRuleAs(db, owner, rule)).toMatchObject({ state: 'retired' });
    await expectRefusalAfterSignIn(db, 'invalid_transition', () => endRuleAs(db, owner, rule));
    const again = await seedApprovalRule(db, owner);
    const loosened = db.updateTable('approval.rule').set({ approvers: 3 }).where('id', '=', again.uid).execute();
    await expect(loosened).rejects.toMatchObject({ constraint: 'rule_unchanged' });
  });

  it('need a second manager to retire, where one exists', async () => {
    const rule = await seedApprovalRule(db, owner);
    const admin = await seedColleague(db, owner, 'admin', accessKeys);
    expect(await endRuleAs(db, owner, rule)).toMatchObject({ state: 'retiring' });
    const [request] = await listWaiting(admin);
    expect(request).toMatchObject({ kind: 'rule', requiredCount: 1, details: [{ label: 'Rule' }] });
    expect(await listWaiting(checker)).toEqual([]);
    await expectRefusalAfterSignIn(db, 'approver_conflict', () => approveAs(db, owner, request?.uid ?? ''));
    await approveAs(db, admin, request?.uid ?? '');
    expect((await asCustomer(db, owner).run(listRules, {})).list).toEqual([]);
  });

  it('are described to the second manager with the roles that must approve, if they name any', async () => {
    const admin = await seedColleague(db, owner, 'admin', accessKeys);
    const describeRetiring = async (approverRoles: ApprovalRuleTerms['approverRoles']) => {
      const rule = await seedApprovalRule(db, owner, { approverRoles });
      await endRuleAs(db, owner, rule);
      const requests = await listWaiting(admin);
      return requests.find(({ subject }) => subject === rule.uid)?.details[0]?.value;
    };
    expect(await describeRetiring([])).toBe('Payments from 20.00 GBP created by anyone need 1 approval.');
    expect(await describeRetiring(['approver'])).toBe(
      'Payments from 20.00 GBP created by anyone need 1 approval from the role approver.',
    );
  });
});

describe('payees', () => {
  const rule = () => seedApprovalRule(db, owner, { scope: 'payee', minAmount: '0' });

  it('await approval by a colleague who sees the bank details', async () => {
    await rule();
    const payee = await add(maker);
    expect(payee).toMatchObject({
      status: 'pending',
      reasonCode: 'team_approval',
      approvalRequest: { state: 'open', approvedCount: 0, requiredCount: 1, maker: { name: maker.user.name } },
    });
    const [request] = await listWaiting(checker);
    expect(request).toMatchObject({
      kind: 'payee',
      subject: payee.uid,
      permissions: { approve: true },
      blockedReason: null,
    });
    expect(request?.details.map(({ value }) => value)).toContain('Malee Srisai');
    expect(await asCustomer(db, checker).run(countInbox, {})).toEqual({ waiting: 1, requested: 0 });
    expect(await asCustomer(db, maker).run(countInbox, {})).toEqual({ waiting: 0, requested: 1 });
    expect(await approveAs(db, checker, request?.uid ?? '')).toMatchObject({ state: 'approved', approvedCount: 1 });
    const [known] = await db
      .selectFrom('payee.payee')
      .select(['status', 'version'])
      .where('id', '=', payee.uid)
      .execute();
    expect(known).toEqual({ status: 'approved', version: 2 });
  });

  it('appear in the inbox while open, then among decided requests of the people concerned', async () => {
    await rule();
    const uid = (await add(maker)).approvalRequest?.uid ?? '';
    const viewer = await seedColleague(db, owner, 'viewer', ['statement']);
    const boxesOf = async (who: TestUser) => {
      const boxes = ['waiting', 'requested', 'decided'] as const;
      const lists = await Promise.all(boxes.map((box) => asCustomer(db, who).run(listInbox, { box })));
      return boxes.filter((_, i) => lists[i]?.list.some((request) => request.uid === uid));
    };
    const all = () => Promise.all([maker, checker, owner, viewer].map(boxesOf));
    expect(await all()).toEqual([['requested'], ['waiting'], ['waiting'], []]);
    await rejectAs(db, checker, uid, 'Another bank');
    expect(await all()).toEqual([['decided'], ['decided'], ['decided'], []]);
    expect(await asCustomer(db, owner).run(countInbox, {})).toEqual({ waiting: 0, requested: 0 });
  });

  it('are listed each with the decisions about it alone', async () => {
    await rule();
    const [first, second] = [await add(maker), await add(maker, account('4123456780'))];
    const [one, other] = [first.approvalRequest?.uid ?? '', second.approvalRequest?.uid ?? ''];
    await rejectAs(db, checker, one, 'Another bank');
    await rejectAs(db, owner, other, 'Another name');
    const { list } = await asCustomer(db, maker).run(listInbox, { box: 'decided' });
    const decisionsOf = (uid: string) => list.find((request) => request.uid === uid)?.decisions;
    expect(decisionsOf(one)).toMatchObject([{ person: { uid: checker.user.id }, note: 'Another bank' }]);
    expect(decisionsOf(other)).toMatchObject([{ person: { uid: owner.user.id }, note: 'Another name' }]);
  });

  it('cannot be approved by their maker or seen by a stranger', async () => {
    await rule();
    const payee = await add(owner);
    const uid = payee.approvalRequest?.uid ?? '';
    await expectRefusalAfterSignIn(db, 'approver_conflict', () => rejectAs(db, owner, uid));
    await expectRefusalAfterSignIn(db, 'access_denied', () => rejectAs(db, maker, uid));
    const stranger = await seedCustomer(db);
    for (const attempt of [viewAs, rejectAs.bind(null, db), recallAs.bind(null, db)])
      await expectRefusalAfterSignIn(db, 'not_found', () => attempt(stranger, uid));
    await expectRefusalAfterSignIn(db, 'access_denied', () => recallAs(db, checker, uid));
    expect(await viewAs(owner, uid)).toMatchObject({
      blockedReason: 'own',
      permissions: { approve: false, recall: true },
    });
  });

  it('are sent back with a note, corrected and requested again', async () => {
    await rule();
    const payee = await add(maker);
    await rejectAs(db, checker, payee.approvalRequest?.uid ?? '', 'Another bank');
    const edit = { ...thb, uid: payee.uid, version: 2, details: account('4123456780'), idempotency: randomUUID() };
    const edited = await asCustomer(db, maker).run(editPayee, edit);
    expect(edited).toMatchObject({
      status: 'pending',
      reasonCode: 'team_approval',
      approvalRequest: { state: 'open' },
    });
    expect(edited.approvalRequest?.uid).not.toBe(payee.approvalRequest?.uid);
    await asCustomer(db, maker).run(removePayee, { uid: payee.uid, idempotency: randomUUID() });
    expect(await listWaiting(checker)).toEqual([]);
  });

  it('that change while pending need a new request, and the first one is void', async () => {
    await rule();
    const payee = await add(maker);
    const edit = { ...thb, uid: payee.uid, version: 1, details: account('4123456780'), idempotency: randomUUID() };
    const edited = await asCustomer(db, maker).run(editPayee, edit);
    expect(await viewAs(maker, payee.approvalRequest?.uid ?? '')).toMatchObject({ state: 'void' });
    expect((await listWaiting(checker)).map(({ uid }) => uid)).toEqual([edited.approvalRequest?.uid]);
  });

  it('that change when nobody has to approve any more leave no open request', async () => {
    const terms = await rule();
    const payee = await add(owner);
    await endRuleAs(db, owner, terms);
    const edit = { ...thb, uid: payee.uid, version: 1, details: account('4123456780'), idempotency: randomUUID() };
    expect(await asCustomer(db, owner).run(editPayee, edit)).toMatchObject({ status: 'approved' });
    expect(await viewAs(owner, payee.approvalRequest?.uid ?? '')).toMatchObject({ state: 'void' });
    expect(await listWaiting(checker)).toEqual([]);
  });

  it('of a maker who left are void when approved, and one who left cannot approve', async () => {
    const [kept, gone] = [await add(maker), await seedColleague(db, owner, 'approver')];
    const uid = kept.approvalRequest?.uid ?? '';
    const leave = ({ user }: TestUser) =>
      db.updateTable('customer.membership').set({ state: 'removed' }).where('userId', '=', user.id).execute();
    await leave(gone);
    await expectRefusalAfterSignIn(db, 'access_denied', () => rejectAs(db, gone, uid));
    await leave(maker);
    expect(await approveAs(db, checker, uid)).toMatchObject({ state: 'void', approvedCount: 0 });
    const stored = db.selectFrom('payee.payee').select('status').where('id', '=', kept.uid);
    expect(await stored.execute()).toEqual([{ status: 'reject' }]);
  });

  it('cannot be approved by a colleague who has become a viewer', async () => {
    const uid = (await add(maker)).approvalRequest?.uid ?? '';
    await db.updateTable('customer.membership').set({ role: 'viewer' }).where('userId', '=', checker.user.id).execute();
    await expectRefusalAfterSignIn(db, 'access_denied', () => approveAs(db, checker, uid));
  });

  it('of a maker need approval without a rule, and an approver cannot create one', async () => {
    expect(await add(maker)).toMatchObject({ status: 'pending', approvalRequest: { requiredCount: 1 } });
    await expectRefusalAfterSignIn(db, 'access_denied', () => add(checker, account('4123456781')));
    expect(await add(owner, account('4123456782'))).toMatchObject({ status: 'approved', approvalRequest: null });
  });
});

it('the database refuses approving one’s own request, too few approvals and changing a decision', async () => {
  await seedApprovalRule(db, owner, { scope: 'payee', minAmount: '0' });
  const id = (await add(maker)).approvalRequest?.uid ?? '';
  const [customerId, own] = [owner.customer.id, maker.user.id];
  const decide = (userId: string, makerId: string) =>
    db
      .insertInto('approval.decision')
      .values({ requestId: id, userId, makerId, customerId, role: 'owner', verdict: 'approve' })
      .execute();
  await expect(decide(own, own)).rejects.toMatchObject({ constraint: 'maker_is_not_approver' });
  await expect(decide(own, owner.user.id)).rejects.toMatchObject({ code: '23503' });
  await expect(decide((await seedCustomer(db)).user.id, own)).rejects.toMatchObject({ code: '23503' });
  const end = (over: object) => db.updateTable('approval.request').set(over).where('id', '=', id).execute();
  const approved = { state: 'approved', closedAt: new Date() };
  await expect(end(approved)).rejects.toMatchObject({ constraint: 'request_needs_approvals' });
  await expect(end({ makerId: owner.user.id })).rejects.toMatchObject({ constraint: 'request_unchanged' });
  await decide(checker.user.id, own);
  await expect(decide(checker.user.id, own)).rejects.toMatchObject({ code: '23505' });
  await end(approved);
  await expect(end({ state: 'open', closedAt: null })).rejects.toMatchObject({ constraint: 'request_unchanged' });
});
