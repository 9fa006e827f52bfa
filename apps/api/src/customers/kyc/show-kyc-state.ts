import type { contract } from '@larkmere/contract/contract';
import type { KycLimits, KycStateView, KycStatus } from '@larkmere/contract/customers/kyc';
import type { KycItemKey } from '@larkmere/contract/customers/kyc-requirements';
import { defaultText } from '@larkmere/messages/format-message';
import type { MessageCode } from '@larkmere/messages/message';
import { formatAmount, money } from '@larkmere/money/money';
import type { Tx } from '../../platform/db/db.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { readSetting } from '../../platform/settings/setting.ts';
import { canSubmit, isEditor, isSubmittable, requireEditor } from './editing.ts';
import { type EvaluatedItem, isOpen, type KycFile, loadKycFile } from './evaluate-items.ts';
import { conditionalLimit } from './kyc.settings.ts';
import { type ApplicationRow, findApplicationOf } from './kyc.sql.ts';
import { canUpload, toForm, toItemView } from './kyc.view.ts';

export const showKycState: Verb<typeof contract.kyc.kycState> = async (ctx) =>
  viewKycState(ctx, await findApplicationOf(ctx.tx, ctx.actor.customerId));

export async function viewKycState(ctx: CustomerCtx, application: ApplicationRow): Promise<KycStateView> {
  const file = await loadKycFile(ctx, application);
  const isFirm = application.level === 'business';
  const isEditing = isEditor(ctx.actor);
  return {
    status: application.state,
    level: isFirm ? 'business' : 'person',
    submittedAt: toText(application.submittedAt),
    dueBy: toText(application.dueBy),
    requirements: file.items.filter(({ row }) => row.personId === null).map((item) => toRequirement(file, item)),
    limits: application.state === 'approved_conditional' ? await loadLimits(ctx.tx) : null,
    nextStep: defaultText(nextStepOf(file)),
    refreshDueBy: toText(application.refreshDueAt),
    nextUpdateBy: toText(application.nextUpdateAt),
    canEdit: isEditing && isSubmittable(application) && file.items.some(({ row }) => isOpen(row)),
    canSubmit: isEditing && canSubmit(file),
  };
}

const toText = (at: Date | null): string | null => at?.toISOString() ?? null;

const toRequirement = ({ application }: KycFile, item: EvaluatedItem): KycStateView['requirements'][number] => ({
  ...toItemView(application, item.row),
  isComplete: item.isComplete,
  canUpload: canUpload(application, item),
  examples: exampleTexts(application.level, item.requirement.key),
  dueBy: toText(item.row.dueBy),
  decidedAt: toText(item.row.decidedAt),
});

/** While a verified customer confirms details or conditions, the text says who acts next. */
function nextStepOf({ application, items }: KycFile): Extract<MessageCode, `kyc_${string}`> & KycNextStep {
  const { state } = application;
  if (state !== 'approved' && state !== 'approved_conditional') return `kyc_${state}`;
  if (items.some(({ row }) => isOpen(row))) return state === 'approved' ? 'kyc_approved_refresh' : `kyc_${state}`;
  return items.some(({ row }) => row.state === 'in_review') ? 'kyc_approved_checking' : `kyc_${state}`;
}
type KycNextStep = `kyc_${KycStatus}` | 'kyc_approved_refresh' | 'kyc_approved_checking';

async function loadLimits(tx: Tx): Promise<KycLimits> {
  const limit = await readSetting(tx, conditionalLimit, { currency: 'GBP' });
  const view = (minor: bigint | undefined) => ({
    amount: formatAmount(money('GBP', minor ?? 0n)),
    currency: 'GBP' as const,
  });
  return { perPayment: view(limit?.perPaymentMinor), perDay: view(limit?.perDayMinor) };
}

type Example = Extract<MessageCode, `kyc_example_${string}`>;

const examples: Readonly<Partial<Record<KycItemKey, readonly Example[]>>> = {
  identity_document: ['kyc_example_passport', 'kyc_example_identity_card', 'kyc_example_driving_licence'],
  selfie: ['kyc_example_selfie'],
  proof_of_address: ['kyc_example_bill', 'kyc_example_bank_letter', 'kyc_example_house_registration'],
  source_of_funds: ['kyc_example_payslip', 'kyc_example_bank_letter'],
  company: ['kyc_example_certificate', 'kyc_example_company_extract'],
  people: ['kyc_example_shareholders'],
  board_authority: ['kyc_example_resolution'],
};
const firmFunds: readonly Example[] = ['kyc_example_accounts', 'kyc_example_statements'];

/** What can be sent for an item, as the customer reads it. */
const exampleTexts = (level: string, key: KycItemKey): string[] =>
  (level === 'business' && key === 'source_of_funds' ? firmFunds : (examples[key] ?? [])).map((code) =>
    defaultText(code),
  );

export const showKycForm: Verb<typeof contract.kyc.form> = async (ctx) => {
  requireEditor(ctx.actor);
  return toForm(await loadKycFile(ctx, await findApplicationOf(ctx.tx, ctx.actor.customerId)));
};
