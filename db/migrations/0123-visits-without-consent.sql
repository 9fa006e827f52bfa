-- Only the MLRO opens an account without the customer's consent, as break glass. Everybody else asks for a code.
delete from role.permission where area = 'connect_without_consent';
update role.permission set level = 'act' where area = 'connect_as_customer' and level = 'approve' and role <> 'mlro';
-- A link of this ground that was not opened yet opens nothing any more.
update ghost_connect.visit set link_expires_at = now() where basis = 'role' and opened_at is null and link_expires_at > now();
