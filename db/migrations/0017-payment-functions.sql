-- Payments: working days, rail opening hours, and triggers that guard state changes.

create trigger state_transition before update of state on payment.payment
  for each row when (old.state <> new.state) execute function platform.require_transition();

create function payment.refuse_skipped_transition() returns trigger language plpgsql as $$
declare
  jump record;
begin
  select fresh.payment_id, before.state as was, fresh.state as becomes into jump
  from fresh left join payment.transition before on before.payment_id = fresh.payment_id and before.seq = fresh.seq - 1
  where fresh.seq > 1 and not exists (
    select from platform.state_transition
    where table_name = 'payment.payment' and from_state = before.state and to_state = fresh.state)
  limit 1;
  if not found then return null; end if;
  raise exception 'the life of payment % does not go from % to %', jump.payment_id, jump.was, jump.becomes
    using errcode = 'check_violation', constraint = 'transition_next_state';
end $$;

create trigger transition_next_state after insert on payment.transition
  referencing new table as fresh for each statement execute function payment.refuse_skipped_transition();

-- The nth working day from a day; with 0 the day itself or the next working day.
create function payment.working_day(in_calendar text, from_day date, number int) returns date language plpgsql stable as $$
declare
  found_day date := from_day;
  left_over int := number;
begin
  loop
    if extract(isodow from found_day) < 6
      and not exists (select from payment.holiday where calendar = in_calendar and day = found_day) then
      if left_over <= 0 then return found_day; end if;
      left_over := left_over - 1;
    end if;
    found_day := found_day + 1;
  end loop;
end $$;

-- When a rail next accepts payments, now or when it opens, and until when.
create function payment.opening(rule payment.rail_rule, at timestamptz, out opens_at timestamptz, out closes_at timestamptz, out arrives_by timestamptz)
language plpgsql stable as $$
declare
  local_now timestamp := at at time zone rule.time_zone;
  opening_day date;
begin
  if rule.calendar is null then
    opens_at := at;
    arrives_by := at + rule.arrival_seconds * interval '1 second';
    return;
  end if;
  opening_day := payment.working_day(rule.calendar, local_now::date, 0);
  if opening_day = local_now::date and local_now >= opening_day + rule.closes_minute * interval '1 minute' then
    opening_day := payment.working_day(rule.calendar, opening_day + 1, 0);
  end if;
  opens_at := greatest((opening_day + rule.opens_minute * interval '1 minute') at time zone rule.time_zone, at);
  closes_at := (opening_day + rule.closes_minute * interval '1 minute') at time zone rule.time_zone;
  arrives_by := coalesce(
    opens_at + rule.arrival_seconds * interval '1 second',
    -- By 18:00 where the payee is, and never before the rail closes.
    (payment.working_day(rule.calendar, opening_day, rule.arrival_days)
      + greatest(1080, case rule.arrival_days when 0 then rule.closes_minute end) * interval '1 minute') at time zone rule.time_zone);
end $$;

-- Easter Sunday, by the Gregorian rule.
create function payment.easter(year int) returns date language plpgsql immutable strict as $$
declare
  golden int := year % 19;
  century int := year / 100;
  epact int := (century - century / 4 - (8 * century + 13) / 25 + 19 * golden + 15) % 30;
  moon int := epact - (epact / 28) * (1 - (epact / 28) * (29 / (epact + 1)) * ((21 - golden) / 11));
  weekday int := (year + year / 4 + moon + 2 - century + century / 4) % 7;
  offset_days int := moon - weekday;
  month int := 3 + (offset_days + 40) / 44;
begin
  return make_date(year, month, offset_days + 28 - 31 * (month / 4));
end $$;

-- The nth given weekday of a month (1 is Monday); with 0 the last one.
create function payment.nth_weekday(year int, month int, weekday int, number int) returns date language sql immutable strict as $$
  select max(day)::date from generate_series(make_date(year, month, 1), make_date(year, month, 1) + interval '1 month - 1 day', '1 day') as day
  where extract(isodow from day) = weekday and (number = 0 or extract(day from day) <= 7 * number) $$;

