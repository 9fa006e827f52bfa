-- Events that let orders of a service wait: payments are accepted and stay ready until the event ends.

alter table service_control.event
  drop constraint event_mode_check,
  add constraint event_mode_check check (mode in ('off', 'read_only', 'queue', 'notice')),
  add constraint event_only_payments_wait check (mode <> 'queue' or services <@ array[
    'payment.gbp', 'payment.eur', 'payment.thb', 'payment.swift', 'payment.fedwire', 'payment.local']);

-- Events in force that concern a customer. `customer_audience` null: only those for everyone.
create function service_control.events_for(customer_audience text, customer_id uuid)
returns setof service_control.event
language sql stable as $$
  select e.* from service_control.event e
  where e.state = 'scheduled' and e.starts_at <= now() and (e.ends_at is null or e.ends_at > now())
    and (e.audience = 'all' or e.audience = customer_audience or (e.audience = 'customers' and customer_id = any (e.customers)))
$$;

-- As before, but an event that lets orders wait turns nothing off.
create or replace function service_control.decide(service_key text, customer_audience text, customer_id uuid)
returns table (is_on boolean, message text, disabled_until timestamptz, decided_by text)
language sql stable as $$
  select d.is_on, d.message, d.disabled_until, d.decided_by from (
    select 1 as place, 0 as strictness, b.mode = 'forced_on' as is_on, b.message,
      case when b.mode = 'auto' then b.retry_at end as disabled_until, 'breaker' as decided_by
    from service_control.breaker b
    where b.service = service_key and (b.mode = 'forced_off' or (b.mode = 'auto' and b.state = 'open'))
    union all
    select 2, case e.mode when 'off' then 0 else 1 end, false, e.message, e.ends_at, 'event'
    from service_control.events_for(customer_audience, customer_id) e
    where e.mode in ('off', 'read_only') and service_key = any (e.services)
    union all
    select 3, 0, (s.is_on or coalesce(s.disabled_until <= now(), false))
        and case customer_audience when 'plus' then s.plus = 'on' when 'wallet' then s.wallet = 'on' else true end,
      s.message, case when not s.is_on and s.disabled_until > now() then s.disabled_until end, 'matrix'
    from payment.service_availability s where s.key = service_key
  ) d order by d.place, d.strictness, d.disabled_until desc nulls first limit 1
$$;

-- The event that lets payments of this service wait, if there is one. Of several the one that ends last.
create function service_control.queue(service_key text, customer_audience text, customer_id uuid)
returns table (message text, ends_at timestamptz)
language sql stable as $$
  select e.message, e.ends_at from service_control.events_for(customer_audience, customer_id) e
  where e.mode = 'queue' and service_key = any (e.services)
  order by e.ends_at desc nulls first limit 1
$$;

-- Whether payments of the service wait for this customer.
create function service_control.is_queued(service_key text, of_customer uuid) returns boolean
language sql stable as $$
  select exists (select from customer.customer c cross join lateral service_control.queue(service_key, c.kind, c.id) q
    where c.id = of_customer)
$$;
