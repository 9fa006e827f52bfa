-- Reviews of payments by staff: thresholds and limits, claims, decisions by one or two people, requests for information,
-- statutory holds, sanctions alerts.

create schema review;

-- Above this amount two members of staff release a payment.
create table review.dual_control_threshold (
  currency        char(3) not null,
  above_minor     bigint not null,
  effective_from  timestamptz not null,
  change_id       uuid references platform.setting_change,
  primary key (currency, effective_from)
);
insert into review.dual_control_threshold (currency, above_minor, effective_from)
select currency, above_minor, '2020-01-01T00:00:00Z' from (values
  ('GBP', 2500000), ('EUR', 3000000), ('USD', 3000000), ('THB', 100000000), ('JPY', 4500000), ('AED', 12250000),
  ('AUD', 4750000), ('CAD', 4650000), ('CHF', 2650000), ('CNY', 23000000), ('CZK', 70000000), ('DKK', 21500000),
  ('HKD', 26250000), ('HUF', 1052500000), ('INR', 312500000), ('MXN', 58250000), ('NOK', 31750000), ('NZD', 5750000),
  ('PLN', 12250000), ('SEK', 31250000), ('SGD', 4250000), ('ZAR', 55750000)
) as initial (currency, above_minor);

-- Up to which amount a role releases a held payment (product.md B16).
create table review.release_limit (
  role            text not null check (role in
    ('support', 'payment_operations', 'compliance', 'mlro', 'dealer', 'finance', 'settings', 'super', 'auditor')),
  max_gbp_minor   bigint not null check (max_gbp_minor >= 0),
  effective_from  timestamptz not null,
  change_id       uuid references platform.setting_change,
  primary key (role, effective_from),
  -- An auditor reads everything and changes nothing.
  constraint auditor_releases_nothing check (role <> 'auditor' or max_gbp_minor = 0)
);
insert into review.release_limit (role, max_gbp_minor, effective_from) values
  ('payment_operations', 5000000, '2020-01-01T00:00:00Z'),
  ('compliance', 25000000, '2020-01-01T00:00:00Z'),
  ('mlro', 100000000, '2020-01-01T00:00:00Z');

-- Decisions about a payment. If two are needed, they are by different members of staff.
create table review.decision (
  id                     uuid primary key,
  payment_id             uuid not null,
  needs_second_approver  boolean not null,
  reason                 text not null,
  note                   text,
  first_by               uuid not null references staff.member,
  first_at               timestamptz not null default now(),
  second_by              uuid references staff.member,
  second_at              timestamptz,
  released_at            timestamptz,
  -- Our answer to the bank's request for information.
  answer                 text check (length(answer) between 1 and 140),
  -- Of a settlement of contradictory bank reports: the instruction that the bank paid, or not_paid. Two decisions count
  -- only if both release or both settle alike.
  settlement             text,
  -- The amount in pounds when it was released. Null for settlements.
  value_gbp_minor        bigint check (value_gbp_minor >= 0),
  constraint approvers_differ check (second_by <> first_by),
  constraint settlement_needs_two check (settlement is null or needs_second_approver),
  constraint second_approver_required check (released_at is null or not needs_second_approver or second_by is not null)
);
create unique index release_open on review.decision (payment_id) where released_at is null;

-- A payment is released with its value in pounds, and within the limit of the role of one of those who release it.
create function review.guard_release_limit() returns trigger language plpgsql as $$
declare
  most bigint;
begin
  if new.value_gbp_minor is null or exists (
    select from payment.payment p
    where p.id = new.payment_id and p.currency = 'GBP' and p.amount_minor <> new.value_gbp_minor
  ) then
    raise exception 'the release of payment % has another value in pounds', new.payment_id
      using errcode = 'check_violation', constraint = 'release_has_value', schema = 'review', table = 'decision';
  end if;
  select max(l.max_gbp_minor) into most
  from staff.member m cross join lateral (
    select r.max_gbp_minor from review.release_limit r
    where r.role = m.role and r.effective_from <= clock_timestamp() order by r.effective_from desc limit 1
  ) l
  where m.id in (new.first_by, new.second_by);
  if new.value_gbp_minor > coalesce(most, 0) then
    raise exception 'the release of payment % is above the limits of both roles', new.payment_id
      using errcode = 'check_violation', constraint = 'release_within_limit', schema = 'review', table = 'decision';
  end if;
  return new;
end $$;
create trigger guard_release_limit after insert or update of released_at on review.decision
  for each row when (new.released_at is not null and new.settlement is null)
  execute function review.guard_release_limit();

