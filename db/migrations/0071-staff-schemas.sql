-- Each module of the back office has a schema of its own; fewer candidates make the search of customers faster.

create schema role;
alter table staff.permission set schema role;

create schema customer_file;
alter table customer_note.note set schema customer_file;
drop schema customer_note;

-- Customers by the words of a name, the best first: all words exact, then beginnings, then close spellings. Each step
-- runs only if those before it found fewer than `most`, and none after a whole name of several words was found exactly.
-- The order of the words does not matter.
create or replace function search.find_by_name(typed text[], most int)
returns table (id uuid, quality text) language plpgsql stable
set enable_seqscan = off set jit = off set pg_trgm.similarity_threshold = 0.35 as $$
declare
  hits uuid[] := array(select n.customer_id from search.customer_name n where n.words @> typed limit most);
  more uuid[];
begin
  return query select unnest(hits), 'exact';
  if cardinality(hits) >= most or cardinality(typed) = 0 or (cardinality(typed) > 1 and cardinality(hits) > 0) then return; end if;
  more := array(select search.customers_with((
    select jsonb_agg(to_jsonb(array(select w.word from search.name_word w
      where w.word collate "C" >= said and w.word collate "C" < said || chr(1114111)
      order by length(w.word) limit 40)))
    from unnest(typed) said), hits, most - cardinality(hits)));
  return query select unnest(more), 'start';
  hits := hits || more;
  if cardinality(hits) >= most then return; end if;
  return query select close, 'close' from search.customers_with((
    select jsonb_agg(to_jsonb(array(select w.word from search.name_word w where w.spelling operator(search.%) search.spelling(said)
      order by search.similarity(w.spelling, search.spelling(said)) desc, w.word limit 15)))
    from unnest(typed) said), hits, most - cardinality(hits)) close;
end $$;
