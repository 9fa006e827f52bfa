-- Allowed transitions of every lifecycle, as in apps/api/src/lifecycles.ts; a test compares the two.

insert into platform.state_transition (table_name, from_state, to_state)
select table_name, from_state, unnest(to_states) from (values
  ('upgrade.request', 'requested', '{kyc_gap,reviewing,opening_accounts}'::text[]),
  ('upgrade.request', 'kyc_gap', '{reviewing,opening_accounts,refused}'::text[]),
  ('upgrade.request', 'reviewing', '{kyc_gap,opening_accounts,refused}'::text[]),
  ('upgrade.request', 'opening_accounts', '{done,refused}'::text[]),
  ('manual_fx.deal', 'pending_approval', '{requested,withdrawn,unable}'::text[]),
  ('manual_fx.deal', 'requested', '{assigned,withdrawn,unable}'::text[]),
  ('manual_fx.deal', 'assigned', '{quoted,withdrawn,unable}'::text[]),
  ('manual_fx.deal', 'quoted', '{accepted,declined,expired,withdrawn,unable}'::text[]),
  ('manual_fx.deal', 'accepted', '{booked,unable}'::text[]),
  ('manual_fx.deal', 'booked', '{settled}'::text[]),
  ('manual_fx.deal', 'expired', '{quoted,withdrawn,unable}'::text[])
) as allowed (table_name, from_state, to_states);
