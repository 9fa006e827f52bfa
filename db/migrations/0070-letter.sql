-- Letters that customers hand to others, such as a confirmation of balance. A reader checks a letter by its code.

create schema letter;

create table letter.letter (
  id           uuid primary key,
  customer_id  uuid not null references customer.customer,
  user_id      uuid not null references customer.user,
  kind         text not null check (kind in ('account_ownership', 'balance_confirmation', 'fee_statement', 'exchange_note')),
  -- Accounts that the letter names. A member who may not use one of them does not see the letter.
  accounts     text[] not null check (cardinality(accounts) > 0),
  -- Printed on each page, without separators.
  code         text not null unique check (code ~ '^[0-9A-HJKMNP-TV-Z]{16}$'),
  -- All that is printed. A letter never changes, so it holds texts and no references.
  content      jsonb not null,
  issued_at    timestamptz not null default now()
);
create index letter_of_customer on letter.letter (customer_id, issued_at desc);
create trigger letter_append_only before update or delete on letter.letter
  for each row execute function platform.refuse_change();
