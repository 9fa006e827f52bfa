-- The rows of a file that is not settled, as it was read last, for the person who looks into its differences. The rows of
-- a settled one are in card_payment.settlement_line.
alter table card_payment.settlement add column file jsonb not null default '[]',
  add constraint settled_file_is_in_lines check (state <> 'settled' or file = '[]');
