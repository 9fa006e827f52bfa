-- Customers, the people who act for them, memberships and invitations.

create schema customer;

create table customer.customer (
  id                  uuid primary key,
  member_code         text not null unique,
  kind                text not null check (kind in ('plus', 'wallet')),
  name                text not null,
  business            boolean not null default false,
  country             char(2) not null default 'GB',
  -- Home address or registered office; required for payments abroad.
  address             jsonb check (payment.is_address(address)),
  -- A lifecycle. What each state allows is a table of the contract (packages/contract/src/platform/account-status.ts).
  state               text not null default 'active'
    check (state in ('pending', 'active', 'restricted', 'suspended', 'locked', 'dormant', 'closing', 'closed')),
  -- Why it has this state, as a code.
  state_reason        text not null default 'opened' check (state_reason ~ '^[a-z_]+$'),
  state_since         timestamptz not null default now(),
  -- Who blocks the account; null while nothing does.
  blocked_by          text check (blocked_by in ('us', 'customer')),
  -- What staff wrote to the customer about the state.
  state_message       text check (length(state_message) <= 500),
  -- The state of the identity check, copied from kyc.application by a trigger.
  kyc_status          text not null
    check (kyc_status in ('not_started', 'in_progress', 'pending', 'in_review', 'action_required', 'approved',
      'approved_conditional', 'rejected', 'expired')),
  kyc_submitted_at    timestamptz,
  kyc_due_by          timestamptz,
  swift               boolean not null default true,
  show_swift_history  boolean not null default false,
  introducer          boolean not null default false,
  allowed_trade       boolean not null default true,
  feature_card        boolean not null default false,
  feature_upgrade     boolean not null default false,
  review_state        text not null default 'none' check (review_state in ('none', 'due', 'asked', 'done')),
  -- When the customer was asked for a review last, so that no one is asked too often.
  review_asked_at     timestamptz,
  created_at          timestamptz not null default now()
);
create trigger state_transition before update of state on customer.customer
  for each row when (old.state <> new.state) execute function platform.require_transition();
insert into platform.state_transition (table_name, from_state, to_state)
select 'customer.customer', from_state, unnest(to_states) from (values
  ('pending', '{active,suspended,locked,closing}'::text[]),
  ('active', '{restricted,suspended,locked,dormant,closing}'),
  ('restricted', '{active,suspended,locked,closing}'),
  ('suspended', '{active,restricted,locked,closing}'),
  ('locked', '{pending,active,restricted,suspended,dormant,closing}'),
  ('dormant', '{active,restricted,suspended,locked,closing}'),
  ('closing', '{pending,active,restricted,suspended,dormant,locked,closed}')
) as allowed (from_state, to_states);

-- A user of the customer stopped everything. Nothing of theirs runs meanwhile, but it does not fail either: it waits.
create function customer.is_frozen(in_customer uuid) returns boolean language sql stable as $$
  select exists (select from customer.customer
    where id = in_customer and state = 'restricted' and state_reason = 'frozen_by_customer') $$;

create table customer.status_transition (
  customer_id    uuid not null references customer.customer,
  seq            int not null,
  state          text not null,
  actor_kind     text not null,
  actor_id       text,
  state_reason   text not null,
  blocked_by     text,
  state_message  text,
  at             timestamptz not null default clock_timestamp(),
  primary key (customer_id, seq)
);
create trigger transition_append_only before update or delete on customer.status_transition
  for each row execute function platform.refuse_change();

-- Somebody who signs in. What they may do for a customer is in their membership.
create table customer.user (
  id                  uuid primary key,
  username            text not null,
  email               text not null,
  phone               text check (phone ~ '^\+[0-9]{7,15}$'),
  -- When the person gave a code that went to this number.
  phone_confirmed_at  timestamptz,
  phone_changed_at    timestamptz,
  -- False: an inviter or staff gave the number, so a code to it proves nothing until the person confirms it.
  phone_is_own        boolean not null default true,
  name                text not null,
  date_of_birth       date,
  notify_news         boolean not null default false,
  created_at          timestamptz not null default now()
);
create unique index user_username on customer.user (lower(username));
create unique index user_email on customer.user (lower(email));
create index user_phone on customer.user (phone);

