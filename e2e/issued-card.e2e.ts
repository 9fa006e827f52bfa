import type { Page } from '@playwright/test';
import { createTestCustomer, type TestCustomer } from './fixtures/customer.ts';
import { typePin } from './fixtures/pay.ts';
import { expect, expectAccessible, expectToast, signIn, test } from './fixtures/test.ts';

const action = (page: Page, name: string) =>
  page.getByRole('group', { name: 'What you can do with this card' }).getByText(name, { exact: true });

type SandboxCard = Readonly<{ cardId: string; letterCode: string }>;

/** The code in the letter that came with the card on the page. */
async function readLetter(page: Page): Promise<string> {
  const id = new URL(page.url()).searchParams.get('card');
  const cards = (await (await fetch(`${process.env.E2E_BANK_URL}/sandbox/issued-cards`)).json()) as SandboxCard[];
  return cards.find(({ cardId }) => cardId === id)?.letterCode ?? '';
}

async function orderPhysicalCard(page: Page, who: TestCustomer): Promise<void> {
  await expect(page.getByText('No card yet')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Order a card' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Order a card' })).toBeVisible();
  await page.getByRole('radio', { name: /Physical/ }).check({ force: true });
  await page.getByRole('radio', { name: 'Dusk' }).check({ force: true });
  await page.getByLabel('Name on the card').fill('anong srisuk');
  await page.getByRole('button', { name: 'Order card for 5.00 GBP' }).click();
  await expect(page.getByText('Enter the whole phone number')).toBeVisible();
  await page.getByRole('textbox', { name: 'Phone number' }).fill('20 7946 0018');
  await expect(page.getByLabel('Street and number')).toHaveValue('Long Lane');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Order card for 5.00 GBP' }).click();
  await typePin(page, who.pin);
  await expectToast(page, 'Card ordered');
}

/** The post tells nobody that it has delivered a card, so the page shows it when it is opened again. */
async function waitForDelivery(page: Page): Promise<void> {
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('Ready to activate')).toBeVisible({ timeout: 2000 });
  }).toPass();
}

async function activateCard(page: Page): Promise<void> {
  await waitForDelivery(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Activate card' }).click();
  const dialog = page.getByRole('dialog', { name: 'Activate your card' });
  await dialog.getByLabel('Code in the letter').fill(await readLetter(page));
  await dialog.getByRole('button', { name: 'Activate card' }).click();
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
}

/** Shown for a minute, and gone while the page is not in front. */
async function showDetails(page: Page, { pin }: TestCustomer): Promise<void> {
  await action(page, 'Details').click();
  await typePin(page, pin);
  const dialog = page.getByRole('dialog', { name: 'Card details' });
  const number = dialog.getByText(/^\d{4} \d{4} \d{4} \d{4}$/);
  await expect(number).toBeVisible();
  const shown = (await number.textContent()) ?? '';
  await expect(dialog.getByText(/^0[01]:\d\d$/)).toBeVisible();
  await expectAccessible(page);
  await setFocus(page, false);
  await expect(number).toHaveCount(0);
  await setFocus(page, true);
  await expect(number).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(number).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await expect(dialog).toHaveCount(0);
  expect(await page.content()).not.toContain(shown.slice(0, 9));
}

/** As if another window came to the front. A headless browser has no others. */
const setFocus = (page: Page, hasFocus: boolean): Promise<unknown> =>
  page.evaluate(`document.hasFocus = () => ${hasFocus}; dispatchEvent(new Event('${hasFocus ? 'focus' : 'blur'}'))`);

async function changePin(page: Page, { pin }: TestCustomer): Promise<void> {
  await action(page, 'PIN').click();
  await page.getByRole('dialog', { name: 'Card PIN' }).getByRole('button', { name: 'Change PIN' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change PIN' });
  await dialog.getByLabel('New PIN', { exact: true }).fill('4826');
  await dialog.getByLabel('New PIN again').fill('4826');
  await dialog.getByRole('button', { name: 'Change PIN' }).click();
  await typePin(page, pin);
  await expectToast(page, 'PIN changed');
  await action(page, 'PIN').click();
  await page.getByRole('dialog', { name: 'Card PIN' }).getByRole('button', { name: 'Show PIN' }).click();
  await typePin(page, pin);
  const shown = page.getByRole('dialog', { name: 'PIN of your card' });
  await expect(shown.getByText('4826')).toBeVisible();
  await shown.getByRole('button', { name: 'Close' }).first().click();
}

async function changeLimits(page: Page, { pin }: TestCustomer): Promise<void> {
  await action(page, 'Limits').click();
  const dialog = page.getByRole('dialog', { name: 'Card limits' });
  await dialog.getByLabel('Each payment').fill('40');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save limits' }).click();
  await expect(page.getByText('up to 40.00 GBP', { exact: true })).toBeVisible();
  await action(page, 'Limits').click();
  await dialog.getByLabel('Each payment').fill('99999');
  await dialog.getByRole('button', { name: 'Save limits' }).click();
  await expect(dialog.getByText('No more than 5,000.00 GBP')).toBeVisible();
  await dialog.getByLabel('Each payment').fill('1200');
  await dialog.getByRole('button', { name: 'Save limits' }).click();
  await typePin(page, pin);
  await expect(page.getByText('up to 1,200.00 GBP', { exact: true })).toBeVisible();
}

async function changeSwitches(page: Page, { pin }: TestCustomer): Promise<void> {
  const abroad = page.getByRole('switch', { name: 'Abroad' });
  await abroad.click();
  await expect(abroad).toHaveAttribute('aria-checked', 'false');
  const stripe = page.getByRole('switch', { name: 'Magnetic stripe' });
  await stripe.click();
  await typePin(page, pin);
  await expect(stripe).toHaveAttribute('aria-checked', 'true');
}

test('a card is ordered, arrives, is activated, shown, frozen, limited, blocked and replaced', async ({ page }) => {
  const who = await createTestCustomer({ featureCard: true, balance: '100.00' });
  await signIn(page, who, '/card');
  await orderPhysicalCard(page, who);
  await activateCard(page);
  await expectAccessible(page);
  await showDetails(page, who);
  await changePin(page, who);

  await action(page, 'Freeze').click();
  await expect(page.getByText('Frozen by you')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Unfreeze card' }).click();
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
  await changeLimits(page, who);
  await changeSwitches(page, who);

  await action(page, 'Freeze').click();
  await action(page, 'Report lost').click();
  const asking = page.getByRole('alertdialog', { name: 'Block this card for good?' });
  await asking.getByRole('radio', { name: 'It was stolen' }).check();
  await expectAccessible(page);
  await asking.getByRole('button', { name: 'Block for good' }).click();
  await expect(page.getByText('Blocked for good', { exact: true })).toBeVisible();

  await action(page, 'Replace').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Replace a card' })).toBeVisible();
  await page.getByRole('radio', { name: 'It was stolen' }).check();
  await page.getByRole('textbox', { name: 'Phone number' }).fill('20 7946 0018');
  await page.getByRole('button', { name: 'Order card for 5.00 GBP' }).click();
  await typePin(page, who.pin);
  await expect(page.getByText('On its way', { exact: true })).toBeVisible({ timeout: 30_000 });
  await page.goto(`/statement?bankholderid=${who.bankholderid}`);
  await expect(page.getByText('Fee: New card').filter({ visible: true }).first()).toBeVisible();
});
