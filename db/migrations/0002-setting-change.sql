-- Changes of settings. A setting is a table with effective_from: of the rows with one key, the latest whose time has come
-- applies.

-- Rows to be added to a setting, proposed by one member of staff and approved by another. The author may take a
-- change back before it is decided.
create table platform.setting_change (
  id               uuid primary key,
  setting          text not null,
  state            text not null check (state in ('draft', 'proposed', 'approved', 'rejected', 'withdrawn')),
  -- Complete rows, and the rows that were in force when they were proposed; null: none.
  rows             jsonb not null check (jsonb_array_length(rows) between 1 and 1000),
  rows_before      jsonb not null,
  -- Null until the approval: at once.
  takes_effect_at  timestamptz,
  reason           text not null check (length(reason) between 10 and 500),
  -- The change whose former values this one restores.
  rolls_back       uuid references platform.setting_change,
  proposed_by      uuid not null,
  proposed_at      timestamptz not null default now(),
  decided_by       uuid,
  decided_at       timestamptz,
  decision_note    text,
  constraint setting_decided_by_another check (decided_by <> proposed_by),
  constraint setting_decided_by_somebody check (
    (state in ('approved', 'rejected')) = (decided_by is not null) and (decided_by is null) = (decided_at is null)),
  constraint setting_rejected_for_a_reason check (state <> 'rejected' or decision_note is not null)
);
create index setting_change_of_setting on platform.setting_change (setting, proposed_at desc);
create unique index setting_rolled_back_once on platform.setting_change (rolls_back) where state not in ('rejected', 'withdrawn');

-- What was proposed stays as it is, and is decided once.
create function platform.guard_setting_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (tg_op = 'INSERT' and new.state not in ('draft', 'proposed')) or (tg_op = 'UPDATE' and (
    (old.state, new.state) not in (('draft', 'draft'), ('draft', 'proposed'), ('draft', 'withdrawn'), ('proposed', 'withdrawn'),
      ('proposed', 'approved'), ('proposed', 'rejected'))
    or (new.id, new.setting, new.proposed_by) is distinct from (old.id, old.setting, old.proposed_by)
    or ((old.state = 'proposed' or new.state = 'withdrawn') and (new.rows, new.rows_before, new.takes_effect_at, new.reason, new.rolls_back)
      is distinct from (old.rows, old.rows_before, old.takes_effect_at, old.reason, old.rolls_back)))) then
    raise exception 'setting change % is what was proposed, and decided once', old.id using errcode = 'check_violation';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  if new.state = 'approved' then
    if new.takes_effect_at < now() then
      raise exception 'settings do not change in the past' using errcode = 'check_violation', constraint = 'setting_not_in_the_past';
    end if;
    new.takes_effect_at := coalesce(new.takes_effect_at, clock_timestamp());
  end if;
  return new;
end $$;
create trigger setting_change_decided_once before insert or update or delete on platform.setting_change
  for each row execute function platform.guard_setting_change();

-- The only way in which the application writes settings. The roll-back of a change that has not taken effect removes its
-- rows; otherwise rows are only added.
create function platform.put_setting_in_force() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
declare
  setting regclass := (select attrelid from pg_attribute where attrelid = to_regclass(new.setting) and attname = 'effective_from');
  removed bigint;
begin
  execute format('delete from %s where change_id = $1 and effective_from > $2', setting) using new.rolls_back, new.takes_effect_at;
  get diagnostics removed = row_count;
  if removed = 0 then
    execute format('insert into %1$s select r.* from jsonb_array_elements($1) as e (given), jsonb_populate_record(null::%1$s,
      given || jsonb_build_object(''effective_from'', $2, ''change_id'', $3)) r', setting)
      using new.rows, new.takes_effect_at, new.id;
  end if;
  return null;
end $$;
create trigger setting_put_in_force after update on platform.setting_change
  for each row when (old.state = 'proposed' and new.state = 'approved') execute function platform.put_setting_in_force();
