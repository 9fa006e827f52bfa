create schema customer;

create table customer.customer (
  id                  uuid primary key,
  member_code         text not null unique,
  kind                text not null check (kind in ('plus', 'wallet')),
  name                text not null,
  business            boolean not null default false,
  country             char(2) not null default 'GB',
  status              text not null default 'active'
                      check (status in ('pending', 'active', 'restricted', 'suspended', 'locked', 'dormant', 'closing', 'closed')),
  kyc_status          text not null
                      check (kyc_status in ('not_started', 'in_progress', 'pending', 'in_review', 'action_required', 'approved', 'approved_conditional', 'rejected', 'expired')),
  kyc_submitted_at    timestamptz,
  kyc_due_by          timestamptz,
  swift               boolean not null default false,
  show_swift_history  boolean not null default false,
  introducer          boolean not null default false,
  allowed_trade       boolean not null default true,
  agreement_due       boolean not null default false,
  feature_card        boolean not null default false,
  feature_upgrade     boolean not null default false,
  review_state        text not null default 'none' check (review_state in ('none', 'due', 'asked', 'done')),
  current_view        text,
  created_at          timestamptz not null default now()
);

create table customer.kyc_requirement (
  customer_id  uuid not null references customer.customer,
  key          text not null,
  title        text not null,
  state        text not null check (state in ('not_provided', 'in_review', 'verified', 'rejected')),
  reason       text,
  position     smallint not null,
  primary key (customer_id, key)
);

-- Somebody who signs in: the owner of a customer account, later its sub-users.
create table customer.user (
  id             uuid primary key,
  customer_id    uuid not null references customer.customer,
  username       text not null,
  email          text not null,
  name           text not null,
  date_of_birth  date,
  role           text not null,
  access         text[] not null,
  notify_news    boolean not null default false,
  status         text not null default 'active' check (status in ('active', 'suspended', 'removed')),
  created_at     timestamptz not null default now()
);
create unique index person_username on customer.user (lower(username));
create unique index person_email on customer.user (lower(email));
create index person_of_customer on customer.user (customer_id);

create schema session;

create table session.password (
  user_id   uuid primary key references customer.user,
  hash        text not null,
  changed_at  timestamptz not null default now()
);

-- Two kinds: a browser shows cookie and header half together, any other client the header alone.
create table session.session (
  id            uuid primary key,
  user_id     uuid not null references customer.user,
  kind          text not null check (kind in ('browser', 'client')),
  token_hash    bytea not null unique,
  cookie_hash   bytea unique,
  created_at    timestamptz not null default now(),
  last_seen_at  timestamptz not null default now(),
  ended_at      timestamptz,
  end_reason text,
  ip            inet,
  user_agent    text,
  check ((kind = 'browser') = (cookie_hash is not null))
);
create index session_of_person on session.session (user_id) where ended_at is null;

-- Failures per account and per address. A try is counted before it is checked.
create table session.login_throttle (
  subject       text primary key,
  failures      int not null default 0,
  blocked_until timestamptz,
  last_at       timestamptz not null default now()
);

-- A solved challenge opens one login, once.
create table session.solved_captcha (
  signature  text primary key,
  solved_at  timestamptz not null default now()
);

create schema pin;

create table pin.pin (
  user_id       uuid primary key references customer.user,
  hash            text not null,
  pepper_version  smallint not null,
  failures        smallint not null default 0 check (failures between 0 and 5),
  created_at      timestamptz not null default now(),
  changed_at      timestamptz not null default now(),
  reset_at        timestamptz
);

create table pin.authorisation (
  token_hash    bytea primary key,
  user_id     uuid not null references customer.user,
  session_id    uuid not null references session.session,
  purpose_hash  bytea not null,
  created_at    timestamptz not null default now(),
  expires_at    timestamptz not null,
  redeemed_at   timestamptz
);

create table pin.log (
  id          bigint generated always as identity primary key,
  user_id   uuid not null references customer.user,
  at          timestamptz not null default now(),
  source      text not null check (source in ('server', 'client')),
  action      text not null,
  result      text not null,
  session_id  uuid,
  ip          inet
);
create index log_of_person on pin.log (user_id, id);
