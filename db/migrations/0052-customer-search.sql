-- Search of customers by staff. Names are found through a dictionary of their words, which is much smaller than the
-- number of customers: close spellings are looked up there by trigrams, and the customers of those words by one index.

create extension if not exists pg_trgm with schema search;

-- How a word is compared with another spelling. Trigrams know the letters of the server's locale only, so each Thai
-- letter becomes a Latin one, the same for letters of one sound; tone marks go.
create function search.spelling(word text) returns text language sql immutable parallel safe return
  translate(word, 'กขฃคฅฆงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรฤลฦวศษสหฬอฮะัาำิีึืุูเแโใไ็่้๊๋์ฯๆฺํ๎', 'kqqqqqgjccscydthhhndthhhnbpfvfvfmyrrllwsssxloxaaaaiiuuzze1233');

create table search.name_word (
  word      text primary key,
  spelling  text not null generated always as (search.spelling(word)) stored
);
create index name_word_trigrams on search.name_word using gin (spelling search.gin_trgm_ops) with (fastupdate = off);
create index name_word_prefix on search.name_word (word collate "C");

-- The words of a customer's name and of the names of its people, in every script in which they are stored.
create table search.customer_name (
  customer_id  uuid primary key references customer.customer,
  words        text[] not null
);
create index customer_name_words on search.customer_name using gin (words) with (fastupdate = off);

-- Whole words without case and accents; of scripts without spaces also what begins at every place, because a name may
-- be written together.
create function search.name_words(said text) returns setof text language sql immutable parallel safe as $$
  select distinct left(token, 40) from
    regexp_split_to_table(search.fold(said), '[\x01-\x2f\x3a-\x60\x7b-\xbf\u2000-\u206f\u3000-\u303f]+' collate "C") word
    cross join lateral (
      select word as token
      union all select substr(word, place) from generate_series(2, length(word) - 1) place
        where word ~ '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u9fff]') tokens
  where word <> ''
$$;

-- Writes the words of one customer. A word that nobody has any more leaves the dictionary: it was part of a name.
create function search.index_customer(which uuid) returns void language plpgsql as $$
declare
  former text[] := (select words from search.customer_name where customer_id = which);
  present text[] := array(
    select distinct token from (
      select c.name from customer.customer c where c.id = which
      union all
      select u.name from customer.membership m join customer.user u on u.id = m.user_id
      where m.customer_id = which and m.state in ('active', 'suspended')
      union all
      select a.value #>> '{}' from kyc.application f join kyc.item i on i.application_id = f.id
        join kyc.answer a on a.item_id = i.id and a.name = 'fullName'
      where f.customer_id = which
    ) named cross join lateral search.name_words(named.name) token order by token);
begin
  if former is not distinct from present or (former is null and present = '{}') then return; end if;
  insert into search.name_word (word) select unnest(present) on conflict do nothing;
  insert into search.customer_name (customer_id, words) values (which, present)
    on conflict (customer_id) do update set words = excluded.words;
  delete from search.name_word w where w.word = any (former) and w.word <> all (present)
    and not exists (select from search.customer_name n where n.words @> array[w.word]);
end $$;

create function search.customer_renamed() returns trigger language plpgsql as $$
begin
  perform search.index_customer(new.id);
  return null;
end $$;
create trigger index_name after insert or update of name on customer.customer
  for each row execute function search.customer_renamed();

create function search.member_changed() returns trigger language plpgsql as $$
begin
  perform search.index_customer(new.customer_id);
  return null;
end $$;
create trigger index_name after insert or update of state, user_id on customer.membership
  for each row execute function search.member_changed();

create function search.person_renamed() returns trigger language plpgsql as $$
begin
  perform search.index_customer(m.customer_id) from customer.membership m where m.user_id = new.id;
  return null;
end $$;
create trigger index_name after update of name on customer.user
  for each row when (old.name <> new.name) execute function search.person_renamed();

create function search.answer_changed() returns trigger language plpgsql as $$
begin
  perform search.index_customer(f.customer_id) from kyc.item i join kyc.application f on f.id = i.application_id
    where i.id = coalesce(new.item_id, old.item_id);
  return null;
end $$;
create trigger index_name after insert or update of value on kyc.answer
  for each row when (new.name = 'fullName') execute function search.answer_changed();
create trigger index_name_deleted after delete on kyc.answer
  for each row when (old.name = 'fullName') execute function search.answer_changed();

-- Customers who have, for each list, one of its words.
create function search.customers_with(lists jsonb, except_of uuid[], most int) returns setof uuid language plpgsql stable
set enable_seqscan = off set jit = off as $$
declare
  conditions text := (select string_agg(format('n.words && %L::text[]', array(select jsonb_array_elements_text(list))), ' and ')
    from jsonb_array_elements(lists) list);
begin
  return query execute format(
    'select n.customer_id from search.customer_name n where %s and n.customer_id <> all ($1) limit $2', conditions)
    using except_of, most;
end $$;

-- Customers by the words of a name, the best first: all words exact, then beginnings, then close spellings. Each step
-- runs only if those before it found fewer than `most`, and none after a whole name of several words was found exactly.
-- The order of the words does not matter. Fewer candidates make it faster.
create function search.find_by_name(typed text[], most int)
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
