-- Counted on the staff home page, and looked up before the same contradiction is recorded again; very few rows match.
create index audit_partner_contradiction on platform.audit (entity, at) where action = 'partner.contradiction';