-- Requests for information and their answers.
create table review.request (
  id            uuid primary key,
  payment_id    uuid not null,
  customer_id   uuid not null references customer.customer,
  state         text not null default 'action_required'
    check (state in ('action_required', 'answered', 'accepted', 'insufficient', 'closed', 'expired')),
  -- Why the customer is asked.
  reason        text check (reason in
    ('purpose_unclear', 'document_needed', 'payee_unknown', 'unusual_pattern', 'bank_asks')),
  questions     jsonb not null,
  answers       jsonb,
  requested_by  uuid not null references staff.member,
  requested_at  timestamptz not null default now(),
  due_at        timestamptz not null,
  responded_at  timestamptz,
  check (state not in ('answered', 'accepted', 'insufficient') or answers is not null)
);
create unique index request_open on review.request (payment_id) where state = 'action_required';
create index request_of_payment on review.request (payment_id, requested_at);
-- Answers that staff have not read yet.
create index request_answered on review.request (payment_id) where state = 'answered';
create trigger state_transition before update of state on review.request
  for each row when (old.state <> new.state) execute function platform.require_transition();
insert into platform.state_transition (table_name, from_state, to_state)
select 'review.request', from_state, unnest(to_states) from (values
  ('action_required', '{answered,closed,expired}'::text[]),
  ('answered', '{accepted,insufficient,closed}')
) as allowed (from_state, to_states);

-- Claims of payments in review: who decides one, and until when.

-- For how long a claim holds.
create table review.claim_rule (
  minutes         int not null check (minutes between 1 and 480),
  effective_from  timestamptz primary key,
  change_id       uuid references platform.setting_change
);
insert into review.claim_rule (minutes, effective_from) values (15, '2020-01-01T00:00:00Z');

-- A claim that has run out is closed by the next one.
create table review.claim (
  id          uuid primary key,
  payment_id  uuid not null,
  staff_id    uuid not null references staff.member,
  -- The colleague who gave it; null: taken.
  given_by    uuid references staff.member,
  claimed_at  timestamptz not null default now(),
  expires_at  timestamptz not null check (expires_at > claimed_at),
  ended_at    timestamptz,
  end_reason  text check (end_reason in ('handed_back', 'given', 'decided', 'expired')),
  check (given_by <> staff_id),
  check ((ended_at is null) = (end_reason is null))
);
create unique index claim_open on review.claim (payment_id) where ended_at is null;

-- Only staff who may decide hold a claim, and its end is final.
create function review.guard_claim() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.ended_at is not null
    or (new.payment_id, new.staff_id, new.given_by, new.claimed_at) is distinct from
      (old.payment_id, old.staff_id, old.given_by, old.claimed_at)) then
    raise exception 'claim % has ended or would change its holder', old.id
      using errcode = 'check_violation', constraint = 'claim_is_final', schema = 'review', table = 'claim';
  end if;
  if tg_op = 'INSERT' and not exists (
    select from staff.member m cross join lateral (
      select p.level from role.permission p
      where p.role = m.role and p.area = 'payment_review' and p.effective_from <= clock_timestamp()
      order by p.effective_from desc limit 1
    ) r
    where m.id = new.staff_id and m.status = 'active' and r.level in ('act', 'approve')
  ) then
    raise exception 'staff % may not decide about payments', new.staff_id
      using errcode = 'check_violation', constraint = 'claimed_by_reviewer', schema = 'review', table = 'claim';
  end if;
  return new;
end $$;
create trigger guard_claim before insert or update on review.claim for each row execute function review.guard_claim();

-- Nobody decides about a payment that a colleague has claimed. The argument names the column with the person who decides.
create function review.require_own_claim() returns trigger language plpgsql as $$
declare
  decider uuid := (to_jsonb(new) ->> tg_argv[0])::uuid;
begin
  if exists (
    select from review.claim c
    where c.payment_id = new.payment_id and c.ended_at is null and c.expires_at > now() and c.staff_id <> decider
  ) then
    raise exception 'payment % is claimed by a colleague', new.payment_id
      using errcode = 'check_violation', constraint = 'claimed_by_other', schema = 'review', table = tg_table_name;
  end if;
  return new;
end $$;
create trigger require_own_claim before insert on review.decision
  for each row execute function review.require_own_claim('first_by');
create trigger require_own_claim_second before update of second_by on review.decision
  for each row when (new.second_by is not null) execute function review.require_own_claim('second_by');
create trigger require_own_claim before insert on review.request
  for each row execute function review.require_own_claim('requested_by');

-- A second person looks before they read the recommendation, and refuses against it only with a reason.

-- What the second person would decide, recorded before they saw the recommendation. It stays when that is dropped.
create table review.look (
  decision_id  uuid not null,
  payment_id   uuid not null,
  staff_id     uuid not null references staff.member,
  outcome      text not null check (outcome in ('release', 'refuse')),
  reason       text not null,
  note         text,
  looked_at    timestamptz not null default now(),
  primary key (decision_id, staff_id)
);
create index look_of_payment on review.look (payment_id);

create function review.guard_look() returns trigger language plpgsql as $$
begin
  if not exists (
    select from review.decision d
    where d.id = new.decision_id and d.payment_id = new.payment_id and d.released_at is null and d.settlement is null
      and d.first_by <> new.staff_id
  ) then
    raise exception 'payment % has no recommendation of a colleague', new.payment_id
      using errcode = 'check_violation', constraint = 'look_at_open_recommendation', schema = 'review', table = 'look';
  end if;
  return new;
