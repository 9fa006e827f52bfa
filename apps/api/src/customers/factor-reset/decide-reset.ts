import type { StaffFactorReset } from '@larkmere/contract/back-office/factor-reset-review';
import { allows } from '@larkmere/contract/back-office/permissions';
import type { contract } from '@larkmere/contract/contract';
import { type Document, findDocuments } from '../../checks/document/document.ts';
import { nextStates } from '../../platform/lifecycle/lifecycle.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { changeResetState, endReset, selfieNumberOf } from './change-reset-state.ts';
import { hasCustomer, selectConcerns, selectForStaff } from './factor-reset.read.ts';
import { lockRequest, selectPictures } from './factor-reset.sql.ts';
import { factorResetLifecycle, type ResetRow } from './factor-reset-lifecycle.ts';
import { hoursAfter } from './request-reset.ts';

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
