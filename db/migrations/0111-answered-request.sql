-- Answers that somebody still has to read: few among all that were ever given.
create index request_answered on review.request (payment_id) where state = 'answered';
