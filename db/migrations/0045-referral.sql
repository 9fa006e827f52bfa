-- Friends that customers invite, from the registration to the reward.

create schema referral;

-- Campaigns. The one that took effect last and has not ended applies to new referrals.
create table referral.offer (
  code               text not null check (code ~ '^[A-Z0-9-]{2,30}$'),
  currency           char(3) not null,
  reward_minor       bigint not null check (reward_minor > 0),
  -- What the friend exchanges, all exchanges together.
  exchange_minor     bigint not null check (exchange_minor > 0),
  free_transfers     int not null check (free_transfers between 0 and 50),
  free_transfers_at  text not null check (free_transfers_at in ('registered', 'kyc_approved')),
  deadline_days      int not null check (deadline_days between 1 and 365),
  -- Rewards for one customer in this campaign, and registrations through one customer within 24 hours.
  max_rewards        int not null check (max_rewards between 1 and 1000),
  max_per_day        int not null check (max_per_day between 1 and 1000),
  terms_version      text not null check (length(terms_version) between 1 and 20),
  -- The last London day; null: until it is changed.
  ends               date,
  effective_from     timestamptz not null,
  change_id          uuid references platform.setting_change,
  primary key (code, effective_from),
  constraint offer_ends_after_it_begins check (ends >= (effective_from at time zone 'Europe/London')::date)
);
insert into referral.offer values
  ('INVITE50', 'GBP', 5000, 10000, 3, 'kyc_approved', 90, 20, 5, '1.0', null, '2025-01-01T00:00:00Z');

create table referral.referral (
  id                         uuid primary key,
  -- The friend. One referral each, whoever else invited them.
  customer_id                uuid not null unique references customer.customer,
  referrer_id                uuid not null references customer.customer,
  state                      text not null
    check (state in ('registered', 'kyc_approved', 'first_trade', 'reward_due', 'paid', 'not_eligible')),
  -- Why it is not eligible, or why a reward that is due waits.
  reason                     text check (reason in ('self_referral', 'shared_device', 'shared_card', 'shared_bank_account',
    'shared_address', 'loop', 'not_confirmed', 'too_many_at_once', 'limit_reached', 'deadline_passed', 'friend_closed',
    'referrer_closed', 'no_account', 'account_restricted')),
  -- The conditions as they were when the friend registered.
  offer_code                 text not null,
  currency                   char(3) not null,
  reward_minor               bigint not null check (reward_minor > 0),
  exchange_minor             bigint not null check (exchange_minor > 0),
  free_transfers             int not null check (free_transfers >= 0),
  free_transfers_at          text not null check (free_transfers_at in ('registered', 'kyc_approved')),
  max_rewards                int not null check (max_rewards > 0),
  complete_by                date not null,
  registered_at              timestamptz not null default now(),
  free_transfers_granted_at  timestamptz,
  -- Staff accepted an appeal: what the two share does not count any more.
  cleared_at                 timestamptz,
  next_check_at              timestamptz,
  check (referrer_id <> customer_id),
  constraint refused_for_a_reason check (state <> 'not_eligible' or reason is not null),
  constraint waits_for_a_reason check (
    reason is null or state = 'not_eligible' or (state = 'reward_due' and reason in ('no_account', 'account_restricted')))
);
create index referral_of_referrer on referral.referral (referrer_id, registered_at);
create index referral_to_check on referral.referral (next_check_at) where next_check_at is not null;
create index referral_open on referral.referral (complete_by) where state in ('registered', 'kyc_approved');

-- A customer cannot be invited by a friend whom they invited, directly or through others.
create function referral.refuse_loop() returns trigger language plpgsql as $$
begin
  if exists (
    with recursive chain (id) as (
      select new.referrer_id
      union
      select r.referrer_id from referral.referral r join chain on r.customer_id = chain.id
    )
    select from chain where id = new.customer_id
  ) then
    raise exception 'customer % is among those who invited %', new.customer_id, new.referrer_id
      using errcode = 'check_violation', constraint = 'referral_without_loop';
  end if;
  return new;
end $$;
create trigger referral_without_loop before insert or update of customer_id, referrer_id on referral.referral
  for each row execute function referral.refuse_loop();

create table referral.transition (
  referral_id  uuid not null references referral.referral,
  seq          int not null,
  state        text not null,
  actor_kind   text not null,
  actor_id     text,
  reason       text,
  at           timestamptz not null default clock_timestamp(),
  primary key (referral_id, seq)
);
create trigger transition_append_only before update or delete on referral.transition
  for each row execute function platform.refuse_change();

-- What the friend exchanged until the day named, in the currency of the offer.
create table referral.exchange (
  conversion_id  uuid primary key references fx.conversion,
  referral_id    uuid not null references referral.referral,
  value_minor    bigint not null check (value_minor >= 0),
  executed_at    timestamptz not null
);
create index exchange_of_referral on referral.exchange (referral_id);
create trigger exchange_append_only before update or delete on referral.exchange
  for each row execute function platform.refuse_change();

-- The key pays a reward once per friend.
create table referral.reward (
  customer_id   uuid primary key references referral.referral (customer_id),
  -- The posting from `referral-cost` to the account.
  operation_id  uuid not null unique,
  account_id    uuid not null references bank_account.account,
  currency      char(3) not null,
  amount_minor  bigint not null check (amount_minor > 0),
  paid_at       timestamptz not null default now()
);
create trigger reward_append_only before update or delete on referral.reward
  for each row execute function platform.refuse_change();

-- One appeal per referral that is not eligible.
create table referral.appeal (
  id            uuid primary key,
  referral_id   uuid not null unique references referral.referral,
  -- Null: where a friend may be the referrer under another spelling, we open the review ourselves and no customer appeals.
  user_id       uuid references customer.user,
  -- Erased with the customer.
  text          text,
  state         text not null default 'open' check (state in ('open', 'accepted', 'declined')),
  requested_at  timestamptz not null default now(),
  decided_by    uuid,
  decided_at    timestamptz,
  -- What the customer reads.
  answer        text,
  check ((state = 'open') = (decided_at is null)),
  check ((state = 'open') = (decided_by is null)),
  check (state <> 'declined' or answer is not null)
);
create index appeal_open on referral.appeal (requested_at) where state = 'open';

create trigger state_transition before update of state on referral.referral
  for each row when (old.state <> new.state) execute function platform.require_transition();
insert into platform.state_transition (table_name, from_state, to_state)
select 'referral.referral', from_state, unnest(to_states) from (values
  ('registered', '{kyc_approved,not_eligible}'::text[]),
  ('kyc_approved', '{first_trade,not_eligible}'),
  ('first_trade', '{reward_due,not_eligible}'),
  ('reward_due', '{paid,not_eligible}'),
  ('not_eligible', '{registered}')
) as allowed (from_state, to_states);
