import { randomUUID } from 'node:crypto';
import type { AccessKey } from '@larkmere/contract/access';
import { accessKeys } from '@larkmere/contract/access';
import type { Purpose } from '@larkmere/contract/pin';
import type { RefusalCode } from '@larkmere/contract/refusals';
import type { RequestView, RuleTerms, RuleView } from '@larkmere/contract/team-approval';
import pg from 'pg';
import { v7 } from 'uuid';
import { expect } from 'vitest';
import type { Db } from '../apps/api/src/kernel/db.ts';
import { Refusal } from '../apps/api/src/kernel/refusal.ts';
import { inTransaction } from '../apps/api/src/kernel/transaction.ts';
import type { CustomerCtx } from '../apps/api/src/kernel/verb.ts';
import { insertApproval } from '../apps/api/src/pin/pin.sql.ts';
import { digestOf } from '../apps/api/src/pin/pin.ts';
import { subjects } from '../apps/api/src/subjects.ts';
import { approveRequest } from '../apps/api/src/team-approval/approve-request.ts';
import { recallRequest } from '../apps/api/src/team-approval/recall-request.ts';
import { rejectRequest } from '../apps/api/src/team-approval/reject-request.ts';
import { retireRule } from '../apps/api/src/team-approval/retire-rule.ts';
import { saveRule } from '../apps/api/src/team-approval/save-rule.ts';
import { showRequest } from '../apps/api/src/team-approval/show-request.ts';
import { contentOf, expectSentence, type Given, givenPerson } from './given.ts';
import { givenSession, inSession } from './given-payment.ts';

export async function givenColleague(
  db: Db,
  { customer }: Given,
  role: string,
  access: readonly AccessKey[] = accessKeys.filter((key) => key !== 'usermanage'),
): Promise<Given> {
  return { customer, person: await givenPerson(db, customer, { role, access }) };
}

type Signed = Readonly<{ ctx: (work: (ctx: CustomerCtx) => Promise<unknown>) => Promise<never>; sessionId: string }>;

export async function signedIn(
  db: Db,
  who: Given,
  at?: Date,
): Promise<Signed & Readonly<{ confirm: (purpose: Purpose) => Promise<string> }>> {
  const sessionId = await givenSession(db, who);
  const personId = who.person.id;
  const ctx = (work: (ctx: CustomerCtx) => Promise<unknown>) =>
    inTransaction(db, (tx, now) =>
      work({ tx, now: at ?? now, actor: inSession(who, sessionId), requestId: 'test' }),
    ) as Promise<never>;
  const confirm = async (purpose: Purpose) => {
    const approval = randomUUID() + randomUUID();
    const row = { approval, personId, sessionId, purpose: digestOf(purpose, personId) };
    await inTransaction(db, (tx) => insertApproval(tx, row, 300));
    return approval;
  };
  return { ctx, sessionId, confirm };
}

export const ruleFor = (over: Partial<RuleTerms> = {}): RuleTerms => ({
  scope: 'payment',
  appliesTo: { to: 'all' },
  minAmount: '20.00',
  currency: 'GBP',
  approvers: 1,
  approverRoles: [],
  expiresDays: 7,
  ...over,
});

export async function giveRule(db: Db, who: Given, over: Partial<RuleTerms> = {}): Promise<RuleView> {
  const terms = ruleFor(over);
  const idempotency = v7();
  const { ctx, confirm } = await signedIn(db, who);
  const { minAmount: amount, currency } = terms;
  const purpose = { uid: null, terms, amount, currency, paymentIdempotency: idempotency };
  const approval = await confirm({ operation: 'team-approval.save-rule', ...purpose });
  return ctx((c) => saveRule(c, { ...terms, approval, idempotency }));
}

export async function endRuleAs(db: Db, who: Given, { uid, ...rule }: RuleView): Promise<RuleView> {
  const { scope, appliesTo, minAmount, currency, approvers, approverRoles, expiresDays } = rule;
  const terms = { scope, appliesTo, minAmount, currency, approvers, approverRoles, expiresDays };
  const idempotency = v7();
  const { ctx, confirm } = await signedIn(db, who);
  const purpose = { uid, terms, amount: minAmount, currency, paymentIdempotency: idempotency };
  const approval = await confirm({ operation: 'team-approval.retire-rule', ...purpose });
  return ctx((c) => retireRule(c, { uid, approval, idempotency }));
}

export async function approveAs(
  db: Db,
  who: Given,
  uid: string,
  over: Partial<RequestView> = {},
  at?: Date,
): Promise<RequestView> {
  const { ctx, confirm } = await signedIn(db, who, at);
  const shown: RequestView = { ...((await ctx((c) => showRequest(c, { uid }))) as RequestView), ...over };
  const { digest } = shown;
  const { amount, currency } = shown.amount ?? { amount: '0', currency: 'GBP' as const };
  const idempotency = v7();
  const approval = await confirm({
    operation: 'team-approval.approve',
    uid,
    digest,
    amount,
    currency,
    paymentIdempotency: idempotency,
  });
  return ctx((c) => approveRequest(subjects)(c, { uid, digest, approval, idempotency }));
}

export async function rejectAs(db: Db, who: Given, uid: string, note = 'Wrong invoice'): Promise<RequestView> {
  const { ctx } = await signedIn(db, who);
  return ctx((c) => rejectRequest(subjects)(c, { uid, note, idempotency: v7() }));
}

export async function recallAs(db: Db, who: Given, uid: string, note?: string): Promise<RequestView> {
  const { ctx } = await signedIn(db, who);
  return ctx((c) => recallRequest(subjects)(c, { uid, note, idempotency: v7() }));
}

/** Expects a refusal after sign-in and PIN entry, which write rows; no other table may change. */
export async function expectNo(db: Db, code: RefusalCode, attempt: () => Promise<unknown>): Promise<Refusal> {
  const before = await contentBesides(db);
  const refusal = await attempt().then(
    (reply) => expect.fail(`expected ${code}, got ${JSON.stringify(reply)}`),
    (error: unknown) => error,
  );
  if (!(refusal instanceof Refusal)) throw refusal;
  expect(refusal.code).toBe(code);
  expectSentence(refusal);
  expect(await contentBesides(db)).toEqual(before);
  return refusal;
}

async function contentBesides(db: Db): Promise<Record<string, string>> {
  const { 'session.session': _, 'pin.approval': __, ...content } = await contentOf(db);
  return content;
}

export const pastDue = (url: string, uid: string): Promise<void> =>
  waitsUntil(url, uid, new Date(Date.now() - 86_400_000));

/** Disables the trigger that forbids changes of a request. */
export async function waitsUntil(url: string, uid: string, end: Date): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('set session_replication_role = replica');
  await client.query(
    "update team_approval.request set created_at = least(created_at, $2::timestamptz - interval '7 days'), expires_at = $2 where id = $1",
    [uid, end],
  );
  await client.end();
}
