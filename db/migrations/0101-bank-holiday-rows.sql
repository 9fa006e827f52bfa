-- Bank holidays become rows that take effect at a time, so that staff change them with a second person and a way back.

alter table payment.holiday
  -- False: a day that was announced, or assumed, and is withdrawn. Banks work.
  add column is_closed boolean not null default true,
  add column effective_from timestamptz not null default '2020-01-01T00:00:00Z',
  add column change_id uuid references platform.setting_change,
  add constraint holiday_has_a_name check (length(name) between 2 and 80),
  drop constraint holiday_pkey,
  add primary key (calendar, day, effective_from);
alter table payment.holiday alter column is_closed drop default, alter column effective_from drop default;

-- The days on which banks are closed, by the rows in force.
create view payment.holiday_in_force as
select calendar, day, name, assumed from (
  select distinct on (calendar, day) calendar, day, name, assumed, is_closed from payment.holiday
  where effective_from <= now() order by calendar, day, effective_from desc) h
where is_closed;

-- As before, by the rows in force.
create or replace function payment.working_day(in_calendar text, from_day date, number int) returns date language plpgsql stable as $$
declare
  found_day date := from_day;
  left_over int := number;
begin
  loop
    if extract(isodow from found_day) < 6
      and not exists (select from payment.holiday_in_force where calendar = in_calendar and day = found_day) then
      if left_over <= 0 then return found_day; end if;
      left_over := left_over - 1;
    end if;
    found_day := found_day + 1;
  end loop;
end $$;
