-- Support and payment operations turn services off and on, but plan no events and change no defaults or figures.
insert into role.permission (role, area, level, effective_from, change_id)
select role, 'service_breaker', level, effective_from, change_id from role.permission where area = 'service_control';
update role.permission set level = 'view'
where area = 'service_control' and change_id is null and role in ('support', 'payment_operations');
