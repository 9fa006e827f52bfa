-- Identity checks of customers: what they must give, how far each item is, the vendor's results and the decisions of
-- staff. Answers and documents can be erased; histories have ids, codes and states only.

create schema kyc;

-- Days, hours and months of identity checks.
create table kyc.setting (
  effective_from           timestamptz primary key,
  -- To send again what was refused, and to meet the conditions of an approval.
  action_days              int not null check (action_days between 1 and 90),
  condition_days           int not null check (condition_days between 1 and 180),
  -- The vendor is asked for its result this often, and a person takes over after so long.
  enquiry_minutes          int not null check (enquiry_minutes between 1 and 1440),
  silence_hours            int not null check (silence_hours between 1 and 168),
  -- How long a person needs, and how often the customer hears while it takes longer.
  review_hours             int not null check (review_hours between 1 and 240),
  refresh_person_months    int not null check (refresh_person_months between 1 and 60),
  refresh_business_months  int not null check (refresh_business_months between 1 and 60),
  refresh_notice_days      int not null check (refresh_notice_days between 1 and 90),
  refresh_grace_days       int not null check (refresh_grace_days between 0 and 90),
  -- The link for a director or owner of a firm.
  link_days                int not null check (link_days between 1 and 30),
  change_id                uuid references platform.setting_change
);
insert into kyc.setting values ('2020-01-01T00:00:00Z', 14, 30, 30, 24, 24, 24, 12, 30, 30, 14);

-- What can be sent while an approval has conditions, in each currency over all rails. A currency without a row: nothing.
create table kyc.conditional_limit (
  currency           char(3) not null,
  per_payment_minor  bigint not null check (per_payment_minor >= 0),
  per_day_minor      bigint not null check (per_day_minor >= 0),
  effective_from     timestamptz not null,
  change_id          uuid references platform.setting_change,
  primary key (currency, effective_from)
);
-- A fiftieth of the largest payment by SWIFT or locally: 1,000 pounds.
insert into kyc.conditional_limit (currency, per_payment_minor, per_day_minor, effective_from)
select currency, max(per_payment_minor) / 50, max(per_payment_minor) / 25, '2020-01-01T00:00:00Z'
from payment.limit_rule where tier = 'plus' group by currency;

-- The identity check of a customer. Every customer has one from the start.
create table kyc.application (
  id                   uuid primary key,
  customer_id          uuid not null unique references customer.customer,
  level                text not null check (level in ('person', 'business')),
  state                text not null
    check (state in ('not_started', 'in_progress', 'pending', 'in_review', 'action_required', 'approved',
      'approved_conditional', 'rejected', 'expired')),
  -- Why a person must look. Never shown to the customer.
  concerns             text[] not null default '{}',
  submitted_at         timestamptz,
  submitted_by         uuid references customer.user,
  -- When it expires unless what is open was sent.
  due_by               timestamptz,
  approved_at          timestamptz,
  -- When the details must be confirmed again, and what the customer was told of it.
  refresh_due_at       timestamptz,
  refresh_opened_at    timestamptz,
  refresh_reminded_at  timestamptz,
  -- By when the customer hears from us, while we or the vendor must act.
  next_update_at       timestamptz,
  created_at           timestamptz not null default now(),
  constraint approval_is_refreshed check (state not in ('approved', 'approved_conditional') or refresh_due_at is not null),
  constraint conditions_end check (state <> 'approved_conditional' or due_by is not null),
  constraint review_has_a_concern check (state <> 'in_review' or cardinality(concerns) > 0)
);
create index application_due on kyc.application (due_by) where due_by is not null;
create index application_refresh on kyc.application (refresh_due_at) where refresh_due_at is not null;
create index application_waiting on kyc.application (next_update_at) where next_update_at is not null;
create index application_in_state on kyc.application (state, submitted_at);
create trigger state_transition before update of state on kyc.application
  for each row when (old.state <> new.state) execute function platform.require_transition();

create table kyc.transition (
  application_id  uuid not null references kyc.application,
  seq             smallint not null,
  state           text not null,
  actor_kind      text not null,
  actor_id        text,
  at              timestamptz not null default clock_timestamp(),
  primary key (application_id, seq)
);
create trigger transition_append_only before update or delete on kyc.transition
  for each row execute function platform.refuse_change();

