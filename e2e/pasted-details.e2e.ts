import { payeePage } from '../apps/web/src/payees/payee/payee-page.texts.ts';
import { pastedAccounts, pastedFaults, pastedNonAccounts } from '../test/fixtures/pasted-accounts.ts';
import { createTestCustomer } from './fixtures/customer.ts';
import { expect, signIn, test } from './fixtures/test.ts';

const texts = payeePage.reading;

/** A text of the catalogue with whatever is filled in. */
const filled = (text: string): RegExp =>
  new RegExp(
    `^${text
      .split(/\{[^}]+\}/)
      .map((part) => RegExp.escape(part))
      .join('.+')}$`,
  );
const anyOf = (patterns: readonly RegExp[]): RegExp => new RegExp(patterns.map(({ source }) => source).join('|'));
const titles = [...Object.values(texts.kind), ...Object.values(texts.fault), texts.member].map(filled);

type Shown = Readonly<{ titles: RegExp[]; also: string[] }>;

/** What the page shows of a row of the table that the unit tests use. */
function shownFor(expected: string): Shown {
  const shown: Shown = { titles: [], also: [] };
  for (const part of expected.split(', ').filter(Boolean)) {
    const [word = '', ...rest] = part.split(' ');
    const text = rest.join(' ');
    if (word === 'name') shown.also.push(text);
    else if (word === 'member') shown.titles.unshift(filled(texts.member));
    else shown.titles.push(filled(texts.kind[word as keyof typeof texts.kind]));
    if (rest[0] === 'without') shown.also.push(texts.missing[rest[1] as keyof typeof texts.missing]);
  }
  return shown;
}

const faultOf = (fault: string): Shown => ({
  titles: [filled(texts.fault[fault as keyof typeof texts.fault])],
  also: [],
});

const rows: readonly (readonly [text: string, shown: Shown])[] = [
  ...pastedAccounts.map(([text, expected]) => [text, shownFor(expected)] as const),
  ...pastedFaults.map(([text, { fault }]) => [text, faultOf(fault)] as const),
  // Without a number, an address or a code, payees are searched by name.
  ...pastedNonAccounts.map(
    ([text, expected]) => [text, shownFor(expected.startsWith('member') ? expected : '')] as const,
  ),
];

test('pasted payment details of every kind are named, or the page says what is wrong with them', async ({ page }) => {
  await signIn(page, await createTestCustomer({ balance: '90.00' }), '/payment');
  const field = page.getByLabel('Who are you paying?');
  const main = page.getByRole('main');
  const shown = main.getByText(anyOf(titles));
  const paste = async (text: string) => {
    await field.fill('');
    await expect(shown).toHaveCount(0);
    // As a paste: the field keeps one line.
    if (text) await page.keyboard.insertText(text);
  };
  for (const [text, { titles: expected, also }] of rows) {
    await paste(text);
    await expect(shown, text).toHaveText(expected);
    for (const each of also) await expect(main.getByText(each, { exact: true }), text).toBeVisible();
  }
  await test.step('an IBAN is shown with its country, currency and bank', async () => {
    await paste('IBAN: FR14 2004 1010 0505 0001 3M02 606 Boulangerie du Port SARL');
    await expect(main.getByText('Euro account in France')).toBeVisible();
    await expect(main.getByText('La Banque Postale · PSSTFRPPXXX')).toBeVisible();
    await expect(main.getByText('Boulangerie du Port SARL', { exact: true })).toBeVisible();
  });
  await test.step('a fault is told in full', async () => {
    await paste('DE8937040044053201300');
    await expect(
      main.getByText('This IBAN has 21 characters. In Germany it has 22. Check it with your payee.'),
    ).toBeVisible();
  });
});
