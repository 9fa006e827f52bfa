-- The author of a change may take it back before it is decided.

alter table platform.setting_change
  drop constraint setting_change_state_check,
  add constraint setting_change_state_check check (state in ('draft', 'proposed', 'approved', 'rejected', 'withdrawn'));

drop index platform.setting_rolled_back_once;
create unique index setting_rolled_back_once on platform.setting_change (rolls_back) where state not in ('rejected', 'withdrawn');

create or replace function platform.guard_setting_change() returns trigger language plpgsql as $$
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
