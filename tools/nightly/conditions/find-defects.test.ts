import { describe, expect, it } from 'vitest';
import { findDefects } from './find-defects.ts';
import { sourceOf } from './sources.ts';

/** `kind: original → changed` of each defect, in the order of their lines. */
const defectsOf = (text: string): string[] =>
  findDefects(sourceOf('apps/api/src/payments/payment/example.ts', text)).map(
    ({ kind, original, changed }) => `${kind}: ${original} → ${changed}`,
  );

/** The whole file with each defect. */
const changedFiles = (text: string): string[] =>
  findDefects(sourceOf('apps/api/src/payments/payment/example.ts', text)).map(
    ({ start, end, code }) => text.slice(0, start) + code + text.slice(end),
  );

describe('defects of a query', () => {
  it('removes each predicate, turns each operator, and turns the order', () => {
    const query = `const find = (db) => db.selectFrom('payment').where('state', '=', 'sent').where('at', '<', now).orderBy('at', 'desc');`;
    expect(defectsOf(query)).toEqual([
      "order: orderBy('at', 'desc') → orderBy('at', 'asc')",
      "predicate: .where('at', '<', now) → ",
      "operator: 'at' '<' now → <=",
      "predicate: .where('state', '=', 'sent') → ",
      "operator: 'state' '=' 'sent' → !=",
    ]);
    expect(changedFiles(query)[1]).toContain(`.where('state', '=', 'sent').orderBy('at', 'desc')`);
  });

  it('leaves listeners alone, and chains that may end early', () => {
    expect(defectsOf(`const listen = (server) => server.on('close', stop);`)).toEqual([]);
    expect(defectsOf(`const find = (query) => query?.where('a', '=', 1).first();`)).toEqual([
      "operator: 'a' '=' 1 → !=",
    ]);
  });
});

describe('defects of SQL', () => {
  const sqlDefects = (sql: string): string[] =>
    changedFiles(`const run = (id) => sql\`${sql}\`;`).map((file) => file.slice(24, -2));

  it('drops each predicate', () => {
    const found = sqlDefects(`select * from a where x.id = \${id} and (y is null or z)`);
    expect(found).toContain('select * from a where true and (y is null or z)');
    expect(found).toContain(`select * from a where x.id = \${id} and true`);
    expect(found).toContain(`select * from a where x.id = \${id} and (false or z)`);
    expect(found).toContain(`select * from a where x.id = \${id} and (y is null or false)`);
  });

  it('moves comparisons, turns equalities and nulls, and swaps and with or', () => {
    const found = sqlDefects('select * from a where x <= 1 and y is not null');
    expect(found).toContain('select * from a where x < 1 and y is not null');
    expect(found).toContain('select * from a where x <= 1 or y is not null');
    expect(found).toContain('select * from a where x <= 1 and y is null');
  });

  it('keeps the two bounds of between together, and assignments', () => {
    expect(sqlDefects('update a set x = 1 where y between 1 and 2')).toEqual(['update a set x = 1 where true']);
  });

  it('turns the first key of an order, unless it only orders locks', () => {
    expect(sqlDefects('select from a order by b, c')).toEqual(['select from a order by b desc, c']);
    expect(sqlDefects('select from a order by b desc limit 1')).toEqual(['select from a order by b asc limit 1']);
    expect(sqlDefects('select from a order by b for update')).toEqual([]);
  });

  it('removes each entry of a list, and makes a time zone UTC', () => {
    expect(sqlDefects("x in ('a', 'b')")).toEqual(["x in ('b')", "x in ('a')"]);
    expect(sqlDefects("x at time zone 'Europe/London'")).toEqual(["x at time zone 'UTC'"]);
  });
});

describe('defects of conditions', () => {
  it('makes the condition of a refusal true and false, and moves its comparison', () => {
    expect(defectsOf('function check(a, b) { if (a < b && !c) throw fault(); }')).toEqual([
      'condition: a < b && !c → false',
      'condition: a < b && !c → true',
      'logic: a < b && !c → a < b || !c',
      'comparison: a < b → a <= b',
      'not: !c → c',
    ]);
  });

  it('chooses one side, and adds or leaves out optional properties', () => {
    expect(defectsOf('const f = (a) => a === 1 ? x : y;')).toEqual([
      'choice: a === 1 → true',
      'choice: a === 1 → false',
      'equality: a === 1 → a !== 1',
    ]);
    expect(defectsOf('const f = (a) => ({ ...(a && { a }) });')).toEqual([
      'spread: a && { a } → {}',
      'spread: a && { a } → true && { a }',
    ]);
  });

  it('keeps operands that were in parentheses together', () => {
    expect(changedFiles('const f = () => (a ?? b) === (c, d);')).toEqual(['const f = () => (a ?? b) !== (c, d);']);
  });
});

describe('defects of lists, calls and zones', () => {
  it('removes each entry of a list of constants, but not the parts of a pair', () => {
    expect(defectsOf("const states = new Set(['sent', 'held']); const f = (a) => [a, 1];")).toEqual([
      "entry: 'sent' → ",
      "entry: 'held' → ",
    ]);
    expect(defectsOf("const names = new Map([['a', 1], ['b', 2]]);")).toHaveLength(2);
  });

  it('removes calls whose results nobody uses, but not log lines', () => {
    expect(
      defectsOf("async function f() { await audit('x'); log.info('y'); rows.map(g); emit('z'); const a = await b(); }"),
    ).toEqual(["call: await audit('x') → ", "call: emit('z') → "]);
  });

  it('makes zones UTC, and leaves types alone', () => {
    expect(
      defectsOf("type Zone = 'Europe/London'; const f = (day: 'Asia/Bangkok') => at(day, 'Europe/London');"),
    ).toEqual(["zone: 'Europe/London' → 'UTC'"]);
  });
});
