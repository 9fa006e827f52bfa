import type { contract } from '@larkmere/contract/contract';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { deleteAlert } from './rate-alert.sql.ts';

export const removeAlert: Verb<typeof contract.rateAlert.remove> = async (ctx, { uid }) => {
  if (!(await deleteAlert(ctx.tx, uid, ctx.actor.userId))) throw new Refusal('not_found');
  await audit(ctx, 'rate-alert.removed', `rate-alert:${uid}`);
  return null;
};
