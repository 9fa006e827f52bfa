-- A value date may lie any time before the booking, and a quarter after it: a statement by value date looks no further.
alter table ledger.transfer add constraint transfer_value_date_near
  check (value_date <= (booked_at at time zone 'utc')::date + 92);

-- As before, but many who need the same month at the same moment make it once.
create or replace function ledger.create_partitions(since timestamptz, until timestamptz) returns void
language plpgsql security definer set search_path = ledger, pg_temp as $$
declare
  month timestamp := date_trunc('month', since at time zone 'utc');
  name text; starts timestamptz; ends timestamptz;
begin
  if since < '2000-01-01' or until > clock_timestamp() + interval '10 years' then
    raise exception 'no books are kept from % to %', since, until using errcode = 'invalid_parameter_value';
  end if;
  while month <= until at time zone 'utc' loop
    name := to_char(month, 'YYYY_MM');
    if to_regclass('ledger.entry_' || name) is null then
      perform pg_advisory_xact_lock(hashtext('ledger.create_partitions'));
      -- By a query: a name that was not found is remembered, whatever somebody else made while we waited.
      if not exists (select from pg_class r where r.relname = 'entry_' || name and r.relnamespace = 'ledger'::regnamespace) then
        starts := month at time zone 'utc'; ends := (month + interval '1 month') at time zone 'utc';
        perform ledger.make_partition('transfer', name, first_id(starts)::text, first_id(ends)::text);
        perform ledger.make_partition('entry', name, starts::text, ends::text);
      end if;
    end if;
    month := month + interval '1 month';
  end loop;
end $$;
