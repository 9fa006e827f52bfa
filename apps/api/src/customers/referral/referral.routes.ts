import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { acceptAppeal, appealReferral, declineAppeal } from './decide-appeal.ts';
import { listReferrals, listReferralsForStaff, showInvitation } from './referral.view.ts';
import { remindFriend } from './remind-friend.ts';

/** `site`: the address of the web app, for the link. `confirmCodes`: the key of links that confirm a registration. */
export function referralRoutes(bind: Bind, site: string, confirmCodes: Buffer): void {
  bind.verb(contract.registration.invitation, showInvitation);
  bind.verb(contract.referral.list, listReferrals(site));
  bind.verb(contract.referral.remind, remindFriend(confirmCodes));
  bind.verb(contract.referral.appeal, appealReferral);
  bind.verb(contract.referralReview.list, listReferralsForStaff);
  bind.verb(contract.referralReview.accept, acceptAppeal);
  bind.verb(contract.referralReview.decline, declineAppeal);
}
