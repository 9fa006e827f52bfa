import { randomUUID } from 'node:crypto';
import { accessKeys } from '@larkmere/contract/access';
import type { RuleView } from '@larkmere/contract/team-approval';
import { beforeEach, describe, expect, it } from 'vitest';
import { asCustomer, type Given, givenCustomer, givenDatabase } from '../../../../test/given.ts';
import { payees } from '../../../../test/given-payment.ts';
import {
  approveAs,
  endRuleAs,
  expectNo,
  givenColleague,
  giveRule,
  recallAs,
  rejectAs,
  ruleFor,
  signedIn,
} from '../../../../test/given-team.ts';
import { addPayee } from '../payee/add-payee.ts';
import { editPayee } from '../payee/edit-payee.ts';
import { removePayee } from '../payee/remove-payee.ts';
import { countInbox, listInbox } from './list-requests.ts';
import { listRules } from './list-rules.ts';
import { retireRule } from './retire-rule.ts';
import { saveRule } from './save-rule.ts';
import { showRequest } from './show-request.ts';

const { db } = await givenDatabase();
let owner: Given;
let maker: Given;
let checker: Given;

beforeEach(async () => {
  owner = await givenCustomer(db, { business: true });
  maker = await givenColleague(db, owner, 'maker');
  checker = await givenColleague(db, owner, 'approver');
});

const thb = { type: 'thb', currency: 'THB', entityType: 'individual', name: 'Malee Srisai' } as const;
const account = (accountNumber = '4123456789') => ({ ...payees.malee.details, accountNumber });
const add = (who: Given, details = account()) =>
  asCustomer(db, who).run(addPayee, { ...thb, details, idempotency: randomUUID() });
const waiting = async (who: Given) => (await asCustomer(db, who).run(listInbox, { box: 'waiting' })).list;
const shown = (who: Given, uid: string) => asCustomer(db, who).run(showRequest, { uid });

