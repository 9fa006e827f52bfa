-- Search: the words of every payment and movement, so that a customer's whole history is searched by index.

create schema search;

-- How far the ledger and the audit log are indexed: every transaction below `upto` is.
create table search.progress (
  is_only  boolean primary key default true check (is_only),
  upto     xid8 not null
);
insert into search.progress (upto) values ('0');

-- One row per payment, and one per operation of the ledger that belongs to no payment. A lexeme begins with the ledger
-- account that may see it, so that a search reads the index of its own accounts only.
create table search.event (
  id           uuid not null,
  is_payment   boolean not null,
  happened_at  timestamptz not null,
  words        tsvector not null,
  primary key (id, is_payment)
);
-- The job that writes here can wait; a search must not read a list of pending rows.
create index event_words on search.event using gin (words) with (fastupdate = off);

create view search.owned_account as
  select ledger_account_id, currency from bank_account.account
  union select ledger_account_id, currency from wallet.wallet;

-- Letters without case and accents, independent of the server's locale. `foldText` does the same to what is typed.
create function search.fold(said text) returns text language sql immutable parallel safe return
  replace(replace(replace(replace(translate(
    lower(regexp_replace(normalize(said, NFKD) collate "C", '[\u0300-\u036f]', '', 'g') collate pg_c_utf8),
    'øłđðħı', 'olddhi'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');

-- Whole words; of a long number or an IBAN also the last four; the digits inside a reference; and of scripts without
-- spaces the six letters from every place, because a name may begin anywhere.
create function search.words(said text) returns setof text language sql immutable parallel safe as $$
  select token from
    regexp_split_to_table(search.fold(said), '[\x01-\x2f\x3a-\x60\x7b-\xbf\u2000-\u206f\u3000-\u303f]+' collate "C") word
    cross join lateral (
      select left(word, 40) as token
      union all select right(word, 4) where word ~ '^[a-z0-9]*[0-9]{4}$' and length(word) >= 8
      union all select digits[1] from regexp_matches(word, '[0-9]{3,}', 'g') digits where word !~ '^[0-9]*$'
      union all select substr(word, place, 6) from generate_series(1, length(word)) place
        where word ~ '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u9fff]') tokens
  where word <> ''
$$;

create function search.day_words(at timestamptz) returns setof text language sql stable parallel safe as $$
  select to_char(at at time zone 'Europe/London', form) from unnest(array['"@"YYYY-MM-DD', '"@"MM-DD']) form where at is not null
$$;

create function search.amount_word(minor bigint, currency text, minor_digits jsonb) returns text
language sql immutable parallel safe return
  '=' || case coalesce((minor_digits ->> currency)::int, 2)
    when 0 then abs(minor) || '.'
    else round(abs(minor) / power(10::numeric, coalesce((minor_digits ->> currency)::int, 2)), coalesce((minor_digits ->> currency)::int, 2))::text
  end;

create function search.lexemes(accounts bigint[], tokens text[]) returns tsvector language sql immutable parallel safe return
  array_to_tsvector(array(select account || ':' || token from unnest(accounts) account, unnest(tokens) token));

create function search.squeeze(said text) returns text language sql immutable parallel safe return
  lower(regexp_replace(said, '[^0-9A-Za-z]', '', 'g'));

-- The words of a payment.
create function search.payment_words(p payment.payment, account bigint, minor_digits jsonb) returns tsvector
language sql stable parallel safe return
  search.lexemes(array[account], array(
    select search.words(concat_ws(' ', p.payee_name, p.payee_reference, p.reference, p.payee_summary, p.end_to_end_id, p.note))
    union all select search.squeeze(p.payee_summary)
    union all select search.amount_word(minor, currency, minor_digits)
      from (values (p.amount_minor, p.currency), (p.sold_minor, p.sold_currency)) v (minor, currency) where minor is not null
    union all select search.amount_word(coalesce(p.sold_minor, p.amount_minor) + p.fee_minor,
      coalesce(p.sold_currency, p.currency), minor_digits)
    union all select lower(currency) from (values (p.currency), (p.sold_currency)) v (currency) where currency is not null
    union all select search.day_words(p.created_at)
    union all select search.day_words(p.execute_at)));

-- The words of a card payment. Its amounts are those of the account, of the bill and of the merchant.
create function search.card_payment_words(p card_payment.payment, minor_digits jsonb) returns setof text
language sql stable parallel safe as $$
  select search.words(concat_ws(' ', p.merchant_name, p.merchant_city, p.reference))
  union all select 'card'
  union all select search.amount_word(minor, currency, minor_digits)
    from (values (p.hold_minor, p.currency), (p.taken_minor, p.currency), (p.held_minor + p.cleared_minor, p.billing_currency),
      (p.original_minor, p.original_currency)) v (minor, currency) where minor > 0
  union all select lower(currency) from (values (p.currency), (p.billing_currency), (p.original_currency)) v (currency)
  union all select search.day_words(p.counted_at)
$$;

-- Indexes what was recorded since the last call, at most about `batch` operations, and returns whether there is more.
-- Booking times do not tell what is new, because a slow transaction commits an earlier time; see ledger.transfer.
-- A booking of a card payment is found by its words too: town, the merchant's amount and currency, day of payment.
create function search.index_new(batch int, minor_digits jsonb) returns boolean language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  bottom xid8;
  ceiling xid8 := pg_snapshot_xmin(pg_current_snapshot()); -- all transactions below have ended
  top xid8;
begin
  if not pg_try_advisory_xact_lock(hashtext('larkmere.search')) then return false; end if;
  select upto into strict bottom from search.progress;
  top := coalesce((select recorded_in from ledger.transfer where leg = 1 and recorded_in >= bottom and recorded_in < ceiling
    order by recorded_in offset batch limit 1), ceiling);
  if top = bottom then -- one transaction larger than a batch
    top := coalesce((select min(recorded_in) from ledger.transfer where leg = 1 and recorded_in > bottom and recorded_in < ceiling), ceiling);
  end if;

  with operation as materialized (
    select t.op_id, n.kind, n.payment_id, n.reference, n.counterparty, n.counterparty_account, n.payee_reference,
      case when n.counterparty is null then n.description end as description
    from ledger.transfer t left join accounting.narrative n on n.operation_id = t.op_id
    where t.leg = 1 and t.recorded_in >= bottom and t.recorded_in < top
  ), paid (id) as materialized (
    select payment_id from operation where payment_id is not null
    union
    select split_part(entity, ':', 2)::uuid from platform.audit
    where recorded_in >= bottom and recorded_in < top and entity like 'payment:%'
      and action in ('payment.created', 'payment.scheduled_executed', 'payment.resubmitted')
  ), payment as (
    select p.id, true as is_payment, coalesce(p.execute_at, p.created_at) as happened_at,
      search.payment_words(p, a.ledger_account_id, minor_digits) as words
    from paid join payment.payment p using (id) join bank_account.account a on a.id = p.account_id
  ), movement as (
    select o.op_id, min(t.booked_at) as booked_at, array_agg(distinct own.ledger_account_id) as accounts,
      array_agg(distinct search.amount_word(t.amount, own.currency, minor_digits)) as amounts,
      array_agg(distinct lower(own.currency)) as currencies
    from operation o join ledger.transfer t on t.op_id = o.op_id and t.kind in ('post', 'post_hold')
    cross join lateral unnest(array[t.debit_account_id, t.credit_account_id]) side (account)
    join search.owned_account own on own.ledger_account_id = side.account
    where not exists (select from payment.payment p join bank_account.account payer on payer.id = p.account_id
      where p.id = o.payment_id and payer.ledger_account_id = side.account and o.kind <> 'compensation')
    group by o.op_id
  ), event as (
    select id, is_payment, happened_at, words from payment
    union all
    select o.op_id, false, m.booked_at, search.lexemes(m.accounts, m.amounts || m.currencies || array(
      select search.words(concat_ws(' ', o.counterparty, o.reference, o.payee_reference, o.counterparty_account, o.description))
      union all select search.squeeze(o.counterparty_account) where search.squeeze(o.counterparty_account) <> ''
      union all select o.kind where o.kind not in ('payment', 'credit', 'adjustment')
      union all select search.amount_word(minor, currency, minor_digits)
        from (values (c.sell_minor, c.sell), (c.buy_minor, c.buy)) v (minor, currency) where c.id is not null
      union all select search.day_words(m.booked_at)
      union all select search.card_payment_words(p, minor_digits) from card_payment.payment p
        where o.kind = 'card' and p.reference = o.reference))
    from movement m join operation o using (op_id) left join fx.conversion c on c.id = o.op_id
  )
  insert into search.event (id, is_payment, happened_at, words)
  select id, is_payment, happened_at, words from event
  on conflict (id, is_payment) do update set happened_at = excluded.happened_at, words = excluded.words
    where (event.happened_at, event.words) is distinct from (excluded.happened_at, excluded.words);
  update search.progress set upto = top where upto <> top;
  return top < ceiling;
end $$;

-- The newest events and how many there are in all. Always by the index: whoever shares the table must not be read.
create function search.find(wanted tsquery, payments boolean, movements boolean, most int)
returns table (id uuid, is_payment boolean, happened_at timestamptz, found bigint) language sql stable
set enable_seqscan = off set enable_indexscan = off set jit = off set work_mem = '32MB' as $$
  select e.id, e.is_payment, e.happened_at, count(*) over ()
  from search.event e where e.words @@ wanted and (case when e.is_payment then payments else movements end)
  order by e.happened_at desc, e.id limit most
$$;
