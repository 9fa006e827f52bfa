import type { contract } from '@larkmere/contract/contract';
import { audit } from '../kernel/audit.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Verb } from '../kernel/verb.ts';
import { deleteAlert } from './rate-alert.sql.ts';

export const removeAlert: Verb<typeof contract.rateAlert.remove> = async (ctx, { uid }) => {
  if (!(await deleteAlert(ctx.tx, uid, ctx.actor.personId))) throw new Refusal('not_found');
  await audit(ctx, 'rate-alert.removed', `rate-alert:${uid}`);
  return null;
};
