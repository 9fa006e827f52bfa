-- How long a rate that was shown may still be paid at without having been held, and how far the market may have moved away
-- from it meanwhile, in basis points.
alter table fx.setting
  add column displayed_rate_seconds int not null default 300 check (displayed_rate_seconds > 0),
  add column displayed_rate_tolerance_bps int not null default 10 check (displayed_rate_tolerance_bps between 0 and 100);
