-- What would tip a customer off is read by compliance alone. These functions say what it is; every read of such rows
-- asks them, whatever page it is for.

-- After a hit on the sanctions list, when a colleague handed it over, and while telling the payer would be tipping off.
create function review.is_with_compliance(payment uuid) returns boolean
language sql stable as $$
  select exists (select from screening.hit h where h.payment_id = payment)
    or exists (select from review.escalation e where e.payment_id = payment)
    or exists (select from review.statutory_hold k
      where k.payment_id = payment and k.ended_at is null and k.customer_notified_at is null)
$$;

create function ghost_connect.is_confidential(basis text) returns boolean
language sql immutable as $$ select basis = 'break_glass' $$;

create function status_change.is_confidential(reason text) returns boolean
language sql immutable as $$
  select coalesce(reason in ('fraud_suspected', 'money_laundering_suspected', 'sanctions_match', 'compliance'), false)
$$;

-- Whether an entry of the audit log is to be read by compliance alone.
create function platform.is_confidential(entry platform.audit) returns boolean
language sql stable as $$
  select case
    when entry.action ~ '^(screening|sanctions_alert)\.' or entry.entity ~ '^(finding|screening-list):' then true
    -- What customers do themselves is no secret to them.
    when entry.actor_kind in ('customer', 'public') and entry.detail ->> 'visit' is null then false
    when entry.action like 'kyc.%' then entry.actor_kind <> 'customer'
    when entry.detail ->> 'isConfidential' = 'true' then true
    when entry.detail ->> 'basis' = 'break_glass' or entry.detail ->> 'template' = 'email_glass_broken' then true
    when status_change.is_confidential(entry.detail ->> 'reason') or status_change.is_confidential(entry.detail ->> 'reasonCode')
      then true
    when exists (select from ghost_connect.visit v where ghost_connect.is_confidential(v.basis)
      and v.id in (platform.to_uuid(entry.detail ->> 'visit'), platform.to_uuid(substring(entry.entity from '^visit:(.*)$'))))
      then true
    when exists (select from status_change.change c where status_change.is_confidential(c.reason_code)
      and c.id = platform.to_uuid(entry.detail ->> 'change')) then true
    when entry.entity like 'payment:%'
      then review.is_with_compliance(platform.to_uuid(substring(entry.entity from '^payment:(.*)$')))
    when entry.entity like 'document:%' then exists (select from document.document d
      where d.id = platform.to_uuid(substring(entry.entity from '^document:(.*)$'))
        and d.payment_id is not null and review.is_with_compliance(d.payment_id))
    when entry.entity like 'payee:%' then exists (select from payee.payee p
      where p.id = platform.to_uuid(substring(entry.entity from '^payee:(.*)$'))
        and status_change.is_confidential(p.reason_code))
    else false
  end
$$;
