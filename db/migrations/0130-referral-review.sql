-- Where a friend may be the referrer under another spelling, we open the review ourselves and no customer appeals.
alter table referral.appeal alter column user_id drop not null;

alter table referral.referral drop constraint referral_reason_check;
alter table referral.referral add constraint referral_reason_check check (reason in ('self_referral', 'shared_device',
  'shared_card', 'shared_bank_account', 'shared_address', 'loop', 'not_confirmed', 'too_many_at_once', 'limit_reached',
  'deadline_passed', 'friend_closed', 'referrer_closed', 'no_account', 'account_restricted'));