-- Directors and owners of a firm, and people who join a customer by invitation. Those send their documents in the form that
-- directors and owners have, and are no part of the identity check of the customer: what they gave is decided on its own. A
-- removed person loses everything that identifies them.
create table kyc.person (
  id               uuid primary key,
  application_id   uuid not null references kyc.application,
  -- Of somebody who joined. Name and address are those of the user then.
  membership_id    uuid references customer.membership,
  name             text,
  email            text,
  is_director      boolean not null,
  share_percent    numeric(5, 2) not null check (share_percent between 0 and 100),
  invited_at       timestamptz,
  link_expires_at  timestamptz,
  -- Names the link that works. The code of the link is derived from it and kept nowhere.
  link_id          uuid,
  provided_at      timestamptz,
  removed_at       timestamptz,
  created_at       timestamptz not null default now(),
  -- The digest of such a row stays in the audit chain after the row was erased. The salt is erased with the row, so that
  -- nobody can guess what the row said from its digest.
  digest_salt      uuid not null default gen_random_uuid(),
  constraint removed_person_is_erased
    check ((removed_at is null and membership_id is null) = (name is not null) and (name is null) = (email is null)),
  constraint removed_person_has_no_link check (removed_at is null or link_id is null),
  constraint link_complete check (num_nulls(link_id, link_expires_at) in (0, 2)),
  constraint director_or_owner check (is_director or share_percent >= 25 or membership_id is not null),
  constraint member_is_no_owner check (membership_id is null or (not is_director and share_percent = 0))
);
create index person_of_application on kyc.person (application_id, created_at);
create unique index person_email_once on kyc.person (application_id, lower(email)) where removed_at is null;
create unique index person_of_membership on kyc.person (membership_id) where removed_at is null;

-- One thing that must be given, by the customer or by a person of the firm.
create table kyc.item (
  id              uuid primary key,
  application_id  uuid not null references kyc.application,
  person_id       uuid references kyc.person,
  key             text not null,
  position        smallint not null,
  state           text not null default 'not_provided'
    check (state in ('not_provided', 'in_review', 'verified', 'rejected')),
  -- Code of what the customer reads.
  reason          text,
  -- What only staff read.
  note            text,
  due_by          timestamptz,
  saved_at        timestamptz,
  decided_at      timestamptz,
  constraint refused_for_a_reason check (state <> 'rejected' or reason is not null),
  constraint item_once unique nulls not distinct (application_id, person_id, key)
);
create trigger state_transition before update of state on kyc.item
  for each row when (old.state <> new.state) execute function platform.require_transition();

create table kyc.item_transition (
  item_id     uuid not null references kyc.item,
  seq         smallint not null,
  state       text not null,
  actor_kind  text not null,
  actor_id    text,
  reason      text,
  at          timestamptz not null default clock_timestamp(),
  primary key (item_id, seq)
);
create trigger transition_append_only before update or delete on kyc.item_transition
  for each row execute function platform.refuse_change();

