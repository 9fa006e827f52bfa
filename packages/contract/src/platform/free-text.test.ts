import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { endpoints } from '../contract.ts';
import { removeHiddenCharacters } from './free-text.ts';

describe('hidden characters', () => {
  it.each([
    ['Anna\u202egnp.exe', 'Annagnp.exe'],
    ['\ufeffAnna\u200b Lee\u2060', 'Anna Lee'],
    ['An\u00adna\u034f', 'Anna'],
    ['Rent\u{e0041}\u{e0042}', 'Rent'],
    ['\u2066Anna\u2069 \u061cLee\u200f', 'Anna Lee'],
    ['Anna\u0000Lee\u001b\u0085', 'Anna Lee  '],
    ['Anna\ud800Lee', 'AnnaLee'],
    ['An\u200dna\u200c', 'Anna'],
    ['ค่าน้ำ\u200bเดือน', 'ค่าน้ำเดือน'],
    ['line one\nline two\tend', 'line one\nline two\tend'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['ක්\u200dෂ', 'ක්\u200dෂ'],
    ['👩\u200d💻', '👩\u200d💻'],
    ['שלום Anna', 'שלום Anna'],
  ])('of %j leave %j', (typed, cleaned) => {
    expect(removeHiddenCharacters(typed)).toBe(cleaned);
  });

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('a', 'क', 'م', '👩', '\u200d', '\u200c', '\u200b', '\u061c', '\u0600', ' '),
          maxLength: 12,
        }),
        (text) => {
          const once = removeHiddenCharacters(text);
          expect(removeHiddenCharacters(once)).toBe(once);
        },
      ),
    );
  });
});

type Leaf = Readonly<{ path: string; schema: z.ZodType }>;
type Definition = Readonly<{
  type: string;
  innerType?: z.ZodType;
  element?: z.ZodType;
  valueType?: z.ZodType;
  in?: z.ZodType;
  options?: readonly z.ZodType[];
  items?: readonly z.ZodType[];
  shape?: Readonly<Record<string, z.ZodType>>;
}>;

/** Every text of a schema, with what its surroundings do to it. */
function textsOf(schema: z.ZodType, path: string): Leaf[] {
  const def = schema.def as unknown as Definition;
  if (def.type === 'string') return [{ path, schema }];
  if (def.type === 'pipe')
    return textsOf(def.in as z.ZodType, path).map((leaf) => ({
      ...leaf,
      schema: leaf.path === path ? schema : leaf.schema,
    }));
  const inner = [def.innerType, def.element, def.valueType, ...(def.options ?? []), ...(def.items ?? [])];
  return [
    ...inner.flatMap((each) => (each ? textsOf(each, path) : [])),
    ...Object.entries(def.shape ?? {}).flatMap(([key, each]) => textsOf(each, `${path} ${key}`)),
  ];
}

/** Secrets, keys and codes must reach the server as they are. Account details and rows are cleaned field by field. */
const exempt = new RegExp(
  `(?: (?:${[
    'access_token|password|current|confirm|pincode|token|authorisation|captcha|device|challengeId|keyId|nonce|encrypted|passkey|transports',
    'details|values|questions|document|iban|bic|country|payTo|cursor|iss|state|code|paidInstruction|savedCardId|name',
    'version|typedName|\\w+(?:Version|Token|Password|Code|Id)',
  ].join('|')}))$`,
);
const isExempt = ({ path }: Leaf): boolean =>
  exempt.test(path) && (!path.endsWith(' name') || path.includes('/rate/source/'));

const hidden = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Cs}]/u;
const probes = [
  'A\u202eb\u200b',
  'A\u202eb',
  'Anna Lee\u202e\u200b\ufeff',
  'The quick brown fox jumps over it\u202e\u200b\ufeff\u0007',
];

const leaves = endpoints.flatMap(({ method, path, input }) => textsOf(input, `${method} ${path}`));

it.each(leaves.filter((leaf) => !isExempt(leaf)).map(({ path, schema }) => [path, schema] as const))(
  '%s takes no hidden characters',
  (_, schema) => {
    const cleaned = probes.map((probe) => schema.safeParse(probe).data).filter((text) => typeof text === 'string');
    expect(cleaned.filter((text) => hidden.test(text))).toEqual([]);
  },
);
