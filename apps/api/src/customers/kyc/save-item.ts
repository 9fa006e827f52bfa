import type { contract } from '@larkmere/contract/contract';
import { isOfAge } from '@larkmere/contract/customers/age';
import type { KycAnswers, KycAnswersInput, KycItemForm } from '@larkmere/contract/customers/kyc';
import type { KycAnswerName, KycItemKey } from '@larkmere/contract/customers/kyc-requirements';
import { message } from '@larkmere/messages/message';
import { audit } from '../../platform/requests/audit.ts';
import { type FieldError, Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, Verb } from '../../platform/requests/verb.ts';
import { changeKycState } from './change-kyc-state.ts';
import { requireEditable, requireEditor } from './editing.ts';
import { type EvaluatedItem, loadItems } from './evaluate-items.ts';
import { type ApplicationRow, findApplication, lockApplicationOf, saveAnswers, updateItem } from './kyc.sql.ts';
import { toItemForm } from './kyc.view.ts';

export const saveKycItem: Verb<typeof contract.kyc.saveItem> = async (ctx, { key, answers }) => {
  requireEditor(ctx.actor);
  const application = await lockApplicationOf(ctx.tx, ctx.actor.customerId);
  return saveAnswersOf(ctx, application, { key, personId: null, answers });
};

type SavedItem = Readonly<{ key: KycItemKey; personId: string | null; answers: KycAnswersInput }>;

/** Of a locked application. Refuses `not_found` for an item of another kind, and `validation_failed`. */
export async function saveAnswersOf(
  ctx: Ctx,
  application: ApplicationRow,
  { key, personId, answers }: SavedItem,
): Promise<KycItemForm> {
  const item = await requireItem(ctx, application, key, personId);
  requireEditable(application, item.row);
  requireAnswersOf(item, answers, ctx.now);
  await saveAnswers(ctx.tx, item.row.id, answers);
  await touchItem(ctx, application, item);
  const saved = (await findApplication(ctx.tx, application.id)) ?? application;
  return toItemForm(saved, await requireItem(ctx, saved, key, personId));
}

export async function requireItem(
  ctx: Pick<Ctx, 'tx' | 'now'>,
  application: ApplicationRow,
  key: KycItemKey,
  personId: string | null = null,
): Promise<EvaluatedItem> {
  const items = await loadItems(ctx, application, personId);
  const item = items.find(({ row }) => row.key === key && row.personId === personId);
  if (!item) throw new Refusal('not_found');
  return item;
}

/** The first thing that is given begins the identity check of the customer, also again after it expired. */
export async function touchItem(ctx: Ctx, application: ApplicationRow, { row }: EvaluatedItem): Promise<void> {
  await updateItem(ctx.tx, row.id, { savedAt: ctx.now });
  await audit(ctx, 'kyc.item_saved', `kyc:${application.id}`, { item: row.id, key: row.key });
  if (row.membershipId !== null) return;
  if (application.state === 'not_started' || application.state === 'expired')
    await changeKycState(ctx, application, { state: 'in_progress' });
}

function requireAnswersOf({ requirement }: EvaluatedItem, answers: KycAnswersInput, now: Date): void {
  const answerNames: readonly string[] = [...requirement.required, ...requirement.optional];
  const errors = Object.keys(answers).flatMap((name): FieldError[] => {
    if (!answerNames.includes(name)) return [fault(name, 'not_allowed', message('kyc_answer_not_of_item'))];
    return faultsOf(name as KycAnswerName, answers, now);
  });
  if (errors.length > 0) throw new Refusal('validation_failed', { errors });
}

const fault = (name: string, code: FieldError['code'], reason: FieldError['reason']): FieldError => ({
  field: `answers.${name}`,
  code,
  reason,
});

/** Years of the Thai calendar are 543 ahead. */
const longestValidityYears = 100;

function faultsOf(name: KycAnswerName, answers: KycAnswers, now: Date): FieldError[] {
  const value = answers[name];
  const today = now.toISOString().slice(0, 10);
  if (typeof value !== 'string') return [];
  if (name === 'dateOfBirth' && !isOfAge(value, now)) return [fault(name, 'invalid', message('age_too_low'))];
  if (name === 'incorporatedOn' && value > today) return [fault(name, 'too_large', message('kyc_date_in_future'))];
  if (name === 'documentExpiresOn' && value <= today)
    return [fault(name, 'too_small', message('kyc_document_expired'))];
  if (name === 'documentExpiresOn' && Number(value.slice(0, 4)) > now.getUTCFullYear() + longestValidityYears)
    return [fault(name, 'too_large', message('kyc_document_expiry_far'))];
  return [];
}