-- Personal data: rows are deleted when no law keeps them.
create table kyc.answer (
  item_id      uuid not null references kyc.item,
  name         text not null,
  value        jsonb not null check (value <> 'null'),
  saved_at     timestamptz not null default now(),
  -- The digest of such a row stays in the audit chain after the row was erased. The salt is erased with the row, so that
  -- nobody can guess what the row said from its digest.
  digest_salt  uuid not null default gen_random_uuid(),
  primary key (item_id, name)
);
-- Documents that prove more than one person are found by number.
create index answer_document_number on kyc.answer (regexp_replace(upper(value #>> '{}'), '[^A-Z0-9]', '', 'g'))
  where name = 'documentNumber';

create table kyc.item_document (
  document_id   uuid primary key references document.document,
  item_id       uuid not null references kyc.item,
  submitted_at  timestamptz,
  -- A refused or outdated document no longer counts.
  replaced_at   timestamptz
);
create index document_of_item on kyc.item_document (item_id);

-- Checks at the identity vendor; one at a time. Another submission and a decision of staff supersede an open one.
create table kyc.vendor_check (
  id               uuid primary key,
  application_id   uuid not null references kyc.application,
  state            text not null default 'requested'
    check (state in ('requested', 'submitted', 'on_hold', 'completed', 'silent', 'superseded')),
  answer           text check (answer in ('GREEN', 'RED')),
  reject_type      text check (reject_type in ('RETRY', 'FINAL')),
  -- What the vendor read in documents, selfies and company registers, beside what it decided. Null: it reported nothing.
  report           jsonb,
  last_sequence    int not null default 0,
  created_at       timestamptz not null default now(),
  next_enquiry_at  timestamptz,
  responded_at     timestamptz,
  constraint answered_when_completed check ((state = 'completed') = (answer is not null)),
  constraint red_has_a_type check (coalesce(answer = 'RED', false) = (reject_type is not null))
);
create unique index vendor_check_open on kyc.vendor_check (application_id) where state in ('requested', 'submitted', 'on_hold');
create index vendor_check_of_application on kyc.vendor_check (application_id, created_at);
create index vendor_check_due on kyc.vendor_check (next_enquiry_at) where next_enquiry_at is not null;

-- Every result of the vendor that came with the right signature, in codes. Outdated ones are kept as such.
create table kyc.vendor_event (
  event_id     uuid primary key,
  check_id     uuid not null references kyc.vendor_check,
  sequence     int not null,
  status       text not null,
  answer       text,
  reject_type  text,
  is_outdated  boolean not null,
  received_at  timestamptz not null default clock_timestamp()
);
create trigger vendor_event_append_only before update or delete on kyc.vendor_event
  for each row execute function platform.refuse_change();

-- Decisions of staff about the whole. If two are needed, they are by different members of staff.
create table kyc.decision (
  id              uuid primary key,
  application_id  uuid not null references kyc.application,
  outcome         text not null
    check (outcome in ('approve', 'approve_conditional', 'request_more', 'hold', 'reject', 'restrict')),
  reason          text not null,
  note            text not null,
  due_on          date,
  items           jsonb not null default '[]',
  state           text not null check (state in ('proposed', 'applied', 'withdrawn')),
  needs_second    boolean not null,
  first_by        uuid not null references staff.member,
  first_at        timestamptz not null default now(),
  second_by       uuid references staff.member,
  second_at       timestamptz,
  constraint deciders_differ check (second_by <> first_by),
  constraint second_decider_required check (state <> 'applied' or not needs_second or second_by is not null),
  constraint two_for_what_is_grave check (needs_second or outcome not in ('reject', 'restrict'))
);
create unique index decision_open on kyc.decision (application_id) where state = 'proposed';

insert into platform.state_transition (table_name, from_state, to_state)
select table_name, from_state, unnest(to_states) from (values
  ('kyc.application', 'not_started', '{in_progress}'::text[]),
  ('kyc.application', 'in_progress', '{pending}'::text[]),
  ('kyc.application', 'pending', '{in_review,action_required,approved,approved_conditional,rejected}'::text[]),
  ('kyc.application', 'in_review', '{action_required,approved,approved_conditional,rejected}'::text[]),
  ('kyc.application', 'action_required', '{pending,in_review,expired}'::text[]),
  ('kyc.application', 'approved', '{in_review,expired}'::text[]),
  ('kyc.application', 'approved_conditional', '{approved,in_review,expired}'::text[]),
  ('kyc.application', 'expired', '{in_progress,pending}'::text[]),
  ('kyc.item', 'not_provided', '{in_review,rejected}'::text[]),
  ('kyc.item', 'in_review', '{verified,rejected}'::text[]),
  ('kyc.item', 'verified', '{not_provided,rejected}'::text[]),
  ('kyc.item', 'rejected', '{in_review,verified}'::text[])
) as allowed (table_name, from_state, to_states);

-- Session guard, upgrade and payments read the state beside the customer.
create function kyc.copy_state_to_customer() returns trigger language plpgsql as $$
begin
  update customer.customer set kyc_status = new.state, kyc_submitted_at = new.submitted_at, kyc_due_by = new.due_by
  where id = new.customer_id;
  return null;
end $$;
create trigger state_copied after update of state, submitted_at, due_by on kyc.application
  for each row execute function kyc.copy_state_to_customer();

-- The items of a kind, as in packages/contract/src/customers/kyc-requirements.ts; a test compares the two.
create function kyc.item_keys(level text) returns text[] language sql immutable return case level
  when 'business' then array['company', 'people', 'business_activity', 'source_of_funds', 'board_authority']
  else array['personal_details', 'identity_document', 'selfie', 'proof_of_address', 'source_of_funds'] end;

-- When the details of a customer who is approved now must be confirmed again.
create function kyc.next_refresh(of_level text) returns timestamptz language sql stable return (
  select now() + make_interval(months => case of_level when 'business' then refresh_business_months else refresh_person_months end)
  from kyc.setting where effective_from <= now() order by effective_from desc limit 1);

create function kyc.open_application() returns trigger language plpgsql as $$
declare
  of_level text := case when new.business then 'business' else 'person' end;
  opened uuid := gen_random_uuid();
begin
  insert into kyc.application (id, customer_id, level, state, concerns, submitted_at, due_by, approved_at, refresh_due_at, created_at)
  values (opened, new.id, of_level, new.kyc_status, case new.kyc_status when 'in_review' then '{staff}' else '{}' end::text[],
    new.kyc_submitted_at,
    case new.kyc_status when 'approved_conditional' then coalesce(new.kyc_due_by, now() + interval '30 days') else new.kyc_due_by end,
    case when new.kyc_status in ('approved', 'approved_conditional') then now() end,
    case when new.kyc_status in ('approved', 'approved_conditional') then kyc.next_refresh(of_level) end, new.created_at);
  insert into kyc.item (id, application_id, key, position, state)
  select gen_random_uuid(), opened, key, place,
    case when new.kyc_status in ('approved', 'approved_conditional') then 'verified'
      when new.kyc_status in ('pending', 'in_review') then 'in_review' else 'not_provided' end
  from unnest(kyc.item_keys(of_level)) with ordinality as keys (key, place);
  return null;
end $$;
create trigger application_opened after insert on customer.customer
  for each row execute function kyc.open_application();
