import fc from 'fast-check';
import { testPassword, testPin } from '../fixtures/api-server.ts';
import { dayAhead } from '../fixtures/days.ts';
import type { Random } from '../simulation/random.ts';
import type { ApiDocument, Schema } from './api-document.ts';
import type { KnownValues } from './known-values.ts';

export type Source = Readonly<{
  random: Random;
  resolve: ApiDocument['resolve'];
  knownValues: KnownValues;
  noun: string;
}>;

const known: Readonly<Record<string, (random: Random) => unknown>> = {
  pincode: () => testPin,
  confirmation: () => testPin,
  current: () => testPin,
  password: () => testPassword,
  amount: ({ between }) => `${between(1, 400)}.${between(10, 99)}`,
  fee: ({ oneOf }) => oneOf(['0.50', '0.40', '15.00', '0.00', '6.00', '9.00']),
  size: ({ between }) => between(1, 50),
  payeeVersion: () => 1,
};

export function validValue(schema: Schema, name: string, source: Source): unknown {
  const { random, resolve, knownValues, noun } = source;
  const s = resolve(schema);
  if (s.const !== undefined) return s.const;
  if (s.enum) return random.oneOf(s.enum);
  const choices = s.anyOf ?? s.oneOf;
  if (choices) return validValue(random.oneOf(choices), name, source);
  if (s.allOf) return Object.assign({}, ...s.allOf.map((part) => validValue(part, name, source)));
  const type = typeof s.type === 'string' ? s.type : random.oneOf(s.type ?? ['string']);
  if (type === 'object') return objectOf(s, source);
  if (type === 'array') return arrayOf(s, name, source);
  const found = random.chance(0.7) ? knownValues.find(noun, name, random) : undefined;
  if (typeof found === (type === 'integer' ? 'number' : type)) return found;
  const usual = known[name];
  if (usual && random.chance(0.8)) return usual(random);
  return scalarOf(type, s, random);
}

function objectOf(s: Schema, source: Source): Record<string, unknown> {
  const { random } = source;
  const chosen = Object.entries(s.properties ?? {}).filter(
    ([name]) => s.required?.includes(name) || random.chance(0.4),
  );
  const entries = chosen.map(([name, inner]) => [name, validValue(inner, name, source)]);
  const more = typeof s.additionalProperties === 'object' ? s.additionalProperties : undefined;
  if (more) for (let i = random.between(0, 3); i > 0; i -= 1) entries.push([`field${i}`, validValue(more, '', source)]);
  return Object.fromEntries(entries) as Record<string, unknown>;
}

function arrayOf({ items = {}, minItems = 0, maxItems = 3 }: Schema, name: string, source: Source): unknown[] {
  const length = source.random.between(minItems, Math.min(maxItems, minItems + 2));
  return Array.from({ length }, () => validValue(items, name, source));
}

function scalarOf(type: string, s: Schema, random: Random): unknown {
  if (type === 'null') return null;
  if (type === 'boolean') return random.chance(0.5);
  if (type === 'string') return textOf(s, random);
  const least = s.minimum ?? (s.exclusiveMinimum === undefined ? 0 : s.exclusiveMinimum + 1);
  const most = s.maximum ?? least + 100;
  return random.oneOf([least, most, random.between(least, Math.min(most, least + 20))]);
}

const patterns = new Map<string, readonly string[]>();

function textsOf(pattern: string): readonly string[] {
  const made =
    patterns.get(pattern) ??
    (/\(\?[=!<]/.test(pattern)
      ? ['Ann', '1.25', 'a@b.example']
      : fc.sample(fc.stringMatching(new RegExp(pattern, 'u')), { seed: 1, numRuns: 40 }));
  patterns.set(pattern, made);
  return made;
}

function textOf({ format, pattern, minLength = 0, maxLength = 40 }: Schema, random: Random): string {
  if (format === 'uuid') return uuidOf(random);
  if (format === 'date') return dayAhead(random.between(-20, 60));
  if (format === 'date-time') return new Date(Date.now() + random.between(-20, 60) * 86_400_000).toISOString();
  if (pattern !== undefined) return random.oneOf(textsOf(pattern));
  const words = random.oneOf(['Invoice 2091', 'GBP', 'EUR', 'DE89370400440532013000', 'person1', 'Ann', 'ส้ม ใจดี', 'x']);
  return words.padEnd(minLength, 'x').slice(0, Math.max(minLength, random.oneOf([maxLength, 12])));
}

export function uuidOf({ between }: Random): string {
  const hex = Array.from({ length: 32 }, () => between(0, 15).toString(16)).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

export const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

const deep = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

const invalidTexts: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff x',
  '\ufeff',
  '\u202eabc',
  '👩‍👩‍👧‍👦',
  'ﷺ'.repeat(200),
  'é'.normalize('NFD'),
  '../../etc/passwd',
  "'; drop table payment.payment; --",
  '<script>alert(1)</script>',
  '%00%ff',
  '{{7*7}}<%= 7*7 %>',
  '__proto__',
  'constructor',
  'null',
  'true',
  'NaN',
  '-0',
  '1e999',
  '1e-7',
  '0x10',
  '٣٤',
  '1,250',
  '12,50',
  '9'.repeat(15),
  `${'9'.repeat(15)}.99999999`,
  '9'.repeat(30),
  '0.00000001',
  '-1.00',
  '0000-01-01',
  '0001-01-01',
  '9999-12-31',
  '2026-02-30',
  '275760-09-13',
  '9999-12-31T23:59:59.999Z',
  '0000-01-01T00:00:00Z',
  '2026-11-23T24:00:00Z',
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  'x'.repeat(300),
  'x'.repeat(60_000),
];
const invalidNumbers: readonly number[] = [
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e300,
  1e-300,
  5e-324,
  9007199254740991,
];
const invalidOtherValues: readonly unknown[] = [
  null,
  true,
  [],
  {},
  [[]],
  [null],
  deep(50),
  deep(800),
  { toString: 'x' },
];

export function invalidValues(seed: number): readonly unknown[] {
  const texts = fc.sample(fc.string({ unit: 'binary', maxLength: 60 }), { seed, numRuns: 60 });
  const values = fc.sample(fc.jsonValue({ maxDepth: 4 }), { seed, numRuns: 60 });
  return [...invalidTexts, ...invalidTexts, ...invalidNumbers, ...invalidOtherValues, ...texts, ...values];
}
