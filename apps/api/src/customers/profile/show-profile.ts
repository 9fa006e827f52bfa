import type { contract } from '@larkmere/contract/contract';
import type { ProfileView } from '@larkmere/contract/customers/profile';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { selectProfile } from './profile.read.ts';

export const showProfile: Verb<typeof contract.profile.show> = (ctx) => viewProfile(ctx);

export async function viewProfile({ tx, actor }: CustomerCtx): Promise<ProfileView> {
  const { address, ...profile } = await selectProfile(tx, actor);
  if (!address) return { ...profile, address: null };
  const { street = null, buildingNumber = null, postCode = null, town, country } = address;
  return { ...profile, address: { street, buildingNumber, town, postCode, country } };
}
