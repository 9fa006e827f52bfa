import type { StaffFactorReset } from '@larkmere/contract/back-office/factor-reset-review';
import { allows } from '@larkmere/contract/back-office/permissions';
import type { contract } from '@larkmere/contract/contract';
import { sql } from 'kysely';
import { type Document, decideIdentityDocument, findDocuments } from '../../checks/document/document.ts';
import { removeAllFactors } from '../../identity/second-factor/second-factor.ts';
import { handleDueRows } from '../../platform/jobs/due-rows.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import { nextStates } from '../../platform/lifecycle/lifecycle.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { hoursAfter } from '../../platform/time/time-after.ts';
import { hasCustomer, isLeftOver, selectConcerns, selectForStaff } from './factor-reset.read.ts';
import { lockRequest, type ResetRow, selectPictures } from './factor-reset.sql.ts';
import {
  changeResetState,
  discardPicture,
  endReset,
  factorResetLifecycle,
  selfieNumberOf,
} from './factor-reset-lifecycle.ts';

/** The owner can stop an approval for so long. */
const waitHours = 24;
const shownAfterwardsHours = 24;

export const approveReset: Verb<typeof contract.factorResetReview.approve> = async (ctx, { uid, note }) => {
  const request = await lockUndecided(ctx, uid);
  const appliesAt = hoursAfter(ctx.now, waitHours);
  await changeResetState(ctx, request, {
    state: 'approved',
    ...decisionOf(ctx, note),
    appliesAt,
    expiresAt: hoursAfter(appliesAt, shownAfterwardsHours),
  });
  return { list: await viewResets(ctx, request.customerId) };
};

/** Staff also stop what they approved, if the owner calls. */
export const refuseReset: Verb<typeof contract.factorResetReview.refuse> = async (ctx, { uid, reasonCode, note }) => {
  const request = await lockUndecided(ctx, uid);
  await endReset(ctx, request, {
    state: 'refused',
    ...decisionOf(ctx, note),
    refusalReason: reasonCode,
    appliesAt: null,
  });
  return { list: await viewResets(ctx, request.customerId) };
};

const decisionOf = ({ actor, now }: StaffCtx, note: string) => ({
  decidedBy: actor.staffId,
  decidedAt: now,
  note,
});

/** Refuses `not_found`, and `invalid_transition` for one that nobody handed in or decided in time. */
async function lockUndecided({ tx, now }: StaffCtx, uid: string): Promise<ResetRow> {
  const request = await lockRequest(tx, uid);
  if (!request) throw new Refusal('not_found');
  if (request.state !== 'approved' && request.expiresAt <= now) throw new Refusal('invalid_transition');
  return request;
}

export const listResetsForStaff: Verb<typeof contract.factorResetReview.list> = async (ctx, { id }) => {
  if (!(await hasCustomer(ctx.tx, id))) throw new Refusal('not_found');
  const list = await viewResets(ctx, id);
  if (list.length > 0) await audit(ctx, 'factor_reset.viewed', `customer:${id}`);
  return { list };
};

async function viewResets(ctx: StaffCtx, customerId: string): Promise<StaffFactorReset[]> {
  const { tx } = ctx;
  const rows = await selectForStaff(tx, customerId);
  const pictures = await selectPictures(
    tx,
    rows.map(({ id }) => id),
  );
  const documents = await findDocuments(
    tx,
    pictures.map(({ documentId }) => documentId),
  );
  const list: StaffFactorReset[] = [];
  for (const row of rows)
    list.push({
      uid: row.id,
      person: { uid: row.userId, name: row.personName },
      state: row.state,
      selfieNumber: selfieNumberOf(row.id),
      requestedAt: row.requestedAt.toISOString(),
      submittedAt: row.submittedAt?.toISOString() ?? null,
      expiresAt: row.expiresAt.toISOString(),
      decidedBy: row.decidedByName,
      decidedAt: row.decidedAt?.toISOString() ?? null,
      note: row.note,
      refusalReason: row.refusalReason,
      appliesAt: row.appliesAt?.toISOString() ?? null,
      concerns: row.endedAt === null ? await selectConcerns(tx, row) : [],
      documents: documents.flatMap((document) => {
        const picture = pictures.find(
          ({ documentId, requestId }) => documentId === document.id && requestId === row.id,
        );
        return picture ? [{ ...viewDocument(document), item: picture.item }] : [];
      }),
      allowed: allowedFor(ctx, row),
    });
  return list;
}

const viewDocument = (document: Document) => ({
  uid: document.id,
  name: document.name,
  mediaType: document.mediaType,
  size: document.sizeBytes,
  state: document.state,
  reason: document.reason,
  createdAt: document.createdAt.toISOString(),
});

function allowedFor({ actor, now }: StaffCtx, { state, expiresAt }: ResetRow): ('approve' | 'refuse')[] {
  const isOverdue = state !== 'approved' && expiresAt <= now;
  if (isOverdue || !allows(actor.permissions, ['kyc', 'act'])) return [];
  const next = nextStates(factorResetLifecycle, state);
  return [
    ...(next.includes('approved') ? (['approve'] as const) : []),
    ...(next.includes('refused') ? (['refuse'] as const) : []),
  ];
}

/** Removes the factors a day after the approval, and ends what nobody handed in or decided in time. */
export const factorResets = defineJob({
  name: 'process-factor-resets',
  everySeconds: 5,
  run: async (job) => {
    const table = 'factor_reset.request';
    await handleDueRows(job, {
      table,
      isDue: sql`state in ('requested', 'submitted') and expires_at <= now()`,
      handle: (ctx, request) => endReset(ctx, request, { state: 'expired' }),
    });
    await handleDueRows(job, { table, isDue: sql`state = 'approved' and applies_at <= now()`, handle: apply });
    await handleDueRows(job, {
      table: 'document.document',
      isDue: isLeftOver,
      handle: (ctx, { id }) => discardPicture(ctx, id),
    });
  },
});

/** Whoever used a factor since the request has cancelled it, so nothing is looked up here. The PIN stays. */
async function apply(ctx: Ctx, request: ResetRow): Promise<void> {
  await removeAllFactors(ctx, request.userId);
  for (const { documentId } of await selectPictures(ctx.tx, [request.id]))
    await decideIdentityDocument(ctx, documentId, { state: 'accepted' });
  await changeResetState(ctx, request, { state: 'applied', endedAt: ctx.now });
}
