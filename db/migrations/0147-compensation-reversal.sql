-- A compensation that was paid by mistake is taken back: one proposes it, and another does or refuses it.
create table compensation.reversal (
  id               uuid primary key,
  compensation_id  uuid not null references compensation.compensation,
  reason           text not null check (length(reason) between 10 and 500),
  state            text not null default 'proposed' check (state in ('proposed', 'taken_back', 'refused')),
  proposed_by      uuid not null references staff.member,
  proposed_at      timestamptz not null default now(),
  decided_by       uuid references staff.member,
  decided_at       timestamptz,
  decision_note    text,
  operation_id     uuid unique,
  constraint nobody_takes_back_their_own check (decided_by <> proposed_by),
  constraint reversal_decided_by_somebody check (
    (state = 'proposed') = (decided_by is null) and (decided_by is null) = (decided_at is null)),
  constraint taken_back_by_an_operation check ((state = 'taken_back') = (operation_id is not null)),
  constraint reversal_refused_for_a_reason check ((state = 'refused') = (decision_note is not null))
);
-- Once, and one proposal at a time.
create unique index one_reversal on compensation.reversal (compensation_id) where state <> 'refused';

create function compensation.refuse_reversal_change() returns trigger language plpgsql as $$
begin
  if old.state <> 'proposed' or (new.id, new.compensation_id, new.reason, new.proposed_by)
    is distinct from (old.id, old.compensation_id, old.reason, old.proposed_by) then
    raise exception 'reversal % is what was proposed, and decided once', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger reversal_decided_once before update on compensation.reversal
  for each row execute function compensation.refuse_reversal_change();
