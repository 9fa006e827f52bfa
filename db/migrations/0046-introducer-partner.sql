-- Customers who introduce others to us under a contract: their share of what we earn from those, and its monthly statements.

create schema introducer_partner;

create table introducer_partner.partner (
  -- The customer.
  id          uuid primary key references customer.customer,
  -- In which the share is paid. It never changes, so that what is carried forward stays one amount.
  currency    char(3) not null,
  -- First day of the month whose statement comes next.
  next_month  date not null check (date_trunc('month', next_month) = next_month),
  unique (id, currency)
);

-- The share rule. A row holds until the next, its last day, or the closing of the account.
create table introducer_partner.rule (
  customer_id     uuid not null,
  currency        char(3) not null,
  -- Of the margin and fees of exchanges, and of the fees of payments.
  exchange_bps    int not null check (exchange_bps between 0 and 5000),
  payment_bps     int not null check (payment_bps between 0 and 5000),
  -- The most for one month; null: no limit.
  cap_minor       bigint check (cap_minor > 0),
  -- For how long an introduced customer earns a share, from the registration; null: without end.
  months          int check (months between 1 and 120),
  -- The last London day; null: until it is changed.
  ends            date,
  effective_from  timestamptz not null,
  change_id       uuid references platform.setting_change,
  primary key (customer_id, effective_from),
  foreign key (customer_id, currency) references introducer_partner.partner (id, currency),
  constraint rule_shares_something check (exchange_bps + payment_bps > 0),
  constraint rule_ends_after_it_begins check (ends >= (effective_from at time zone 'Europe/London')::date)
);

-- The rule of a partner at a moment. Closing the account ends every rule that held until then.
create function introducer_partner.rule_at(partner uuid, moment timestamptz) returns setof introducer_partner.rule
language sql stable as $$
  select r.* from (
    select * from introducer_partner.rule where customer_id = partner and effective_from <= moment
    order by effective_from desc limit 1) r
  where (r.ends is null or (moment at time zone 'Europe/London')::date <= r.ends)
    and not exists (
      select from customer.status_transition t
      where t.customer_id = partner and t.state in ('closing', 'closed') and t.at > r.effective_from and t.at <= moment)
$$;

create table introducer_partner.minimum (
  currency        char(3) not null,
  -- Less is carried forward to the next statement.
  min_minor       bigint not null check (min_minor >= 0),
  effective_from  timestamptz not null,
  change_id       uuid references platform.setting_change,
  primary key (currency, effective_from)
);
insert into introducer_partner.minimum (currency, min_minor, effective_from) values
  ('GBP', 2500, '2020-01-01T00:00:00Z'), ('EUR', 2500, '2020-01-01T00:00:00Z'),
  ('USD', 2500, '2020-01-01T00:00:00Z'), ('THB', 100000, '2020-01-01T00:00:00Z');

-- Our accounts of income that is shared, and how far their entries were read. An account's entries become visible in the
-- order of their times, because it is locked from posting to commit.
create table introducer_partner.income_account (
  id          bigint primary key,
  product     text not null check (product in ('exchange', 'payment')),
  currency    char(3) not null,
  read_until  timestamptz not null default '-infinity'
);

create table introducer_partner.statement (
  id                uuid primary key,
  partner_id        uuid not null,
  month             date not null check (date_trunc('month', month) = month),
  currency          char(3) not null,
  -- Income until then.
  until             timestamptz not null,
  -- The sum of the lines, the most for the month, what the statement before carried forward, and what is owed.
  share_minor       bigint not null,
  cap_minor         bigint check (cap_minor > 0),
  carried_in_minor  bigint not null,
  total_minor       bigint not null,
  -- The last one: it is paid below the minimum as well.
  is_final          boolean not null,
  state             text not null check (state in ('carried', 'due', 'paid')),
  -- Why one that is due waits.
  reason            text check (reason in ('no_account', 'account_restricted')),
  issued_at         timestamptz not null,
  next_check_at     timestamptz,
  -- The posting from `introducer-cost` to the account.
  operation_id      uuid unique,
  account_id        uuid references bank_account.account,
  paid_at           timestamptz,
  unique (partner_id, month),
  foreign key (partner_id, currency) references introducer_partner.partner (id, currency),
  check (total_minor = least(share_minor, coalesce(cap_minor, share_minor)) + carried_in_minor),
  constraint statement_pays_what_is_owed check (state = 'carried' or total_minor > 0),
  check ((state = 'paid') = (operation_id is not null) and (operation_id is null) = (account_id is null)
    and (operation_id is null) = (paid_at is null)),
  check (reason is null or state = 'due'),
  check ((state = 'due') = (next_check_at is not null))
);
create index statement_due on introducer_partner.statement (next_check_at) where state = 'due';

