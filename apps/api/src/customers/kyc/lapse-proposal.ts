import { audit } from '../../platform/requests/audit.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { withdrawProposal } from './decision.sql.ts';

/** Ends what one person proposed: a second person must not complete it after the identity check has changed. */
export async function lapseProposal(ctx: Ctx, applicationId: string): Promise<void> {
  if (await withdrawProposal(ctx.tx, applicationId)) await audit(ctx, 'kyc.decision_lapsed', `kyc:${applicationId}`);
}
