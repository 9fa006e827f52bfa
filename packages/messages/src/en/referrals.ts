const notForThisFriend =
  'We can’t pay a reward for this friend. The offer is for people who don’t share a home, device, card or account.';

/** Friends that customers invite, and their rewards. */
export const referrals = {
  referral_appeal_too_short: 'Say in at least {min} characters why you think it should count',
  referral_appeal_too_long: 'Shorten this to {max} characters or fewer',
  referral_reminded_twice: 'We have sent the link twice. You can share your own link with your friend instead.',
  referral_reminded_lately: 'We sent the link less than three days ago. Try again later.',
  referral_appeal_twice: 'You have asked us about this friend before, and we have answered.',

  // One text for all, so that nobody learns what we compared and with whom.
  referral_self_referral: notForThisFriend,
  referral_shared_device: notForThisFriend,
  referral_shared_card: notForThisFriend,
  referral_shared_bank_account: notForThisFriend,
  referral_shared_address: notForThisFriend,
  referral_loop: notForThisFriend,
  referral_not_confirmed: notForThisFriend,
  referral_doubt:
    'Opened by us: the two may be one person. Compare name, birthday and address before the reward is paid.',
  referral_too_many_at_once: 'More friends joined with your link on one day than the offer allows.',
  referral_limit_reached: 'You have had all the rewards that one person can get with this offer.',
  referral_deadline_passed: 'Your friend did not finish every step in time.',
  referral_friend_closed: 'Your friend closed their account before the last step.',
  referral_referrer_closed: 'Your account was closed before the last step.',
  referral_no_account: 'Open a {currency} account and we’ll pay the reward into it.',
  referral_account_restricted: 'We’ll pay the reward when your account can receive money again.',

  referral_waits_registered: 'Your friend has joined.',
  referral_waits_registered_next: 'They prove who they are.',
  referral_waits_kyc_approved: 'Your friend has proved who they are.',
  referral_waits_kyc_approved_next: 'They exchange what the offer asks for.',
  referral_waits_first_trade: 'Your friend has exchanged what the offer asks for.',
  referral_waits_first_trade_next: 'We check the conditions of the offer.',
  referral_waits_reward_due: 'Your reward is ready.',
  referral_waits_reward_due_next: 'We pay it into your account.',
  referral_waits_not_eligible: 'This friend does not count for the offer.',
  referral_waits_not_eligible_next: 'If you think we are wrong, ask us to look again.',

  statement_referral_reward: 'Reward for inviting {name}',

  notice_referral_registered_title: 'Your friend has joined',
  notice_referral_registered: '{name} joined with your link. Next, they prove who they are.',
  notice_referral_kyc_approved_title: 'One step closer to your reward',
  notice_referral_kyc_approved: '{name} has proved who they are. Next, they exchange {needed} by {dueOn}.',
  notice_referral_paid_title: 'Your reward is here',
  notice_referral_paid: '{amount} for inviting {name} is in your account.',
  notice_referral_waiting_title: 'A reward is waiting for you',
  notice_referral_waiting: 'Your reward of {amount} for inviting {name} is ready.',
  notice_referral_not_eligible_title: 'A friend does not count for your reward',
  notice_referral_not_eligible: 'We cannot pay a reward for {name}.',
  notice_referral_cleared_title: 'Your friend counts again',
  notice_referral_cleared: 'We looked again at your invitation of {name}. It counts for the offer now.',
  notice_referral_appeal_declined_title: 'We looked again at your invitation',
  notice_referral_appeal_declined: 'We still cannot pay a reward for {name}.',
  notice_free_transfers_title: 'You have free transfers',
  notice_free_transfers:
    'Because a friend invited you, {count, plural, one {# transfer is} other {# transfers are}} free of our fee.',
} as const;
