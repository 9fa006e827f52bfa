-- When a silent rail is asked about an order again; until when an order that it says it never saw is sent once more; and
-- from when it can no longer be under way, so that the payment is given up. The last that is sent has a minute to arrive.
alter table payment.rail_rule
  add column enquiry_interval_seconds int not null default 30 check (enquiry_interval_seconds > 0),
  add column resubmit_window_seconds int not null default 600 check (resubmit_window_seconds >= 0),
  add column abandon_after_seconds int not null default 1200,
  add constraint rail_rule_is_given_up_last check (abandon_after_seconds >= resubmit_window_seconds + 60);

-- Within which time the payer of a payment that is late hears of it once more.
alter table payment.setting add column overdue_update_hours int not null default 24 check (overdue_update_hours > 0);

-- Which days off an arrival counts in: all of them; those of a calendar that does not reach so far (`unannounced`); or none,
-- because the banks on the way have days off of their own that no calendar of ours has (`elsewhere`).
create function payment.days_off(rule payment.rail_rule, arrives_by timestamptz) returns text language sql stable as $$
  select case
    when rule.calendar is null then case when rule.arrival_seconds < 86400 then 'counted' else 'elsewhere' end
    when (arrives_by at time zone rule.time_zone)::date <= (select known_until from payment.calendar c
      where c.calendar = rule.calendar and c.effective_from <= now() order by c.effective_from desc limit 1) then 'counted'
    else 'unannounced' end $$;
alter table payment.payment add column arrival_days_off text not null default 'counted'
  check (arrival_days_off in ('counted', 'unannounced', 'elsewhere'));
