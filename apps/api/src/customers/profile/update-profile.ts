import type { contract } from '@larkmere/contract/contract';
import { audit } from '../../platform/requests/audit.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { updateNewsConsent } from '../customer/customer.ts';
import { viewProfile } from './show-profile.ts';

/** Each change of the consent is recorded, because it must be possible to show when it was given. */
export const updateProfile: Verb<typeof contract.profile.update> = async (ctx, { notifyNews }) => {
  const { userId } = ctx.actor;
  if (await updateNewsConsent(ctx.tx, userId, notifyNews))
    await audit(ctx, notifyNews ? 'profile.news_allowed' : 'profile.news_stopped', `person:${userId}`);
  return viewProfile(ctx);
};
