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

-- The amount in pounds when it was released. Null for settlements and for decisions before this rule.
alter table review.decision add column value_gbp_minor bigint check (value_gbp_minor >= 0);

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

-- What was decided about held payments today, which the home page of staff counts every few seconds.
create index audit_of_review on platform.audit (at)
  where action in ('review.released', 'review.refused', 'review.information_requested');