-- A person may belong to several customers. The membership carries role, rights and limits in each of them; a session
-- looks at one customer at a time.
create table customer.membership (
  id                   uuid primary key,
  customer_id          uuid not null references customer.customer,
  -- For concurrent changes.
  version              int not null default 1 check (version > 0),
  -- Null until the person accepts the invitation.
  user_id              uuid references customer.user,
  role                 text not null check (role in
    ('owner', 'admin', 'payer', 'maker', 'approver', 'accountant', 'viewer', 'cardholder')),
  access               text[] not null,
  -- Bank holder ids of the accounts that the person may use; null: all.
  accounts             text[] check (cardinality(accounts) > 0),
  limit_currency       char(3),
  per_payment_minor    bigint check (per_payment_minor > 0),
  daily_minor          bigint check (daily_minor > 0),
  state                text not null check (state in ('invited', 'active', 'suspended', 'removed')),
  -- Why the person was suspended or removed, as they read it.
  reason               text check (reason <> ''),
  invited_email        text check (invited_email <> ''),
  invited_by           uuid references customer.user,
  invited_at           timestamptz,
  -- End of the invitation.
  expires_at           timestamptz,
  -- Who joins a customer by invitation pays, approves and manages people only once we know who they are. Null: the person
  -- reads, and moves nothing. Who opens an account is checked with the account.
  identity_checked_at  timestamptz,
  -- Bank holder id of the account that the person looked at last.
  current_view         text,
  last_viewed_at       timestamptz,
  created_at           timestamptz not null default now(),
  unique (user_id, customer_id),
  constraint membership_of_somebody check (user_id is not null or state in ('invited', 'removed')),
  constraint invitation_complete check (
    state <> 'invited' or num_nulls(invited_email, invited_by, invited_at, expires_at) = 0),
  constraint invitation_ends check (expires_at > invited_at),
  constraint limits_have_a_currency check (num_nonnulls(per_payment_minor, daily_minor) = 0 or limit_currency is not null),
  constraint suspended_for_a_reason check (state <> 'suspended' or reason is not null)
);
create index membership_of_customer on customer.membership (customer_id);
create index membership_invited on customer.membership (expires_at) where state = 'invited';
create unique index membership_invited_once on customer.membership (customer_id, lower(invited_email)) where state = 'invited';
create trigger state_transition before update of state on customer.membership
  for each row when (old.state <> new.state) execute function platform.require_transition();

create table customer.membership_transition (
  membership_id  uuid not null references customer.membership,
  seq            smallint not null,
  state          text not null,
  actor_kind     text not null,
  actor_id       text,
  role           text not null,
  reason         text,
  at             timestamptz not null default clock_timestamp(),
  primary key (membership_id, seq)
);
create trigger transition_append_only before update or delete on customer.membership_transition
  for each row execute function platform.refuse_change();

insert into platform.state_transition (table_name, from_state, to_state)
select 'customer.membership', from_state, unnest(to_states) from (values
  ('invited', '{active,removed}'::text[]),
  ('active', '{suspended,removed}'::text[]),
  ('suspended', '{active,removed}'::text[]),
  ('removed', '{invited}'::text[])
) as allowed (from_state, to_states);

-- Nobody moves to another customer, or takes over the membership of somebody else.
create function customer.refuse_membership_change() returns trigger language plpgsql as $$
begin
  if new.customer_id <> old.customer_id or new.user_id is distinct from old.user_id and old.user_id is not null then
    raise exception 'membership % stays with its customer and person', old.id
      using errcode = 'restrict_violation', constraint = 'membership_unchanged';
  end if;
  return new;
end $$;
create trigger membership_unchanged before update on customer.membership
  for each row execute function customer.refuse_membership_change();

create schema invitation;

-- One row per link, which works once. A link that is sent again replaces the one before it.
create table invitation.link (
  id             uuid primary key,
  membership_id  uuid not null references customer.membership,
  -- As the colleague who invites wrote them; the person gives their own name.
  name           text not null check (name <> ''),
  phone          text check (phone ~ '^\+[0-9]{7,15}$'),
  token_hash     bytea not null unique,
  sent_at        timestamptz not null default now(),
  expires_at     timestamptz not null,
  ended_at       timestamptz,
  ended_by       text check (ended_by in ('accepted', 'declined', 'cancelled', 'replaced')),
  check (expires_at > sent_at),
  check ((ended_at is null) = (ended_by is null))
);
create unique index link_open on invitation.link (membership_id) where ended_at is null;
create index link_of_membership on invitation.link (membership_id, sent_at);
