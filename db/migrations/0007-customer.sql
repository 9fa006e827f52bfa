-- Customers, their users and the documents still missing for KYC.

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
    check (kyc_status in ('not_started', 'in_progress', 'pending', 'in_review', 'action_required', 'approved',
      'approved_conditional', 'rejected', 'expired')),
  kyc_submitted_at    timestamptz,
  kyc_due_by          timestamptz,
  swift               boolean not null default true,
  show_swift_history  boolean not null default false,
  introducer          boolean not null default false,
  allowed_trade       boolean not null default true,
  agreement_due       boolean not null default false,
  feature_card        boolean not null default false,
  feature_upgrade     boolean not null default false,
  review_state        text not null default 'none' check (review_state in ('none', 'due', 'asked', 'done')),
  current_view        text,
  created_at          timestamptz not null default now(),
  -- Home address or registered office; required for payments abroad.
  address             jsonb check (payment.is_address(address))
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

-- Somebody who signs in: the owner of a customer account or a sub-user.
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
  created_at     timestamptz not null default now(),
  constraint user_of_customer_unique unique (id, customer_id)
);
create unique index user_username on customer.user (lower(username));
create unique index user_email on customer.user (lower(email));
create index user_of_customer on customer.user (customer_id);
