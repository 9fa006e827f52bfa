import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { appealReferral } from './appeal-referral.ts';
import { acceptAppeal, declineAppeal } from './decide-appeal.ts';
import { listReferralsForStaff } from './list-for-staff.ts';
import { listReferrals } from './list-referrals.ts';
import { remindFriend } from './remind-friend.ts';
import { showInvitation } from './show-invitation.ts';

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
