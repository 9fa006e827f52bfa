import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Currency, currencies, formatAmount, type Money, minorDigits, money } from './money.ts';
import {
  type AmountTextFault,
  findAmountFault,
  type ParsedAmount,
  parseAmountText,
  readAmountText,
} from './parse-amount.ts';

function describeReading(text: string, currency: Currency): string {
  const read = parseAmountText(text, currency);
  if (read.kind === 'invalid') return [read.reason, read.sign].filter(Boolean).join(' ');
  const amount = formatAmount(read.amount);
  return read.kind === 'amount' ? amount : `${amount} or ${read.other ? formatAmount(read.other) : 'nothing'}`;
}

describe('a typed amount', () => {
  it.each([
    ['250', '250.00'],
    ['12,50', '12.50'],
    ['12.5', '12.50'],
    ['.5', '0.50'],
    [',5', '0.50'],
    ['12.', '12.00'],
    ['007.10', '7.10'],
    ['1234,56', '1234.56'],
    ['1,250.00', '1250.00'],
    ['1.250,00', '1250.00'],
    ['1,250.', '1250.00'],
    ['1,250,000', '1250000.00'],
    ['1.250.000', '1250000.00'],
    ['1 250,00', '1250.00'],
    ['1 250', '1250.00'],
    ['1\u00a0250.00', '1250.00'],
    ['1\u2009250,00', '1250.00'],
    ['1\u202f250\u202f000,5', '1250000.50'],
    ["1'250.00", '1250.00'],
    ['1’250', '1250.00'],
    ['12,50,000.00', '1250000.00'],
    ['1,00,000', '100000.00'],
    [' £1,250.00 ', '1250.00'],
    ['GBP 12.50', '12.50'],
    ['12.50gbp', '12.50'],
    ['£12.50 GBP', '12.50'],
    ['๑๒.๕๐', '12.50'],
    ['１２．５０', '12.50'],
    ['0', '0.00'],
    ['123456789012345.67', '123456789012345.67'],
    ['000123456789012345.67', '123456789012345.67'],
    ['00', '0.00'],
    ['１，２５０．５', '1250.50'],
    ['１２，５', '12.50'],
    ['£ 12.50', '12.50'],
    ['12.50 £', '12.50'],
    ['GBP 12.50 GBP', '12.50'],
  ])('%j is %s', (text, amount) => expect(describeReading(text, 'GBP')).toBe(amount));

  it.each([
    ['1,250', 'GBP', '1250.00 or 1.25'],
    ['1.250', 'GBP', '1250.00 or 1.25'],
    ['1.000', 'EUR', '1000.00 or 1.00'],
    ['1.050', 'EUR', '1050.00 or 1.05'],
    ['1,234', 'GBP', '1234.00 or nothing'],
    ['€ 999.990', 'EUR', '999990.00 or 999.99'],
    ['๑,๒๕๐ ฿', 'THB', '1250.00 or 1.25'],
  ] as const)('%j in %s is ambiguous: %s', (text, currency, amounts) =>
    expect(describeReading(text, currency)).toBe(amounts),
  );

  it.each([
    ['', 'empty'],
    ['£', 'empty'],
    ['.', 'empty'],
    ['2k', 'letters'],
    ['12a', 'letters'],
    ['O.5', 'letters'],
    ['l2', 'letters'],
    ['1e9', 'exponent'],
    ['1.5E+3', 'exponent'],
    ['1 e 9', 'exponent'],
    ['1e-9', 'exponent'],
    ['1e − 12', 'exponent'],
    ['1e9x', 'letters'],
    ['e9', 'letters'],
    ['1e', 'letters'],
    ['-5', 'negative'],
    ['−5', 'negative'],
    ['£-5', 'negative'],
    ['(5.00)', 'negative'],
    ['5-', 'negative'],
    ['5–', 'negative'],
    ['—5', 'negative'],
    ['5-5', 'characters'],
    ['5(', 'characters'],
    ['+5', 'characters'],
    ['5%', 'characters'],
    ['12/50', 'characters'],
    ['12²', 'characters'],
    ['½', 'characters'],
    ['12\u200b50', 'characters'],
    ['\u202e05.21', 'characters'],
    ['1.2.3', 'marks'],
    ['12.50.00', 'marks'],
    ['1,250,00', 'marks'],
    ['1,2.3,4', 'marks'],
    ['1,25.00', 'grouping'],
    ['12 50', 'grouping'],
    ['1’25', 'grouping'],
    ['1,2,3.4', 'grouping'],
    ['1 250.000,00', 'grouping'],
    ['0,250.00', 'grouping'],
    ['12, 50', 'grouping'],
    ['1.005,5,', 'marks'],
    ['1.2345', 'decimals'],
    ['0,250', 'decimals'],
    ['1234.500', 'decimals'],
    ['1234567890123456', 'large'],
    ['01234567890123456.789', 'large'],
    ['€5', 'currency €'],
    ['5 USD', 'currency USD'],
    ['usd 5', 'currency usd'],
    ['$5', 'currency $'],
    ['£5 EUR', 'currency EUR'],
  ])('%j is refused: %s', (text, reason) => expect(describeReading(text, 'GBP')).toBe(reason));

  it('follows the decimals of the currency', () => {
    expect(describeReading('1,250', 'JPY')).toBe('1250');
    expect(describeReading('1.250', 'JPY')).toBe('1250');
    expect(describeReading('100.5', 'JPY')).toBe('decimals');
    expect(describeReading('¥100', 'JPY')).toBe('100');
    expect(describeReading('$1.50', 'AUD')).toBe('1.50');
    expect(describeReading('US$1.50', 'AUD')).toBe('currency US$');
  });
});

