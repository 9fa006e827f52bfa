-- The API works as a member of this role: it reads the ledger and writes it through functions alone, appends to what is
-- append-only, and defines nothing. Roles belong to the whole server, so another database may have made it already.
do $$ begin
  if to_regrole('larkmere_app') is null then
    begin
      create role larkmere_app nologin;
    exception when duplicate_object or unique_violation then null; -- by another database, a moment ago
    end;
  end if;
  if not (select rolsuper from pg_roles where rolname = current_user) then
    begin
      execute format('grant larkmere_app to %I', current_user); -- making a role is not yet being allowed to take it
    exception when insufficient_privilege then
      if not pg_has_role(current_user, 'larkmere_app', 'member') then raise; end if;
    end;
  end if;
exception when insufficient_privilege then
  raise exception 'the database user % may not create roles: let an administrator run "create role larkmere_app nologin; grant larkmere_app to %" once', current_user, quote_ident(current_user)
    using errcode = 'insufficient_privilege';
end $$;

-- Runs after every migration, so that no new table is forgotten: what a table refuses by its triggers is not granted.
create function platform.grant_to_app() returns void language plpgsql as $$
declare
  ours constant text := 'n.nspname !~ ''^pg_'' and n.nspname not in (''information_schema'', ''public'', ''migration'')';
  written_by_functions constant text[] := '{audit_chain.entry,audit_chain.checkpoint}';
  command text;
begin
  for command in execute format($query$
    select format('grant usage on schema %%I to larkmere_app', n.nspname) from pg_namespace n where %1$s
    union all
    select format('revoke all on %%s from larkmere_app', c.oid::regclass)
      from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind in ('r', 'p', 'v') and %1$s
    union all
    select format('grant %%s on %%s to larkmere_app', case
        when c.relkind = 'v' or n.nspname = 'ledger' or c.oid::regclass::text = any (%2$L) then 'select'
        when exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgfoid::regproc::text like '%%refuse_change') then 'select, insert'
        else 'select, insert, update, delete' end, c.oid::regclass)
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'v') and not c.relispartition and %1$s
    union all
    select format('grant usage on sequence %%s to larkmere_app', c.oid::regclass)
      from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'S' and n.nspname <> 'ledger' and %1$s
    union all -- functions that run with their owner's rights are the doors to what is not granted
    select format('grant execute on function %%s to larkmere_app', p.oid::regprocedure)
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace where p.prosecdef and %1$s
    union all
    select format('revoke temporary, create on database %%I from public, larkmere_app', current_database())
    $query$, ours, written_by_functions)
  loop
    execute command;
  end loop;
end $$;
