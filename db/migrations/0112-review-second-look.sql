-- A second person looks before they read the recommendation, and refuses against it only with a reason. Refusals and
-- cases of compliance.

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

-- Who else pays an account (product.md D2).
create index payee_of_account on payee.payee (type, currency, account);