describe('rules', () => {
  it('are listed with the people who make and approve', async () => {
    await giveRule(db, owner, { scope: 'payee', minAmount: '0' });
    const { list, people, mayManage } = await asCustomer(db, maker).run(listRules, {});
    expect(list).toMatchObject([{ scope: 'payee', approvers: 1, state: 'active', createdBy: owner.person.name }]);
    expect(people.map(({ role, mayMake, mayApprove }) => [role, mayMake.length, mayApprove.length]).toSorted()).toEqual(
      [
        ['approver', 0, 3],
        ['maker', 3, 0],
        ['owner', 3, 3],
      ],
    );
    expect(mayManage).toBe(false);
  });

  it('are refused with names when somebody covered has too few approvers', async () => {
    const refusal = await expectNo(db, 'rule_unsatisfiable', () => giveRule(db, owner, { approvers: 2 }));
    expect(refusal.message).toBe(
      `Payments of ${owner.person.name} would need 2 approvals, and only ${checker.person.name} could give one. Nothing was saved.`,
    );
    await giveRule(db, owner, { approvers: 2, appliesTo: { to: 'role', role: 'maker' } });
    await expectNo(db, 'rule_unsatisfiable', () => giveRule(db, owner, { approverRoles: ['accountant'] }));
    const ofPayers = { appliesTo: { to: 'role', role: 'payer' } } as const;
    await expectNo(db, 'rule_unsatisfiable', () => giveRule(db, owner, { ...ofPayers, approvers: 3 }));
    await giveRule(db, owner, { ...ofPayers, approvers: 2 });
  });

  it('accept people of the customer only, and no amount for payees', async () => {
    const stranger = await givenCustomer(db);
    const appliesTo = { to: 'person', uid: stranger.person.id } as const;
    await expectNo(db, 'validation_failed', () => giveRule(db, owner, { appliesTo }));
    await expectNo(db, 'validation_failed', () => giveRule(db, owner, { scope: 'payee', minAmount: '5.00' }));
  });

  it('are saved and retired with a PIN for exactly their terms', async () => {
    const other = await giveRule(db, owner, { minAmount: '99.00' });
    const { ctx, confirm } = await signedIn(db, owner);
    const [terms, idempotency] = [ruleFor(), randomUUID()];
    const { minAmount: amount, currency } = terms;
    const right = { uid: null, terms, amount, currency, paymentIdempotency: idempotency };
    const save = (approval: string) => ctx((c) => saveRule(c, { ...terms, approval, idempotency }));
    for (const wrong of [
      { terms: { ...terms, approvers: 2 } },
      { terms: { ...terms, expiresDays: 30 } },
      { amount: '20.01' },
      { paymentIdempotency: randomUUID() },
    ]) {
      const approval = await confirm({ operation: 'team-approval.save-rule', ...right, ...wrong });
      await expect(save(approval)).rejects.toMatchObject({ code: 'approval_invalid' });
    }
    const { uid }: RuleView = await save(await confirm({ operation: 'team-approval.save-rule', ...right }));
    for (const wrong of [{ uid: other.uid }, { amount: '20.01' }, { terms: { ...terms, approvers: 2 } }]) {
      const approval = await confirm({ operation: 'team-approval.retire-rule', ...right, uid, ...wrong });
      const end = ctx((c) => retireRule(c, { uid, approval, idempotency }));
      await expect(end).rejects.toMatchObject({ code: 'approval_invalid' });
    }
    const { list } = await asCustomer(db, owner).run(listRules, {});
    expect(list.map((rule) => rule.uid).toSorted()).toEqual([uid, other.uid].toSorted());
  });

  it('are retired at once without a second manager, and are never changed', async () => {
    const rule = await giveRule(db, owner);
    const stranger = await givenCustomer(db);
    await expectNo(db, 'not_found', () => endRuleAs(db, stranger, rule));
    expect(await endRuleAs(db, owner, rule)).toMatchObject({ state: 'retired' });
    await expectNo(db, 'invalid_transition', () => endRuleAs(db, owner, rule));
    const again = await giveRule(db, owner);
    const loosened = db.updateTable('team_approval.rule').set({ approvers: 3 }).where('id', '=', again.uid).execute();
    await expect(loosened).rejects.toMatchObject({ constraint: 'rule_never_changed' });
  });

  it('need a second manager to retire, where one exists', async () => {
    const rule = await giveRule(db, owner);
    const admin = await givenColleague(db, owner, 'admin', accessKeys);
    expect(await endRuleAs(db, owner, rule)).toMatchObject({ state: 'retiring' });
    const [request] = await waiting(admin);
    expect(request).toMatchObject({ kind: 'rule', needed: 1, facts: [{ label: 'Rule' }] });
    expect(await waiting(checker)).toEqual([]);
    await expectNo(db, 'approver_conflict', () => approveAs(db, owner, request?.uid ?? ''));
    await approveAs(db, admin, request?.uid ?? '');
    expect((await asCustomer(db, owner).run(listRules, {})).list).toEqual([]);
  });
});

