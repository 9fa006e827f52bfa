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
  id           uuid primary key,
  payment_id   uuid not null,
  staff_id     uuid not null references staff.member,
  -- The colleague who gave it; null: taken.
  given_by     uuid references staff.member,
  claimed_at   timestamptz not null default now(),
  expires_at   timestamptz not null check (expires_at > claimed_at),
  ended_at     timestamptz,
  end_reason   text check (end_reason in ('handed_back', 'given', 'decided', 'expired')),
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

-- Why the customer is asked. Null for requests before this rule.
alter table review.request add column reason text check (reason in
  ('purpose_unclear', 'document_needed', 'payee_unknown', 'unusual_pattern', 'bank_asks'));
