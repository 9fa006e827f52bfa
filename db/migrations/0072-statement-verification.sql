-- A printed statement has a code like a letter. Its row holds what a reader checks, and not the movements.

alter table letter.letter drop constraint letter_kind_check;
alter table letter.letter add constraint letter_kind_check
  check (kind in ('account_ownership', 'balance_confirmation', 'fee_statement', 'exchange_note', 'statement'));
