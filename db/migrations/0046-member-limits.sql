-- Accounts that a member may not use do not exist for them. Requests and notifications name the accounts that they are
-- about by bank holder id; empty: about none.

alter table approval.request add column accounts text[] not null default '{}';
alter table notification.notification add column accounts text[] not null default '{}';

alter table approval.request disable trigger request_unchanged;
update approval.request r set accounts = about.accounts
from (
  select p.id, array[a.bankholder_id] as accounts, 'payment' as kind
  from payment.payment p join bank_account.account a on a.id = p.account_id
  union all select id, array[source_bankholder_id], 'bulk' from bulk_payment.release
  union all select id, array_remove(array[source_bankholder_id, top_up_bankholder_id], null), 'standing_order'
  from standing_order.standing_order
  union all select c.id, array_remove(array[o.source_bankholder_id, o.top_up_bankholder_id], null), 'standing_date'
  from standing_order.occurrence c join standing_order.standing_order o on o.id = c.order_id
  union all select id, array[source_bankholder_id, target_bankholder_id], 'auto_fx' from auto_fx.auto_order
  union all select id, array[source_bankholder_id, target_bankholder_id], 'fx' from fx.pending_conversion
  union all select id, array[source_bankholder_id, target_bankholder_id], 'manual_fx' from manual_fx.deal
) as about where about.id = r.subject_id and about.kind = r.kind;
alter table approval.request enable trigger request_unchanged;

update notification.notification n set accounts = about.accounts
from (
  select '/pending-payment-domestic/detail/' || p.id as link, array[a.bankholder_id] as accounts
  from payment.payment p join bank_account.account a on a.id = p.account_id
  union all select '/statement?bankholderid=' || bankholder_id, array[bankholder_id] from bank_account.account
  union all select '/statement?bankholderid=' || bankholder_id, array[bankholder_id] from wallet.wallet
  union all select '/standing-order?order=' || id, array_remove(array[source_bankholder_id, top_up_bankholder_id], null)
  from standing_order.standing_order
  union all select '/auto-fx?order=' || id, array[source_bankholder_id, target_bankholder_id] from auto_fx.auto_order
  union all select '/instant-bank-payment/payment/' || id, array[bankholder_id] from instant_payment.payment
  union all select '/team-approval?request=' || id, accounts from approval.request
) as about where about.link = n.link;
