import { Purpose } from '@larkmere/contract/purpose';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { purposeDigest } from './pin.ts';

const mutations = 10_000;
const person = { userId: '0198f2c0-0000-7000-8000-000000000001', customerId: '0198f2c0-0000-7000-8000-000000000009' };

const amounts = ['amount', 'fee', 'buyAmount'];
const known: Readonly<Record<string, unknown>> = {
  amount: '25.00',
  fee: '0.50',
  buyAmount: '29.10',
  currency: 'GBP',
  buyCurrency: 'EUR',
  terms: { kind: 'limit', rate: '1.2000' },
};

type Sample = Record<string, unknown>;

const samples: readonly Sample[] = Purpose.options.flatMap(({ shape }) => {
  const fields = Object.keys(shape).map((field) => [field, known[field] ?? `value of ${field}`]);
  return [...shape.operation._zod.values].map((operation) => ({ ...Object.fromEntries(fields), operation }) as Sample);
});

const digest = (sample: Sample, by = person): string => purposeDigest(sample as Purpose, by).toString('hex');

const otherAmount = fc
  .tuple(fc.integer({ min: 0, max: 999_999 }), fc.integer({ min: 0, max: 99 }))
  .map(([pounds, pence]) => `${pounds}.${String(pence).padStart(2, '0')}`);

describe('the digest of an authorised operation', () => {
  it('changes with any field: amount, currency, payee, its version, source, fee or any other', () => {
    let tried = 0;
    for (const sample of samples) {
      const fields = Object.keys(sample);
      const change = fc
        .constantFrom(...fields)
        .chain((field) =>
          fc.tuple(
            fc.constant(field),
            amounts.includes(field) ? otherAmount : fc.constantFrom('EUR', 'GBP', 'THB', 'other', null, 7),
          ),
        )
        .filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(sample[field]))
        .filter(([field, value]) => !/currency$/i.test(field) || ['EUR', 'GBP', 'THB'].includes(value as string));
      fc.assert(
        fc.property(change, ([field, value]) => {
          tried += 1;
          expect(digest({ ...sample, [field]: value }), `${String(sample.operation)}.${field}`).not.toBe(
            digest(sample),
          );
        }),
        { numRuns: Math.ceil(mutations / samples.length) },
      );
    }
    expect(tried).toBeGreaterThanOrEqual(mutations);
  });

  it('changes with the user, the operation and swapped values', () => {
    for (const sample of samples) {
      for (const key of ['userId', 'customerId'] as const)
        expect(digest(sample, { ...person, [key]: person[key].replace(/\d$/, '2') })).not.toBe(digest(sample));
      const { currency, paymentIdempotency } = sample;
      expect(digest({ ...sample, paymentIdempotency: currency, operation: paymentIdempotency })).not.toBe(
        digest(sample),
      );
    }
    expect(new Set(samples.map((sample) => digest(sample))).size).toBe(samples.length);
  });

  it('ignores the spelling of amounts', () => {
    for (const sample of samples.filter((each) => 'amount' in each))
      expect(digest({ ...sample, amount: '25' })).toBe(digest(sample));
  });

  it.each([
    ['fee', '1.0', '1.00'],
    ['buyAmount', '29.1', '29.10'],
  ])('is the same for a %s of %s and of %s', (field, short, long) => {
    const having = samples.filter((each) => field in each);
    expect(having.length).toBeGreaterThan(0);
    for (const sample of having)
      expect(digest({ ...sample, [field]: short })).toBe(digest({ ...sample, [field]: long }));
  });
});
