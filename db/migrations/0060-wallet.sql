-- A wallet holds its money on an account of product `wallet`, so whatever pays, orders or limits by account knows it too.
-- An upgrade turns that account into one of product `bank`: same id, same ledger account.

alter table bank_account.account
  add column product text not null default 'bank' check (product in ('bank', 'wallet')),
  add constraint account_with_ledger unique (bankholder_id, ledger_account_id);

-- Transfers to wallets arrive on one account per currency; the reference says whose money it is.
create table bank_account.shared_account (
  currency        char(3) primary key,
  sort_code       text check (sort_code ~ '^[0-9]{6}$'),
  account_number  text check (account_number ~ '^[0-9]{8}$'),
  iban            text not null unique,
  bic             text not null,
  correspondent   text
);
insert into bank_account.shared_account (currency, sort_code, account_number, iban, bic, correspondent) values
  ('GBP', '040621', '41903362', 'GB33LARK04062141903362', 'LARKGB2L', null),
  ('EUR', null, null, 'GB86LARK04062141903378', 'LARKGB2L', null),
  ('THB', null, null, 'GB48LARK04062141903383', 'LARKGB2L', 'SANDTHBK'),
  ('USD', null, null, 'GB04LARK04062141903399', 'LARKGB2L', 'SANDUS33');

insert into bank_account.account
  (id, customer_id, bankholder_id, cardholder_id, holder, currency, ledger_account_id, status, product, sepa_reference, opened_at)
select gen_random_uuid(), w.customer_id, w.bankholder_id, (1000000000 + floor(random() * 8999999999))::bigint::text, c.name,
  w.currency, w.ledger_account_id, case w.status when 'closed' then 'closed' else 'active' end, 'wallet', c.member_code,
  w.opened_at
from wallet.wallet w join customer.customer c on c.id = w.customer_id
where not exists (select from bank_account.account a where a.bankholder_id = w.bankholder_id);

create unique index account_of_reference on bank_account.account (sepa_reference, currency) where product = 'wallet';

alter table wallet.wallet
  add column is_default boolean not null default false,
  add constraint wallet_name_length check (char_length(name) between 1 and 40),
  add constraint wallet_on_account foreign key (bankholder_id, ledger_account_id)
    references bank_account.account (bankholder_id, ledger_account_id);
update wallet.wallet w set is_default = true where status <> 'closed' and not exists (
  select from wallet.wallet o where o.customer_id = w.customer_id and o.status <> 'closed'
    and (o.opened_at, o.id) < (w.opened_at, w.id));
create unique index wallet_default on wallet.wallet (customer_id) where is_default;
