import type { KycAnswers } from '@larkmere/contract/customers/kyc';
import { updateHolder } from '../../accounts/bank-account/bank-account.ts';
import { emit } from '../../platform/events/outbox.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { requireSetting } from '../../platform/settings/setting.ts';
import { daysAfter } from '../../platform/time/time-after.ts';
import {
  changeAccountStatus,
  findCustomer,
  updateAddress,
  updateCustomerName,
  updateUserIdentity,
} from '../customer/customer.ts';
import { isVerified } from './editing.ts';
import { type EvaluatedItem, findItem, type KycFile } from './evaluate-items.ts';
import { type ItemRefusal, refuseItem, verifyItem } from './item-lifecycle.ts';
import { selectAccountIdentity } from './kyc.read.ts';
import { kycSetting } from './kyc.settings.ts';
import { type ApplicationRow, updateApplication } from './kyc.sql.ts';
import { kycItemsNeeded } from './kyc.ts';
import { changeKycState } from './kyc-lifecycle.ts';

type Outstanding = Readonly<{ item: EvaluatedItem; reason: ItemRefusal['reason'] }>;
type Approval = Readonly<{ outstanding: readonly Outstanding[]; dueBy?: Date | undefined }>;

/**
 * Verifies what is in review, and asks for what is outstanding until a date, with limits meanwhile. Names were
 * screened before.
 */
export async function approveApplication(
  ctx: Ctx,
  file: KycFile,
  { outstanding, dueBy }: Approval,
): Promise<ApplicationRow> {
  const { application, items } = file;
  const isOutstanding = (item: EvaluatedItem) => outstanding.some((each) => each.item.row.id === item.row.id);
  for (const item of items) if (item.row.state === 'in_review' && !isOutstanding(item)) await verifyItem(ctx, item);
  const settings = await requireSetting(ctx.tx, kycSetting, {});
  const until = outstanding.length === 0 ? null : (dueBy ?? daysAfter(ctx.now, settings.conditionDays));
  for (const each of outstanding) await refuseItem(ctx, application, { ...each, dueBy: until });
  await activate(ctx, file);
  const approval = {
    approvedAt: ctx.now,
    dueBy: until,
    concerns: [],
    refreshOpenedAt: null,
    refreshRemindedAt: null,
    refreshDueAt: monthsAfter(
      ctx.now,
      application.level === 'business' ? settings.refreshBusinessMonths : settings.refreshPersonMonths,
    ),
  };
  const state = until === null ? 'approved' : 'approved_conditional';
  if (application.state !== state && canMoveTo(application, state))
    return changeKycState(ctx, application, { ...approval, state });
  if (until !== null)
    await emit(ctx, kycItemsNeeded, {
      applicationId: application.id,
      customerId: application.customerId,
      dueBy: until.toISOString(),
    });
  return updateApplication(ctx.tx, application.id, approval);
}

/** What a verified customer still owes after a refresh does not take the approval back: it expires with its due date. */
const canMoveTo = (application: ApplicationRow, state: 'approved' | 'approved_conditional'): boolean =>
  state === 'approved' || !isVerified(application);

/** The proven name, birthday and address become those of the account: payments, statements and cards go out under them. */
async function activate(ctx: Ctx, file: KycFile): Promise<void> {
  const { customerId } = file.application;
  const answers = (findItem(file, 'personal_details') ?? findItem(file, 'company'))?.answers;
  if (answers) await writeVerifiedIdentity(ctx, customerId, answers);
  const address = answers && toAddress(answers);
  if (address) await updateAddress(ctx.tx, customerId, address);
  const customer = await findCustomer(ctx.tx, customerId);
  if (customer?.status === 'pending')
    await changeAccountStatus(ctx, customerId, { status: 'active', reasonCode: 'kyc_approved' });
}

async function writeVerifiedIdentity({ tx }: Ctx, customerId: string, answers: KycAnswers): Promise<void> {
  const { fullName, legalName, dateOfBirth } = answers;
  const account = await selectAccountIdentity(tx, customerId);
  const verified = fullName ?? legalName;
  if (!verified) return;
  const name = keepsLatin(account.name, verified) ? account.name : verified;
  await updateCustomerName(tx, customerId, name);
  await updateHolder(tx, customerId, name);
  if (fullName && account.ownerId) await updateUserIdentity(tx, account.ownerId, { name: fullName, dateOfBirth });
}

const isLatin = (name: string): boolean => !/[^\p{Script=Latin}\p{Script=Common}\p{M}]/u.test(name);

/** Banks abroad print Latin letters only, so the account keeps its own spelling of a name in another script. */
const keepsLatin = (known: string, verified: string): boolean => isLatin(known) && !isLatin(verified);

const toAddress = ({ street, town, postcode, country }: KycAnswers) =>
  town && country ? { street, postCode: postcode, town, country } : undefined;

/** The same day of a later month, or its last day. */
export function monthsAfter(now: Date, months: number): Date {
  const then = new Date(now);
  then.setUTCMonth(then.getUTCMonth() + months, 1);
  const lastDay = new Date(Date.UTC(then.getUTCFullYear(), then.getUTCMonth() + 1, 0)).getUTCDate();
  then.setUTCDate(Math.min(now.getUTCDate(), lastDay));
  return then;
}
