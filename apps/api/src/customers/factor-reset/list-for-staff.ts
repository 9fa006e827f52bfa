import type { StaffFactorReset } from '@larkmere/contract/back-office/factor-reset-review';
import { allows } from '@larkmere/contract/back-office/permissions';
import type { contract } from '@larkmere/contract/contract';
import { type Document, findDocuments } from '../../checks/document/document.ts';
import { nextStates } from '../../platform/lifecycle/lifecycle.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { selectPictures } from './factor-reset.sql.ts';
import { selfieNumberOf } from './factor-reset-events.ts';
import { factorResetLifecycle, type ResetRow } from './factor-reset-lifecycle.ts';
import { hasCustomer, selectConcerns, selectForStaff } from './factor-reset-review.read.ts';

export const listResetsForStaff: Verb<typeof contract.factorResetReview.list> = async (ctx, { id }) => {
  if (!(await hasCustomer(ctx.tx, id))) throw new Refusal('not_found');
  const list = await viewResets(ctx, id);
  if (list.length > 0) await audit(ctx, 'factor_reset.viewed', `customer:${id}`);
  return { list };
};

export async function viewResets(ctx: StaffCtx, customerId: string): Promise<StaffFactorReset[]> {
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
