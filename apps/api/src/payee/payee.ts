import type { StaffRole } from '@larkmere/contract/manage';
import type { NameCheckResult, PayeeReason, PayeeStatus } from '@larkmere/contract/payee';
import type { PayeeType } from '@larkmere/contract/payee-type';
import type { Currency } from '@larkmere/money/money';
import { v7 } from 'uuid';
import type { z } from 'zod';
import { audit } from '../kernel/audit.ts';
import { emit, event } from '../kernel/outbox.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Ctx, OwnerCtx, StaffCtx } from '../kernel/verb.ts';
import { demandsOn } from '../team-approval/team-approval.ts';
import { derivedBicOf } from './bank-of-payee.ts';
import { type NameEvidence as Evidence, evidenceOf, questionOf } from './name-check.ts';
import { selectForbidsNoMatch } from './name-policy.sql.ts';
import { requireAllowed } from './name-policy.ts';
import { acceptAnswer, freshAnswers, keepAnswers, namesLeft, notAsked } from './names-of-many.ts';
import {
  insertPayees,
  insertVersion,
  insertVersions,
  lockPayee,
  type PayeeDetails,
  type PayeeRow,
  selectPayee,
  selectPayeesByAccount,
  selectVersionPaying,
  updateLastPaid,
  updatePayee,
} from './payee.sql.ts';
import type { NameAnswer, NameQuestion } from './rails/name-checks.ts';
import { type ReadDetails, readDetails, type TypedPayee } from './read-details.ts';
import { nameSchemeOf } from './requirements/requirements.ts';
import { deciderOf, statedBy } from './stated-by.ts';
import { summaryOf } from './summary.ts';
import { whyNotAdded } from './why-not-added.ts';

export type Payee = Readonly<{
  id: string;
  customerId: string;
  version: number;
  type: PayeeType;
  currency: Currency;
  entityType: 'individual' | 'company';
  name: string;
  nickname: string | null;
  details: Readonly<Record<string, string>>;
  account: string;
  defaultReference: string | null;
  favourite: boolean;
  ownAccount: boolean;
  status: z.infer<typeof PayeeStatus>;
  reasonCode: z.infer<typeof PayeeReason> | null;
  reason: string | null;
  nameCheckId: string | null;
  nameCheckResult: z.infer<typeof NameCheckResult> | null;
  actualName: string | null;
  nameCheckedAt: Date | null;
  createdBy: string;
  createdAt: Date;
  accountSince: Date;
  lastPaidAt: Date | null;
  summary: string;
}>;

export type UkPayee = Payee & Readonly<{ sortCode: string; accountNumber: string }>;

type PayeeEvent = { payeeId: string; version: number; customerId: string; personId: string };
export const payeeAdded = event<PayeeEvent>('payee.added');
export const payeeChanged = event<PayeeEvent>('payee.changed');
export const payeeRemoved = event<PayeeEvent>('payee.removed');

export const payeeDecided = event<DecidedNews>('payee.decided');
export type DecidedNews = Pick<Payee, 'customerId' | 'currency' | 'type' | 'name' | 'status' | 'reason'> &
  Readonly<{ payeeId: string; personId: string }>;

/** Throws `not_found` when the payee is absent, deleted or belongs to another customer. */
export async function requireOwnPayee(ctx: OwnerCtx, id: string): Promise<Payee> {
  return own(ctx, await selectPayee(ctx.tx, id));
}

/** Locked until the transaction ends. Throws `not_found`. */
export async function requireOwnPayeeLocked(ctx: OwnerCtx, id: string): Promise<Payee> {
  if (!(await lockPayee(ctx.tx, { id, customerId: ctx.actor.customerId }))) throw new Refusal('not_found');
  return requireOwnPayee(ctx, id);
}

export const mayLookAtPayees = (role: StaffRole): boolean =>
  role === 'payment_operations' || role === 'compliance' || role === 'mlro';

export async function lockPayeeOf({ tx }: Ctx, id: string): Promise<Payee> {
  const customerId = (await selectPayee(tx, id))?.customerId;
  if (!customerId || !(await lockPayee(tx, { id, customerId }))) throw new Refusal('not_found');
  const row = await selectPayee(tx, id);
  if (!row) throw new Refusal('not_found');
  return payeeOf(row);
}

export type Standing = Pick<PayeeDetails, 'status' | 'reasonCode' | 'reason'>;

/** Creates a new version, which voids approvals of the old one. The note is internal. */
export async function standPayee(ctx: Ctx, payee: Payee, standing: Standing, note: string): Promise<void> {
  const { tx, now } = ctx;
  const details: PayeeDetails = { ...statedBy(payee), ...standing };
  const written = { id: payee.id, version: payee.version + 1, personId: deciderOf(ctx, payee), at: now };
  await updatePayee(tx, written, details);
  await insertVersion(tx, written, details);
  const { id: payeeId, customerId, createdBy: personId } = payee;
  await emit(ctx, payeeChanged, { payeeId, version: written.version, customerId, personId });
  await audit(ctx, 'payee.decided', `payee:${payeeId}`, { from: payee.status, ...standing, note });
}

