-- What the rates of one moment decided for a pair and tier. The rate is kept, so that whatever was decided is carried out
-- at exactly this rate, however many orders stand before it.
create table auto_fx.rate_snapshot (
  id          bigint generated always as identity primary key,
  sell        char(3) not null,
  buy         char(3) not null,
  tier        text not null check (tier in ('plus', 'wallet')),
  mid         numeric(25, 10) not null check (mid > 0),
  margin_bps  int not null,
  -- The market was closed, and the margin is that of closed hours.
  off_hours   boolean not null,
  decided_at  timestamptz not null default now()
);
create trigger tick_append_only before update or delete on auto_fx.rate_snapshot for each row execute function platform.refuse_change();

-- An order that was decided on and is not carried out yet: this is what `triggered` means. A table of its own, because
-- 100,000 narrow rows are written in half the time that marking the orders themselves takes. Without a foreign key, for
-- the same reason (decision 10); orders are never deleted.
create table auto_fx.order_trigger (
  -- First come, first served: within a tick in the order in which the orders were placed.
  place     bigint generated always as identity primary key,
  order_id  uuid not null unique,
  -- None for one whose day has come: it takes the rate of its moment.
  rate_snapshot_id   bigint
);

-- Which decision a fill carried out.
alter table auto_fx.fill add column rate_snapshot_id bigint;

insert into auto_fx.order_trigger (order_id) select id from auto_fx.auto_order where state = 'triggered' order by triggered_at, id;
update auto_fx.auto_order set state = 'active' where state = 'triggered';
drop index auto_fx.order_triggered;
alter table auto_fx.auto_order drop column triggered_at, drop constraint auto_order_state_check,
  add constraint auto_order_state_check check (state in ('active', 'paused', 'failed_retryable', 'held_offhours',
    'held_service_off', 'filled', 'failed_final', 'expired', 'cancelled'));