-- A statement never changes, except that one that is due waits or is paid.
create function introducer_partner.guard_statement() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.state <> 'due' or new.state = 'carried'
    or (new.id, new.partner_id, new.month, new.currency, new.until, new.share_minor, new.cap_minor, new.carried_in_minor, new.is_final, new.issued_at)
      is distinct from (old.id, old.partner_id, old.month, old.currency, old.until, old.share_minor, old.cap_minor, old.carried_in_minor, old.is_final, old.issued_at) then
    raise exception 'statement % of an introducer partner is final', old.id
      using errcode = 'check_violation', constraint = 'statement_is_final', schema = 'introducer_partner', table = 'statement';
  end if;
  return new;
end $$;
create trigger guard_statement before update or delete on introducer_partner.statement
  for each row execute function introducer_partner.guard_statement();

create table introducer_partner.statement_line (
  statement_id  uuid not null references introducer_partner.statement,
  position      int not null,
  customer_id   uuid not null references customer.customer,
  product       text not null check (product in ('exchange', 'payment')),
  -- Of the income.
  currency      char(3) not null,
  deals         int not null check (deals >= 0),
  -- Rounded towards zero.
  share_minor   bigint not null,
  -- What one of `currency` was worth at mid, and the share at that rate, rounded towards zero.
  rate          numeric(25, 10) not null check (rate > 0),
  payout_minor  bigint not null,
  primary key (statement_id, position),
  unique (statement_id, customer_id, product, currency)
);
create trigger statement_line_append_only before update or delete on introducer_partner.statement_line
  for each row execute function platform.refuse_change();

-- Each posting of income that earns a share. The key lets it earn once.
create table introducer_partner.earning (
  operation_id        uuid not null,
  leg                 smallint not null,
  product             text not null check (product in ('exchange', 'payment')),
  currency            char(3) not null,
  partner_id          uuid not null references introducer_partner.partner,
  -- Whose exchange or payment it was.
  customer_id         uuid not null references customer.customer,
  booked_at           timestamptz not null,
  -- Negative where the income was given back.
  income_minor        bigint not null check (income_minor <> 0),
  -- Of the rule at that moment; of income that is given back, the share that it had.
  share_bps           int not null check (share_bps between 1 and 5000),
  reverses_operation  uuid,
  reverses_leg        smallint,
  statement_id        uuid references introducer_partner.statement,
  primary key (operation_id, leg),
  foreign key (reverses_operation, reverses_leg) references introducer_partner.earning (operation_id, leg),
  check ((reverses_operation is null) = (reverses_leg is null)),
  constraint earning_given_back_belongs_to_one check ((income_minor < 0) = (reverses_operation is not null)),
  constraint earning_of_another check (customer_id <> partner_id)
);
create index earning_unstated on introducer_partner.earning (partner_id) where statement_id is null;
create index earning_of_statement on introducer_partner.earning (statement_id) where statement_id is not null;

-- An earning is put on one statement, and nothing else of it changes.
create function introducer_partner.guard_earning() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.statement_id is not null or new.statement_id is null
    or to_jsonb(new) - 'statement_id' is distinct from to_jsonb(old) - 'statement_id' then
    raise exception 'earning % is final', old.operation_id
      using errcode = 'check_violation', constraint = 'earning_is_final', schema = 'introducer_partner', table = 'earning';
  end if;
  return new;
end $$;
create trigger guard_earning before update or delete on introducer_partner.earning
  for each row execute function introducer_partner.guard_earning();