/** Blocks a payee after a confirmed sanctions match. A deleted or disabled one stays as it is. */
export async function switchOffPayee(ctx: StaffCtx, id: string, note: string): Promise<void> {
  if (!(await selectPayee(ctx.tx, id))) return;
  const payee = await lockPayeeOf(ctx, id);
  if (payee.status !== 'pending' && payee.status !== 'approved') return;
  const status = payee.status === 'pending' ? 'reject' : 'disabled';
  const reason = 'We cannot make payments to this payee. Contact us if you have questions.';
  await standPayee(ctx, payee, { status, reasonCode: 'compliance', reason }, note);
}

/**
 * The caller's payee, approved and at the version that was displayed. It stays locked until the payment is written.
 * Throws `not_found`, `payee_changed`, `payee_not_approved`, `name_check_forbidden`.
 */
export async function requireUsablePayee(ctx: OwnerCtx, id: string, version: number): Promise<Payee> {
  const payee = await requireOwnPayeeLocked(ctx, id);
  if (payee.version !== version) throw new Refusal('payee_changed');
  if (payee.status !== 'approved') throw new Refusal('payee_not_approved');
  await requireAllowed(ctx, ctx.actor.customerId, payee.nameCheckResult);
  return payee;
}

/** The current version if it pays the same account and name as the approved one, otherwise undefined. */
export const versionStillPaying = selectVersionPaying;

/** Throws `payee_details_invalid` with every fault. */
export const readPayee = (typed: TypedPayee): ReadDetails => readDetails(typed);

export type ReadPayee = ReadDetails;

export const describeAccount = (payee: Pick<Payee, 'type' | 'currency' | 'details'>): string => summaryOf(payee);

export const derivedBic = derivedBicOf;

type Owner = Readonly<{ customerId: string; personId: string }>;

export const demandsOnPayee = (ctx: Pick<Ctx, 'tx'>, { customerId, personId }: Owner) =>
  demandsOn(ctx, { customerId, personId, scope: 'payee', worth: async () => undefined });

type Wanted = ReadDetails & Pick<Payee, 'entityType' | 'nameCheckId'>;
type Account = Pick<Payee, 'type' | 'currency' | 'account'>;
const accountKey = ({ type, currency, account }: Account): string => [type, currency, account].join(' ');

/**
 * Payees for these accounts in their order, created where there is none. A known payee keeps its name. Where one cannot
 * be created, because of approval rules, a block by staff or a mismatch, its place holds the refusal.
 */
export async function payeesFor(
  ctx: Ctx,
  { customerId, personId }: Owner,
  wanted: readonly Wanted[],
): Promise<(Payee | Refusal)[]> {
  const { tx, now: at } = ctx;
  const find = async (): Promise<Map<string, Payee>> => {
    const rows = await selectPayeesByAccount(tx, customerId, wanted);
    return new Map(rows.map((row) => [accountKey(row as Account), payeeOf(row)]));
  };
  const known = await find();
  const missing = new Map(
    wanted.filter((each) => !known.has(accountKey(each))).map((each) => [accountKey(each), each]),
  );
  const demands = missing.size > 0 ? await demandsOnPayee(ctx, { customerId, personId }) : [];
  const refused = await whyNotAdded(tx, { customerId, missing, demands });
  for (const key of refused.keys()) missing.delete(key);
  const standing = { favourite: false, status: 'approved', reasonCode: null, reason: null } as const;
  const added = [...missing.values()].map((details) => ({
    written: { id: v7(), version: 1, personId, at },
    customerId,
    details: { ...details, ...standing },
  }));
  if (added.length > 0) {
    await insertPayees(tx, added);
    await insertVersions(tx, added);
  }
  for (const { written, details } of added) {
    await emit(ctx, payeeAdded, { payeeId: written.id, version: 1, customerId, personId });
    await audit(ctx, 'payee.added', `payee:${written.id}`, { nameCheckId: details.nameCheckId, by: 'file' });
  }
  const all = added.length > 0 ? await find() : known;
  return wanted.map((each) => {
    const found = all.get(accountKey(each)) ?? refused.get(accountKey(each));
    if (!found) throw new Error('a payee was neither added nor refused');
    return found;
  });
}

export const nameEvidence = evidenceOf;
export type NameEvidence = Evidence;

export const manyNames = {
  freshAnswers,
  namesLeft,
  keepAnswers,
  acceptAnswer,
  notAsked,
  schemeOf: nameSchemeOf,
  questionOf,
  forbidsNoMatch: selectForbidsNoMatch,
};
export type AskedName = NameQuestion;
export type AnsweredName = NameAnswer;

export const touchPaid = ({ tx, now }: Ctx, id: string): Promise<void> => updateLastPaid(tx, { id, at: now });

function own(ctx: OwnerCtx, row: PayeeRow | undefined): Payee {
  if (!row || row.customerId !== ctx.actor.customerId) throw new Refusal('not_found');
  return payeeOf(row);
}

export function payeeOf(row: PayeeRow): Payee {
  const payee = row as unknown as Omit<Payee, 'summary'>;
  return { ...payee, summary: summaryOf(payee) };
}
