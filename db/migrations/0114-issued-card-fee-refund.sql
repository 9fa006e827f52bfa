-- The fee also goes back if the checks of the processor cancel the order of a card.
alter table issued_card.card drop constraint card_check6,
  add constraint fee_refunded_if_not_made check (
    fee_refund_id is null
    or fee_id is not null and (state = 'rejected' or state = 'closed' and order_state = 'cancelled'));