end $$;
create trigger guard_look before insert on review.look for each row execute function review.guard_look();
create trigger require_own_claim before insert on review.look
  for each row execute function review.require_own_claim('staff_id');

create function review.require_look() returns trigger language plpgsql as $$
begin
  if not exists (select from review.look l where l.decision_id = new.id and l.staff_id = new.second_by) then
    raise exception 'the second person has not looked at payment %', new.payment_id
      using errcode = 'check_violation', constraint = 'second_person_looked', schema = 'review', table = 'decision';
  end if;
  return new;
end $$;
create trigger require_look before update of second_by on review.decision
  for each row when (new.second_by is not null and new.settlement is null) execute function review.require_look();

create table review.refusal (
  payment_id       uuid primary key,
  refused_by       uuid not null references staff.member,
  refused_at       timestamptz not null default now(),
  reason_code      text not null,
  sentence         text not null,
  note             text,
  -- Who had recommended the release, and why this person refused against it.
  overruled_by     uuid references staff.member,
  overrule_reason  text check (length(overrule_reason) between 10 and 500),
  check ((overruled_by is null) = (overrule_reason is null)),
  check (overruled_by <> refused_by)
);

-- The recommendation of a colleague is overruled openly, after a look of one's own.
create function review.guard_refusal() returns trigger language plpgsql as $$
declare
  recommended review.decision;
begin
  select * into recommended from review.decision d
  where d.payment_id = new.payment_id and d.released_at is null and d.settlement is null and d.first_by <> new.refused_by;
  if recommended.first_by is distinct from new.overruled_by or (recommended.id is not null and not exists (
    select from review.look l where l.decision_id = recommended.id and l.staff_id = new.refused_by)) then
    raise exception 'the refusal of payment % hides a recommendation', new.payment_id
      using errcode = 'check_violation', constraint = 'refusal_overrules_openly', schema = 'review', table = 'refusal';
  end if;
  return new;
end $$;
create trigger guard_refusal before insert on review.refusal for each row execute function review.guard_refusal();
create trigger require_own_claim before insert on review.refusal
  for each row execute function review.require_own_claim('refused_by');

-- Payments that only compliance decides, because a colleague handed them over.
create table review.escalation (
  payment_id    uuid primary key,
  escalated_by  uuid not null references staff.member,
  escalated_at  timestamptz not null default now(),
  reason        text not null check (reason in
    ('suspected_fraud', 'possible_match', 'unusual_pattern', 'customer_behaviour', 'source_unclear')),
  note          text
);
create trigger require_own_claim before insert on review.escalation
  for each row execute function review.require_own_claim('escalated_by');

-- The statutory limit for holding a payment on suspicion of fraud.
create table review.statutory_hold (
  payment_id            uuid primary key,
  received_at           timestamptz not null,
  grounds_due_at        timestamptz not null,
  grounds               text,
  grounds_recorded_by   uuid references staff.member,
  grounds_recorded_at   timestamptz,
  deadline_at           timestamptz not null,
  customer_notified_at  timestamptz,
  last_day_alerted_at   timestamptz,
  ended_at              timestamptz,
  -- Alerts about missing grounds and about the last day are sent separately.
  grounds_alerted_at    timestamptz,
  check ((grounds is null) = (grounds_recorded_at is null))
);
create index statutory_hold_running on review.statutory_hold (deadline_at) where ended_at is null;

-- A payee or customer whose name is similar to a listed one, found when a list is imported. An alert that two members
-- of staff cleared stays cleared until one of the names changes.
create table review.sanctions_alert (
  id            uuid primary key,
  subject       text not null check (subject in ('payee', 'customer')),
  subject_id    uuid not null,
  customer_id   uuid not null references customer.customer,
  subject_name  text not null,
  list_version  bigint not null references screening.sanctions_list,
  entry_id      text not null,
  name          text not null,
  regime        text not null,
  score         numeric(4, 3) not null,
  rule          text not null check (rule in ('alike', 'first_and_last')),
  state         text not null default 'open' check (state in ('open', 'false_positive', 'true_match')),
  found_at      timestamptz not null default now(),
  first_by      uuid references staff.member,
  first_at      timestamptz,
  first_note    text,
  decided_by    uuid references staff.member,
  decided_at    timestamptz,
  note          text,
  unique (subject, subject_id, subject_name, entry_id, name),
  check ((first_by is null) = (first_at is null) and (first_by is null) = (first_note is null)),
  check ((state = 'open') = (decided_by is null) and (decided_by is null) = (decided_at is null)),
  constraint alert_cleared_by_two check (state <> 'false_positive' or (first_by is not null and first_by <> decided_by))
);
create index sanctions_alert_open on review.sanctions_alert (score desc, id) where state = 'open';
create trigger state_transition before update of state on review.sanctions_alert
  for each row when (old.state <> new.state) execute function platform.require_transition();
insert into platform.state_transition (table_name, from_state, to_state)
select 'review.sanctions_alert', from_state, unnest(to_states) from (values
  ('open', '{false_positive,true_match}'::text[])
) as allowed (from_state, to_states);
