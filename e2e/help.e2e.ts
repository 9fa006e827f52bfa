import type { Page } from '@playwright/test';
import { createTestCustomer } from './fixtures/customer.ts';
import { typePin } from './fixtures/pay.ts';
import {
  errorStatus,
  expect,
  expectAccessible,
  expectAccessibleOnPhone,
  logIn,
  readMail,
  signIn,
  test,
} from './fixtures/test.ts';

async function look(page: Page, name: string): Promise<void> {
  await expectAccessible(page);
  await expectAccessibleOnPhone(page);
  const folder = process.env.SHOTS;
  if (!folder) return;
  const size = page.viewportSize();
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${folder}/${name}.${width}x${height}.${colorScheme}.png` });
    }
  await page.emulateMedia({ colorScheme: 'light' });
  if (size) await page.setViewportSize(size);
}

test('a customer finds help, writes to support, complains, freezes everything and unfreezes it', async ({
  page,
  house,
}) => {
  house.allowConsole(errorStatus(401, 403));
  const who = await createTestCustomer({ balance: '90.00', payees: ['somchai'] });
  const email = `${who.username}@larkmere.example`;

  await test.step('before sign-in', async () => {
    await page.goto('/login');
    await page.getByRole('link', { name: 'Help and contact' }).click();
    await expect(page.getByRole('link', { name: /, day and night$/ })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Freeze everything' })).toHaveCount(0);
    await look(page, 'help-public');
  });

  await signIn(page, who);
  const other = await house.openBrowserPage();
  await logIn(other, who);

  await test.step('topics lead to the page that does the job', async () => {
    await page.getByRole('banner').getByRole('link', { name: 'Help' }).click();
    await expect(page.getByRole('heading', { name: 'Help', level: 1 })).toBeVisible();
    await look(page, 'help');
    await page.keyboard.press('/');
    await page.keyboard.type('passkey');
    await expect(page.getByRole('link', { name: 'Passkeys and codes' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Track it and see what the bank said' })).toHaveCount(0);
    await look(page, 'help-search');
    await page.getByRole('link', { name: 'Passkeys and codes' }).click();
    await expect(page).toHaveURL('/device');
  });

  await test.step('a message gets a reference, on the page and by e-mail', async () => {
    await page.goto('/help');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByText('Write your message')).toBeVisible();
    await page.getByLabel('What is it about?').selectOption({ label: 'Cards and declines' });
    await page.getByLabel('Your message').fill('My card was declined twice. Can you see why?');
    await page.getByRole('button', { name: 'Send message' }).click();
    const sent = page.getByText(/We have your message: LM-H-\d+/);
    await expect(sent).toBeVisible();
    const reference = /LM-H-\d+/.exec((await sent.textContent()) ?? '')?.[0] ?? '';
    expect(await readMail(email, 'We have your message')).toContain(reference);
    await look(page, 'help-sent');
    await page.getByRole('link', { name: 'Open', exact: true }).click();
    await expect(page.getByText('With our support team')).toBeVisible();
    await look(page, 'help-last');
  });

  await test.step('complaint and accessibility statement', async () => {
    await page.goto('/help?show=complaint');
    await expect(page.getByText('Financial Ombudsman Service')).toBeVisible();
    await look(page, 'help-complaint');
    await page.goto('/help?show=accessibility');
    await expect(page.getByText('WCAG 2.2, level AA')).toBeVisible();
    await look(page, 'help-accessibility');
  });

  await test.step('everything is frozen with one confirmation', async () => {
    await page.goto('/help');
    await page.getByRole('button', { name: 'Freeze everything' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Freeze everything?' });
    await look(page, 'help-freeze-dialog');
    await dialog.getByRole('button', { name: 'Freeze everything' }).click();
    await expect(page.getByRole('heading', { name: 'Frozen', level: 1 })).toBeVisible();
    await expect(page.getByText('You’re logged out everywhere else')).toBeVisible();
    await look(page, 'help-frozen');
    await other.goto('/payee');
    await expect(other).toHaveURL('/login');
    await readMail(email, 'Your account is frozen');
  });

  await test.step('the banner stays on every page, and the PIN ends it', async () => {
    await page.goto('/dashboard');
    await expect(page.getByText('Your account is frozen', { exact: true })).toBeVisible();
    await look(page, 'help-banner');
    await page.getByRole('button', { name: 'Unfreeze' }).click();
    await typePin(page, who.pin);
    await expect(page.getByText('Your account is frozen', { exact: true })).toHaveCount(0);
    await readMail(email, 'Your account is no longer frozen');
  });
});
