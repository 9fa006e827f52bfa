import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../../platform/requests/verb.ts';
import { requireEditor } from './editing.ts';
import { loadKycFile } from './evaluate-items.ts';
import { findApplicationOf } from './kyc.sql.ts';
import { toForm } from './kyc.view.ts';

export const showKycForm: Verb<typeof contract.kyc.form> = async (ctx) => {
  requireEditor(ctx.actor);
  return toForm(await loadKycFile(ctx, await findApplicationOf(ctx.tx, ctx.actor.customerId)));
};
