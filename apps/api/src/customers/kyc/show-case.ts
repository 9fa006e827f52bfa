import type { KycCaseFile, KycCaseView, KycOutcome } from '@larkmere/contract/back-office/kyc-review';
import { allows } from '@larkmere/contract/back-office/permissions';
import type { contract } from '@larkmere/contract/contract';
import type { KycAnswers } from '@larkmere/contract/customers/kyc';
import { openIdentityDocument } from '../../checks/document/document.ts';
import type { Tx } from '../../platform/db/db.ts';
import { findTimelines } from '../../platform/lifecycle/change-state.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx, Verb, Workflow } from '../../platform/requests/verb.ts';
import { isVerified } from './editing.ts';
import { type EvaluatedItem, loadKycFile } from './evaluate-items.ts';
import { findIdentityDifferences, type KycHit, screenApplication } from './identity-concerns.ts';
import { selectCaseCustomers, selectCases, selectStaffNames } from './kyc.read.ts';
import { type ApplicationRow, findApplication, findProposal } from './kyc.sql.ts';
import { toItemForm, toPersonView } from './kyc.view.ts';
import { applicationLifecycle } from './kyc-lifecycle.ts';
import { selectVendorChecks, type VendorCheckRow } from './vendor-check.sql.ts';

const maxResults = 200;

export const showKycQueue: Verb<typeof contract.kycReview.workQueue> = async ({ tx }, { status }) => {
  return { list: await viewCases(tx, await selectCases(tx, status, maxResults)) };
};

export const showKycCase: Verb<typeof contract.kycReview.show> = async (ctx, { uid }) => {
  const application = await findApplication(ctx.tx, uid);
  if (!application) throw new Refusal('not_found');
  await audit(ctx, 'kyc.viewed', `kyc:${uid}`, { customer: application.customerId });
  return viewCase(ctx, application);
};

export const openKycDocument: Workflow<typeof contract.kycReview.downloadDocument> = ({ transaction }, { uid }) =>
  transaction(async (ctx) => {
    const file = await openIdentityDocument(ctx, uid);
    await audit(ctx, 'document.viewed', `document:${uid}`, { payment: null });
    return file;
  });

async function viewCases(tx: Tx, rows: readonly ApplicationRow[]): Promise<KycCaseView[]> {
  const customers = await selectCaseCustomers(
    tx,
    rows.map(({ customerId }) => customerId),
  );
  const views = [];
  for (const row of rows) {
    const customer = customers.get(row.customerId);
    if (!customer) throw new Error(`identity check ${row.id} has no customer`);
    views.push({
      uid: row.id,
      status: row.state,
      level: row.level,
      customer,
      concerns: row.concerns,
      submittedAt: row.submittedAt?.toISOString() ?? null,
      dueBy: row.dueBy?.toISOString() ?? null,
      proposal: await viewProposal(tx, row.id),
    });
  }
  return views;
}

async function viewProposal(tx: Tx, applicationId: string): Promise<KycCaseView['proposal']> {
  const proposal = await findProposal(tx, applicationId);
  if (!proposal) return null;
  const names = await selectStaffNames(tx, [proposal.firstBy]);
  return {
    outcome: proposal.outcome,
    reasonCode: proposal.reason,
    note: proposal.note,
    dueOn: proposal.dueOn,
    proposedBy: names.get(proposal.firstBy) ?? '',
    proposedAt: proposal.firstAt.toISOString(),
  };
}

export async function viewCase(ctx: StaffCtx, application: ApplicationRow): Promise<KycCaseFile> {
  const { tx, actor } = ctx;
  const file = await loadKycFile(ctx, application);
  const [view] = await viewCases(tx, [application]);
  if (!view) throw new Error(`identity check ${application.id} has no view`);
  const timelines = await findTimelines(tx, applicationLifecycle, [application.id]);
  return {
    ...view,
    items: file.items.map((item) => toStaffItem(application, item)),
    people: file.people.map((person) => toPersonView(file, person)),
    hits: (await screenApplication(ctx, file)).map(toHitView),
    differences: await findIdentityDifferences(ctx, file),
    checks: (await selectVendorChecks(tx, application.id)).map(toCheckView),
    history: timelines.get(application.id) ?? [],
    allowed: allows(actor.permissions, ['kyc', 'act']) ? [...allowedOutcomes(application)] : [],
  };
}

export const toHitView = ({ of, entryId, name, score }: KycHit): KycCaseFile['hits'][number] => ({
  subject: of,
  entryId,
  name,
  score: String(Math.round(score * 1000) / 1000),
});

export const toStaffItem = (application: ApplicationRow, item: EvaluatedItem): KycCaseFile['items'][number] => ({
  ...toItemForm(application, item),
  answers: maskNumbers(item.answers),
  uid: item.row.id,
  person: item.row.personId,
  note: item.row.note,
});

const maskedAnswers = ['documentNumber', 'taxNumber'] as const;

function maskNumbers(answers: KycAnswers): KycAnswers {
  const masked = maskedAnswers.flatMap((name) => {
    const value = answers[name];
    return value == null ? [] : [[name, maskNumber(value)] as const];
  });
  return { ...answers, ...Object.fromEntries(masked) };
}

const shownCharacters = 4;

/** A short number is masked as a whole. */
const maskNumber = (number: string): string => {
  const shown = number.length > 2 * shownCharacters ? number.slice(-shownCharacters) : '';
  return '•'.repeat(number.length - shown.length) + shown;
};

const toCheckView = (check: VendorCheckRow): KycCaseFile['checks'][number] => ({
  uid: check.id,
  state: check.state,
  answer: check.answer,
  rejectType: check.rejectType,
  createdAt: check.createdAt.toISOString(),
  respondedAt: check.respondedAt?.toISOString() ?? null,
});

const decisions: readonly KycOutcome[] = ['approve', 'approve_conditional', 'request_more', 'reject', 'restrict'];

/** A verified customer is decided only while something about them is in doubt. */
export function allowedOutcomes(application: ApplicationRow): readonly KycOutcome[] {
  const { state, concerns } = application;
  if (state === 'in_review') return decisions;
  if (state === 'pending' || state === 'action_required') return ['hold'];
  if (!isVerified(application)) return [];
  return concerns.length > 0 ? ['approve', 'request_more', 'hold'] : ['hold'];
}