-- Holidays of a year that follow from a law or standing rule. Thai holidays depend on the moon and the cabinet, so
-- they are listed.
create function payment.holidays_by_rule(in_calendar text, year int) returns table (day date, name text) language sql immutable strict as $$
  with fixed (calendar, month, day_of_month, name) as (values
    ('target', 1, 1, 'New Year’s Day'), ('target', 5, 1, 'Labour Day'), ('target', 12, 25, 'Christmas Day'), ('target', 12, 26, 'Christmas holiday'),
    ('us', 1, 1, 'New Year’s Day'), ('us', 6, 19, 'Juneteenth'), ('us', 7, 4, 'Independence Day'), ('us', 11, 11, 'Veterans Day'), ('us', 12, 25, 'Christmas Day'),
    ('england', 1, 1, 'New Year’s Day'), ('england', 12, 25, 'Christmas Day'), ('england', 12, 26, 'Boxing Day')),
  floating (calendar, month, weekday, number, name) as (values
    ('england', 5, 1, 1, 'Early May bank holiday'), ('england', 5, 1, 0, 'Spring bank holiday'), ('england', 8, 1, 0, 'Summer bank holiday'),
    ('us', 1, 1, 3, 'Martin Luther King Jr. Day'), ('us', 2, 1, 3, 'Washington’s Birthday'), ('us', 5, 1, 0, 'Memorial Day'),
    ('us', 9, 1, 1, 'Labor Day'), ('us', 10, 1, 2, 'Columbus Day'), ('us', 11, 4, 4, 'Thanksgiving Day')),
  dated as (select calendar, make_date(year, month, day_of_month) as day, name from fixed where calendar = in_calendar)
  -- In England a holiday on a weekend moves to the next free weekday. In the USA a Sunday holiday moves to Monday and a
  -- Saturday holiday is lost. TARGET holidays do not move.
  select case
      when calendar = 'england' and extract(isodow from d.day) = 6 then d.day + 2
      when calendar = 'england' and extract(isodow from d.day) = 7 then d.day + case when d.name = 'New Year’s Day' then 1 else 2 end
      when calendar = 'us' and extract(isodow from d.day) = 7 then d.day + 1
      else d.day
    end, d.name
  from dated d where calendar <> 'us' or extract(isodow from d.day) <> 6
  union all select payment.nth_weekday(year, month, weekday, number), floating.name from floating where calendar = in_calendar
  union all select payment.easter(year) - 2, 'Good Friday' where in_calendar in ('england', 'target')
  union all select payment.easter(year) + 1, 'Easter Monday' where in_calendar in ('england', 'target') $$;

-- Which holidays an arrival estimate includes: all (`counted`); not those after the end of a calendar
-- (`unannounced`); or none, because no calendar covers the intermediary banks (`elsewhere`).
create function payment.days_off(rule payment.rail_rule, arrives_by timestamptz, known_until date) returns text language sql stable as $$
  select case
    when rule.calendar is null then case when rule.arrival_seconds < 86400 then 'counted' else 'elsewhere' end
    when (arrives_by at time zone rule.time_zone)::date <= known_until then 'counted'
    else 'unannounced' end $$;

-- A payment under review becomes sent only if the bank reported that it executed the instruction.
create function payment.require_status_conflict() returns trigger language plpgsql as $$
begin
  raise exception 'payment % leaves a review without a word of the bank', new.id
    using errcode = 'check_violation', constraint = 'payment_settled_in_review';
end $$;

create trigger payment_settled_in_review before update of state on payment.payment
  for each row when (old.state = 'in_review' and new.state = 'sent' and new.status_conflict_at is null)
  execute function payment.require_status_conflict();
