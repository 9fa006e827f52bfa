-- Payments under review, by the moment at which their payer was to hear more. Reminders go by it, too: of a question, and
-- of a document that was refused or never came.
create index payment_promised on payment.payment (next_update_at) where state in ('in_review', 'info_required');
alter table review.request drop column reminders;