const styles = [
  ...['', ',', ' ', "'", '’', '\u00a0', '\u202f'].map((group) => ({ group, mark: '.', indian: false })),
  ...['', '.', ' ', "'", '\u2009'].map((group) => ({ group, mark: ',', indian: false })),
  { group: ',', mark: '.', indian: true },
];
type Style = (typeof styles)[number];

function writeAmount(amount: Money, { group, mark, indian }: Style): string {
  const [whole = '', fraction] = formatAmount(amount).split('.');
  const places = indian ? /\B(?=(\d{2})*\d{3}$)/g : /\B(?=(\d{3})+$)/g;
  return [whole.replace(places, group), ...(fraction === undefined ? [] : [fraction])].join(mark);
}

const amounts = fc
  .tuple(fc.constantFrom<Currency[]>(...currencies), fc.bigInt({ min: 0n, max: 10n ** 15n - 1n }))
  .map(([currency, minor]) => money(currency, minor));

function meanings(text: string, currency: Currency): bigint[] {
  const digits = text.replace(/\D/g, '');
  const found = new Set<bigint>();
  for (let cut = 0; cut <= digits.length; cut += 1)
    for (const { group, mark, indian } of styles) {
      const [whole, fraction] = [digits.slice(0, cut), digits.slice(cut)];
      const places = indian ? /\B(?=(\d{2})*\d{3}$)/g : /\B(?=(\d{3})+$)/g;
      const wholes = [whole, ...(whole.startsWith('0') ? [] : [whole.replace(places, group)])];
      const same = wholes.some((w) => text === `${w}${mark}${fraction}` || (fraction === '' && text === w));
      if (same && fraction.length <= minorDigits[currency])
        found.add(BigInt(`${whole}${fraction.padEnd(minorDigits[currency], '0')}`));
    }
  return [...found];
}

const isRead = (read: ParsedAmount, value: bigint): boolean => read.kind === 'amount' && read.amount.minor === value;

describe('parsing never changes an amount', () => {
  it('reads an amount correctly in every style', () => {
    fc.assert(
      fc.property(amounts, fc.constantFrom(...styles), (amount, style) => {
        const text = writeAmount(amount, style);
        const read = parseAmountText(text, amount.currency);
        expect(read, text).toEqual({ kind: 'amount', amount });
      }),
      { numRuns: 2000 },
    );
  });

  it('accepts the code of the currency and refuses any other', () => {
    fc.assert(
      fc.property(amounts, fc.constantFrom<Currency[]>(...currencies), fc.boolean(), (amount, code, first) => {
        const figures = formatAmount(amount);
        const read = parseAmountText(first ? `${code} ${figures}` : `${figures}${code}`, amount.currency);
        expect(read).toEqual(
          code === amount.currency ? { kind: 'amount', amount } : { kind: 'invalid', reason: 'currency', sign: code },
        );
      }),
    );
  });

  it('agrees with a slow reference parser on random texts', () => {
    const sign = fc.constantFrom(...Array.from("0123456789012345.,.,' "));
    const texts = fc.array(sign, { minLength: 1, maxLength: 12 }).map((signs) => signs.join('').trim());
    fc.assert(
      fc.property(texts, fc.constantFrom<Currency[]>('GBP', 'JPY'), (text, currency) => {
        const read = parseAmountText(text, currency);
        if (read.kind === 'invalid') return;
        const said = meanings(text, currency);
        if (read.kind === 'amount') expect(said, text).toEqual([read.amount.minor]);
        else expect([read.amount.minor, read.other?.minor], text).toEqual(expect.arrayContaining(said));
      }),
      { numRuns: 20_000 },
    );
  });

  it('refuses any other character inside an amount', () => {
    const other = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 1 })
      .filter((s) => !/[\p{Nd}.,'’，．\s]/u.test(s));
    fc.assert(
      fc.property(amounts, other, fc.nat(), (amount, sign, at) => {
        const text = formatAmount(amount);
        const place = at % (text.length + 1);
        const mutated = text.slice(0, place) + sign + text.slice(place);
        const read = parseAmountText(mutated, amount.currency);
        expect(read.kind === 'invalid' || isRead(read, amount.minor), mutated).toBe(true);
        if (place > 0 && place < text.length) expect(read.kind, mutated).toBe('invalid');
      }),
      { numRuns: 5000 },
    );
  });

  it('reads a mutated amount only as its new text says', () => {
    const change = fc.constantFrom('drop', 'double', 'swap');
    fc.assert(
      fc.property(amounts, fc.constantFrom(...styles), change, fc.nat(), (amount, style, kind, at) => {
        const text = writeAmount(amount, style)
          .replace(/[\u00a0\u202f\u2009]/g, ' ')
          .replaceAll('’', "'");
        const place = at % text.length;
        const now = { drop: '', double: (text[place] ?? '').repeat(2), swap: text[place] === ',' ? '.' : ',' }[kind];
        const mutated = (text.slice(0, place) + now + text.slice(place + 1)).trim();
        const read = parseAmountText(mutated, amount.currency);
        if (read.kind === 'amount') expect(meanings(mutated, amount.currency), mutated).toEqual([read.amount.minor]);
      }),
      { numRuns: 5000 },
    );
  });
});

