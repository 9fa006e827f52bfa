-- How far the market may go against a payment out of another currency while colleagues approve it, in basis points: that
-- much worse than the rate which its maker saw is what they agree to, and no more.
alter table fx.setting
  add column approval_tolerance_bps int not null default 100 check (approval_tolerance_bps between 0 and 500);
