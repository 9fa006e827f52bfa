import type { contract } from '@larkmere/contract/contract';
import type { ProfileView } from '@larkmere/contract/customers/profile';
import { audit } from '../../platform/requests/audit.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { selectProfile, updateNewsConsent } from '../customer/customer.ts';

export const showProfile: Verb<typeof contract.profile.show> = (ctx) => viewProfile(ctx);

export async function viewProfile({ tx, actor }: CustomerCtx): Promise<ProfileView> {
  const { address, ...profile } = await selectProfile(tx, actor);
  if (!address) return { ...profile, address: null };
  const { street = null, buildingNumber = null, postCode = null, town, country } = address;
  return { ...profile, address: { street, buildingNumber, town, postCode, country } };
}

/** Each change of the consent is recorded, because it must be possible to show when it was given. */
export const updateProfile: Verb<typeof contract.profile.update> = async (ctx, { notifyNews }) => {
  const { userId } = ctx.actor;
  if (await updateNewsConsent(ctx.tx, userId, notifyNews))
    await audit(ctx, notifyNews ? 'profile.news_allowed' : 'profile.news_stopped', `person:${userId}`);
  return viewProfile(ctx);
};