describe('payees', () => {
  const rule = () => giveRule(db, owner, { scope: 'payee', minAmount: '0' });

  it('await approval by a colleague who sees the bank details', async () => {
    await rule();
    const payee = await add(maker);
    expect(payee).toMatchObject({
      status: 'pending',
      reasonCode: 'team_approval',
      teamApproval: { state: 'open', given: 0, needed: 1, maker: { name: maker.person.name } },
    });
    const [request] = await waiting(checker);
    expect(request).toMatchObject({ kind: 'payee', subject: payee.uid, may: { approve: true }, whyNot: null });
    expect(request?.facts.map(({ value }) => value)).toContain('Malee Srisai');
    expect(await asCustomer(db, checker).run(countInbox, {})).toEqual({ waiting: 1, asked: 0 });
    expect(await asCustomer(db, maker).run(countInbox, {})).toEqual({ waiting: 0, asked: 1 });
    expect(await approveAs(db, checker, request?.uid ?? '')).toMatchObject({ state: 'approved', given: 1 });
    const [known] = await db
      .selectFrom('payee.payee')
      .select(['status', 'version'])
      .where('id', '=', payee.uid)
      .execute();
    expect(known).toEqual({ status: 'approved', version: 2 });
  });

  it('appear in the inbox while open, then among decided requests of the people concerned', async () => {
    await rule();
    const uid = (await add(maker)).teamApproval?.uid ?? '';
    const viewer = await givenColleague(db, owner, 'viewer', ['statement']);
    const boxesOf = async (who: Given) => {
      const boxes = ['waiting', 'asked', 'decided'] as const;
      const lists = await Promise.all(boxes.map((box) => asCustomer(db, who).run(listInbox, { box })));
      return boxes.filter((_, i) => lists[i]?.list.some((request) => request.uid === uid));
    };
    const all = () => Promise.all([maker, checker, owner, viewer].map(boxesOf));
    expect(await all()).toEqual([['asked'], ['waiting'], ['waiting'], []]);
    await rejectAs(db, checker, uid, 'Another bank');
    expect(await all()).toEqual([['decided'], ['decided'], ['decided'], []]);
    expect(await asCustomer(db, owner).run(countInbox, {})).toEqual({ waiting: 0, asked: 0 });
  });

  it('cannot be approved by their maker or seen by a stranger', async () => {
    await rule();
    const payee = await add(owner);
    const uid = payee.teamApproval?.uid ?? '';
    await expectNo(db, 'approver_conflict', () => rejectAs(db, owner, uid));
    await expectNo(db, 'access_denied', () => rejectAs(db, maker, uid));
    const stranger = await givenCustomer(db);
    for (const attempt of [shown, rejectAs.bind(null, db), recallAs.bind(null, db)])
      await expectNo(db, 'not_found', () => attempt(stranger, uid));
    await expectNo(db, 'access_denied', () => recallAs(db, checker, uid));
    expect(await shown(owner, uid)).toMatchObject({ whyNot: 'own', may: { approve: false, recall: true } });
  });

  it('are sent back with a note, corrected and requested again', async () => {
    await rule();
    const payee = await add(maker);
    await rejectAs(db, checker, payee.teamApproval?.uid ?? '', 'Another bank');
    const edit = { ...thb, uid: payee.uid, version: 2, details: account('4123456780'), idempotency: randomUUID() };
    const edited = await asCustomer(db, maker).run(editPayee, edit);
    expect(edited).toMatchObject({ status: 'pending', reasonCode: 'team_approval', teamApproval: { state: 'open' } });
    expect(edited.teamApproval?.uid).not.toBe(payee.teamApproval?.uid);
    await asCustomer(db, maker).run(removePayee, { uid: payee.uid, idempotency: randomUUID() });
    expect(await waiting(checker)).toEqual([]);
  });

  it('that change while pending need a new request, and the first one is void', async () => {
    await rule();
    const payee = await add(maker);
    const edit = { ...thb, uid: payee.uid, version: 1, details: account('4123456780'), idempotency: randomUUID() };
    const edited = await asCustomer(db, maker).run(editPayee, edit);
    expect(await shown(maker, payee.teamApproval?.uid ?? '')).toMatchObject({ state: 'void' });
    expect((await waiting(checker)).map(({ uid }) => uid)).toEqual([edited.teamApproval?.uid]);
  });

  it('of a maker need approval without a rule, and an approver cannot create one', async () => {
    expect(await add(maker)).toMatchObject({ status: 'pending', teamApproval: { needed: 1 } });
    await expectNo(db, 'access_denied', () => add(checker, account('4123456781')));
    expect(await add(owner, account('4123456782'))).toMatchObject({ status: 'approved', teamApproval: null });
  });
});

it('the database refuses approving one’s own request, too few approvals and changing a decision', async () => {
  await giveRule(db, owner, { scope: 'payee', minAmount: '0' });
  const id = (await add(maker)).teamApproval?.uid ?? '';
  const [customer_id, own] = [owner.customer.id, maker.person.id];
  const decide = (person_id: string, maker_id: string) =>
    db
      .insertInto('team_approval.decision')
      .values({ request_id: id, person_id, maker_id, customer_id, role: 'owner', verdict: 'approve' })
      .execute();
  await expect(decide(own, own)).rejects.toMatchObject({ constraint: 'maker_is_never_checker' });
  await expect(decide(own, owner.person.id)).rejects.toMatchObject({ code: '23503' });
  await expect(decide((await givenCustomer(db)).person.id, own)).rejects.toMatchObject({ code: '23503' });
  const end = (over: object) => db.updateTable('team_approval.request').set(over).where('id', '=', id).execute();
  const approved = { state: 'approved', closed_at: new Date() };
  await expect(end(approved)).rejects.toMatchObject({ constraint: 'request_needs_approvals' });
  await expect(end({ maker_id: owner.person.id })).rejects.toMatchObject({ constraint: 'request_never_changed' });
  await decide(checker.person.id, own);
  await expect(decide(checker.person.id, own)).rejects.toMatchObject({ code: '23505' });
  await end(approved);
  await expect(end({ state: 'open', closed_at: null })).rejects.toMatchObject({ constraint: 'request_never_changed' });
});
