-- Market rates, rates that staff set for a time, and sources that staff turned off.

create schema rate;

-- Units per euro from the last source that answered. If all sources fail, the rate stays and becomes stale.
create table rate.latest (
  currency      text primary key check (currency ~ '^[A-Z]{3}$' and currency <> 'EUR'),
  per_euro      numeric(30, 15) not null check (per_euro > 0),
  source        text not null,
  -- When the market set this price; at a weekend that is Friday evening.
  priced_at     timestamptz not null,
  confirmed_at  timestamptz not null,
  -- Until then this price can be traded, unless it is confirmed again.
  valid_until   timestamptz not null check (valid_until > confirmed_at)
);

-- Recorded closes for sources without history: one every five minutes, with the end of the interval.
create table rate.bar (
  currency  text not null,
  ends_at   timestamptz not null,
  per_euro  numeric(30, 15) not null check (per_euro > 0),
  source    text not null,
  primary key (currency, ends_at)
);

-- Published reference rates, one per working day, imported from a file.
create table rate.fixing (
  currency  text not null,
  day       date not null,
  per_euro  numeric(30, 15) not null check (per_euro > 0),
  source    text not null,
  primary key (currency, day)
);

-- A source that the rate service asks. It adds itself with its first answer.
create table rate.source (
  name         text primary key,
  is_on        boolean not null default true,
  answered_at  timestamptz,
  changed_by   uuid references staff.member,
  changed_at   timestamptz,
  reason       text,
  -- A request to turn it on again, until a second person decides.
  asked_by     uuid references staff.member,
  asked_at     timestamptz,
  asked_for    text,
  check ((asked_by is null) = (asked_at is null) and (asked_by is null) = (asked_for is null)),
  check (not is_on or asked_by is null)
);

-- Turning off takes one person. Turning on takes a request, and another person who agrees.
create function rate.guard_source() returns trigger language plpgsql as $$
begin
  if new.is_on and not old.is_on and (old.asked_by is null or new.changed_by is null or new.changed_by = old.asked_by) then
    raise exception 'source % is turned on without a second person', new.name
      using errcode = 'check_violation', constraint = 'source_turned_on_by_two', schema = 'rate', table = 'source';
  end if;
  return new;
end $$;
create trigger guard_source before update on rate.source for each row execute function rate.guard_source();

-- What one euro buys until ends_at, in place of the sources. Every pair with the currency follows.
create table rate.manual_rate (
  id           uuid primary key,
  currency     text not null references rate.latest,
  per_euro     numeric(30, 15) not null check (per_euro > 0),
  -- The last rate of a source when it was proposed.
  last_known   numeric(30, 15) not null check (last_known > 0),
  ends_at      timestamptz not null,
  reason       text not null check (length(reason) between 10 and 500),
  state        text not null check (state in ('proposed', 'approved', 'refused', 'withdrawn', 'ended')),
  proposed_by  uuid not null references staff.member,
  proposed_at  timestamptz not null default now(),
  decided_by   uuid references staff.member,
  decided_at   timestamptz,
  note         text,
  ended_by     uuid references staff.member,
  ended_at     timestamptz,
  constraint manual_rate_by_two check (decided_by <> proposed_by),
  constraint manual_rate_of_a_day check (
    ends_at > proposed_at and ends_at <= proposed_at + interval '24 hours' and (state <> 'approved' or ends_at > decided_at)),
  check ((decided_by is null) = (decided_at is null) and (state in ('proposed', 'withdrawn')) = (decided_by is null)),
  check ((state = 'ended') = (ended_by is not null) and (ended_by is null) = (ended_at is null))
);
create unique index one_manual_rate_proposed on rate.manual_rate (currency) where state = 'proposed';
create index manual_rate_approved on rate.manual_rate (currency, ends_at) where state = 'approved';

-- What was approved is what was proposed, and what ended does not begin again.
create function rate.guard_manual_rate() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (new.currency, new.per_euro, new.ends_at, new.reason, new.proposed_by, new.last_known) is distinct from
      (old.currency, old.per_euro, old.ends_at, old.reason, old.proposed_by, old.last_known)
    or not ((old.state = 'proposed' and new.state in ('approved', 'refused', 'withdrawn')) or (old.state = 'approved' and new.state = 'ended')) then
    raise exception 'manual rate % cannot change', old.id
      using errcode = 'check_violation', constraint = 'manual_rate_is_final', schema = 'rate', table = 'manual_rate';
  end if;
  return new;
end $$;
create trigger guard_manual_rate before update or delete on rate.manual_rate
  for each row execute function rate.guard_manual_rate();

create table rate.desk_setting (
  -- How far a manual rate may be from the last rate of a source, and how long it may hold.
  deviation_bps   int not null check (deviation_bps between 1 and 2000),
  max_hours       int not null check (max_hours between 1 and 24),
  effective_from  timestamptz primary key,
  change_id       uuid references platform.setting_change
);
insert into rate.desk_setting values (300, 24, '2020-01-01T00:00:00Z');