it('parses every text, and returns amounts of the currency only', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.constantFrom<Currency[]>(...currencies), (text, currency) => {
      const read = parseAmountText(text, currency);
      if (read.kind !== 'invalid') expect(read.amount.currency).toBe(currency);
      expect(readAmountText(text, currency)).toEqual(read.kind === 'amount' ? read.amount : undefined);
    }),
  );
  const reason: AmountTextFault = 'letters';
  expect(parseAmountText('abc', 'GBP')).toEqual({ kind: 'invalid', reason });
});

it('reads an amount or nothing, also where the text is ambiguous', () => {
  expect(['12,50', '1,250', '5 EUR', ''].map((text) => readAmountText(text, 'GBP'))).toEqual([
    money('GBP', 1250n),
    undefined,
    undefined,
    undefined,
  ]);
});

it.each([
  ['0', 'GBP', 'allowed', undefined],
  ['0', 'GBP', 'refused', { key: 'zero', sign: '' }],
  ['0.01', 'GBP', 'refused', undefined],
  ['0.01', 'GBP', 'allowed', undefined],
  ['1,250', 'GBP', 'allowed', { key: 'ambiguous', sign: '' }],
  ['1.234', 'GBP', 'refused', { key: 'ambiguous', sign: '' }],
  ['1.2345', 'GBP', 'refused', { key: 'decimals', sign: '' }],
  ['100.5', 'JPY', 'refused', { key: 'whole', sign: '' }],
  ['1e9', 'JPY', 'refused', { key: 'exponent', sign: '' }],
  ['5 USD', 'GBP', 'refused', { key: 'currency', sign: 'USD' }],
] as const)('the fault of %j in %s, zero %s', (text, currency, zero, fault) =>
  expect(findAmountFault(text, currency, zero)).toEqual(fault),
);

it.each([
  ['£', ['GBP']],
  ['€', ['EUR']],
  ['฿', ['THB']],
  ['₹', ['INR']],
  ['¥', ['CNY', 'JPY']],
  ['￥', ['CNY', 'JPY']],
  ['US$', ['USD']],
  ['A$', ['AUD']],
  ['C$', ['CAD']],
  ['HK$', ['HKD']],
  ['NZ$', ['NZD']],
  ['S$', ['SGD']],
  ['$', ['AUD', 'CAD', 'HKD', 'MXN', 'NZD', 'SGD', 'USD']],
  ['Fr', ['CHF']],
  ['kr', ['DKK', 'NOK', 'SEK']],
  ['zł', ['PLN']],
  ['Kč', ['CZK']],
  ['Ft', ['HUF']],
])('%s before an amount is that of %j', (sign, accepted) => {
  const read = (currency: Currency) => describeReading(`${sign} 7`, currency);
  const isRead = (currency: Currency) =>
    read(currency) === formatAmount(money(currency, currency === 'JPY' ? 7n : 700n));
  expect(currencies.filter(isRead).toSorted()).toEqual(accepted);
  for (const currency of currencies.filter((each) => !isRead(each))) expect(read(currency)).toBe(`currency ${sign}`);
});
