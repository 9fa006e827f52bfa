import type { SessionView } from '@larkmere/contract/identity/session';

type Customer = Pick<SessionView, 'userType'> & Readonly<{ feature: Pick<SessionView['feature'], 'upgrade'> }>;

/** A wallet customer sees the better rate only together with the offer to upgrade; a Plus customer needs no offer. */
export function plusOffer({ userType, feature }: Customer): Readonly<{ showPlus: boolean; offerUpgrade: boolean }> {
  const isWallet = userType === 'wallet';
  return { showPlus: !isWallet || feature.upgrade, offerUpgrade: isWallet && feature.upgrade };
}
