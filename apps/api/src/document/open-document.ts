import type { contract } from '@larkmere/contract/contract';
import { audit } from '../kernel/audit.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Ctx, Procedure } from '../kernel/verb.ts';
import { contentOf, findDocument } from './document.sql.ts';
import type { Document } from './document.ts';
import { requireRole } from './staff-role.ts';

export const openDocument: Procedure<typeof contract.document.open> = ({ actor, transaction }, { uid }) =>
  transaction(async (ctx) => {
    const document = await findDocument(ctx.tx, uid);
    if (!document || document.customer_id !== actor.customerId) throw new Refusal('not_found');
    return fileOf(ctx, document);
  });

export const openForStaff: Procedure<typeof contract.document.show> = ({ actor, transaction }, { uid }) =>
  transaction(async (ctx) => {
    requireRole(actor, 'look');
    const document = await findDocument(ctx.tx, uid);
    if (document?.payment_id == null) throw new Refusal('not_found');
    const file = await fileOf(ctx, document);
    await audit(ctx, 'document.looked-at', `document:${uid}`, { payment: document.payment_id });
    return file;
  });

async function fileOf({ tx }: Ctx, { id, state, name, media_type: type }: Document): Promise<File> {
  const bytes = state === 'received' || state === 'accepted' ? await contentOf(tx, id) : undefined;
  if (!bytes) throw new Refusal('invalid_transition', { message: 'This file is in quarantine or was not kept.' });
  return new File([new Uint8Array(bytes)], name, { type });
}
